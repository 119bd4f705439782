#!/usr/bin/env python3
"""Writes the programs of the corpus: every kind of defect in every flow, with the defect and corrected.

Usage: cases.py [--only TEXT] FOLDER

The files are KIND.FLOW.bug.c and KIND.FLOW.fixed.c. The line of the defect ends with `// bug: RULE`.
`--left-out` prints the combinations that do not exist, each with the reason, and writes nothing.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from flows import FLOWS, Flow
from kinds import KINDS, Kind
from pieces import Version, function

HEADERS = ["pthread", "stdio", "stdlib", "string"]


@dataclass(frozen=True)
class Case:
    """One program with the defect or its corrected twin."""

    kind: Kind
    flow: Flow
    bug: bool

    @property
    def name(self) -> str:
        return f"{self.kind.name}.{self.flow.name}.{'bug' if self.bug else 'fixed'}"

    def text(self) -> str:
        """The program."""
        kind = self.kind
        program = self.flow.build(Version(kind, self.bug))
        version = "with the defect" if self.bug else "corrected"
        lines = [f"// {kind.name}, {self.flow.name}: {version}.", *(f"#include <{name}.h>" for name in HEADERS), ""]
        lines += kind.top.splitlines() + [""] * bool(kind.top) + program.top
        lines += function(kind.result.format(f"work({program.parameters})"), program.body)
        calls = [f'printf("%d\\n", *{call});' if kind.returned else f"{call};" for call in program.calls]
        main = calls + kind.after.splitlines() + ["return 0;"]
        return "\n".join([*lines, "int main(void)", "{", *("    " + line for line in main), "}", ""])

    def expected(self) -> list[int]:
        """The lines at which the defect may be reported."""
        lines = self.text().splitlines()
        if self.kind.anywhere:
            return list(range(1, len(lines) + 1))
        return [number for number, line in enumerate(lines, 1) if "// bug: " in line]

    def environments(self) -> list[dict[str, str]]:
        """What to run the program with."""
        return [
            {"RAND": str(value), **dict(given)} for value in self.flow.inputs for given in self.kind.environments
        ]

    def write(self, folder: Path) -> Path:
        path = folder / f"{self.name}.c"
        path.write_text(self.text())
        return path


def cases(only: str = "") -> list[Case]:
    """All cases, or those with this text in their names."""
    found = [
        Case(kind, flow, bug)
        for kind in KINDS
        for flow in FLOWS
        if not flow.left_out(kind)
        for bug in (True, False)
    ]
    return [case for case in found if only in case.name]


def left_out() -> list[str]:
    """The combinations that do not exist."""
    return [
        f"{kind.name}.{flow.name}: {reason}" for kind in KINDS for flow in FLOWS if (reason := flow.left_out(kind))
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases with this text in their names")
    parser.add_argument("--left-out", action="store_true")
    parser.add_argument("folder", type=Path, nargs="?")
    given = parser.parse_args()
    if given.left_out:
        print("\n".join(left_out()))
        return 0
    if given.folder is None:
        parser.error("no folder given")
    given.folder.mkdir(parents=True, exist_ok=True)
    written = [case.write(given.folder) for case in cases(given.only)]
    print(f"{len(written)} programs written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
