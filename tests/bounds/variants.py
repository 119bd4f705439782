"""The programs of the folder `programs`, and their variants: one for each bound, correct and with the bug.

A program is a C file that is complete with two or three macros: `BOUND` is the bound of its loop, `BUG` is
defined for the program with the bug, and `LEAST` is defined for symbolic bounds, where the bound is a variable
`n` of any value above `LEAST`. Comments at the top and at lines say the rest:

  // call: foo(1)            how a run starts the function; without it the program has a function `main`
  // inputs: k < 3           what the call number k of `nondet_int` returns in a run that shows the bug
  // memory: yes             the bug is seen by the memory sanitizer of clang
  // unseen: REASON          no sanitizer sees the bug
  // left out: BOUND, REASON               no variant with this bound
  // left out with the bug: BOUND, REASON  no variant with this bound and the bug
  // bug: RULE               at a line: what must be reported there if the program has the bug
"""

import re
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
COMMENT = re.compile(r"^// ([a-z ]+): (.*)$", re.MULTILINE)
EXPECTED = re.compile(r"// bug: ([a-z-]+)")


@dataclass(frozen=True)
class Bound:
    """A bound of a loop. `least` is not None for `n > least`, where `n` is a variable."""

    name: str
    least: int | None = None

    def macros(self) -> list[str]:
        """The definitions of macros, as arguments of a compiler."""
        if self.least is None:
            return [f"-DBOUND={self.name}"]
        return ["-DBOUND=n", f"-DLEAST={self.least}"]


BOUNDS = [
    Bound("10"),
    Bound("100"),
    Bound("1000"),
    Bound("1000000"),
    Bound("n > 0", 0),
    Bound("n > 1000", 1000),
]


@dataclass(frozen=True)
class Program:
    """A program of the folder, with what its comments say."""

    path: Path
    settings: dict[str, list[str]]
    expected: dict[int, str]

    @property
    def name(self) -> str:
        return self.path.stem

    def setting(self, key: str) -> str:
        return self.settings.get(key, [""])[0]

    def asks(self) -> bool:
        """Whether the program reads values with `nondet_int`."""
        return "nondet_int" in self.path.read_text()

    def left_out(self, bound: Bound, bug: bool) -> str:
        """Why there is no such variant, or nothing if there is one."""
        for key in ["left out"] + ["left out with the bug"] * bug:
            for line in self.settings.get(key, []):
                name, _, reason = line.partition(", ")
                if name == bound.name:
                    return reason
        return ""


@dataclass(frozen=True)
class Variant:
    program: Program
    bound: Bound
    bug: bool

    def macros(self) -> list[str]:
        return self.bound.macros() + ["-DBUG"] * self.bug


def read(path: Path) -> Program:
    """The program in this file. Raises ValueError if no line has a bug."""
    text = path.read_text()
    settings: dict[str, list[str]] = {}
    for key, value in COMMENT.findall(text):
        settings.setdefault(key, []).append(value)
    expected = {
        number: match.group(1)
        for number, line in enumerate(text.splitlines(), 1)
        if (match := EXPECTED.search(line))
    }
    if not expected:
        raise ValueError(f"{path}: no line has a comment `// bug: RULE`")
    return Program(path, settings, expected)


def programs(names: list[str] | None = None) -> list[Program]:
    """All programs, or those with these names, in the order of their names."""
    found = [read(path) for path in sorted(PROGRAMS.glob("*.c"))]
    return [program for program in found if not names or program.name in names]


def variants(program: Program) -> list[Variant]:
    """The variants that the program has, correct ones first."""
    return [
        Variant(program, bound, bug)
        for bug in (False, True)
        for bound in BOUNDS
        if not program.left_out(bound, bug)
    ]
