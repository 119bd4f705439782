#!/usr/bin/env python3
"""Measures what each refuter contributes: its answers in the last check, and checks without it.

Usage: refuters.py [--csieve PROGRAM] [PROJECT...]

Checks the projects once more per refuter, without that refuter. real_code.py writes the figures into
docs/real-code.md.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import check
from catalogue import Project, cache, projects
from document import table

# The refuters, the cheapest first.
REFUTERS = ("atoms", "misuse", "intervals", "bits", "relations", "values", "predicates", "lists")
# The other parts of csieve that check.py measures.
OTHERS = ("model checker", "proof checker", "search for inputs", "runs of the program")


@dataclass
class Measured:
    """The number of a refuter's answers of each kind, its steps and times, in one project or in all."""

    yes: int = 0
    no: int = 0
    unknown: int = 0
    steps: int = 0
    nanoseconds: list[int] = field(default_factory=list)

    def add(self, record: dict) -> None:
        for name in ("yes", "no", "unknown", "steps"):
            setattr(self, name, getattr(self, name) + record[name])
        self.nanoseconds += record["nanoseconds"]

    @property
    def asked(self) -> int:
        return self.yes + self.no + self.unknown

    def percentile(self, percent: int) -> float:
        """Returns the time in microseconds that `percent` percent of the questions took at most."""
        ordered = sorted(self.nanoseconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] / 1000 if ordered else 0.0


def written(results: Path, project: Project) -> dict:
    """Returns what csieve measured of itself in the last check of a project; nothing if there is no such file."""
    path = results / f"{project.name}.measure.json"
    return json.loads(path.read_text()) if path.exists() else {}


def measured(results: Path, chosen: list[Project]) -> dict[str, Measured]:
    """Returns the measurements by refuter, added up over the projects. Leaves out refuters never asked."""
    found = {name: Measured() for name in (*REFUTERS, *OTHERS)}
    for project in chosen:
        for name, record in written(results, project).get("questions", {}).items():
            found.setdefault(name, Measured()).add(record)
    return {name: one for name, one in found.items() if one.asked}


def yields(found: dict[str, Measured], findings: Callable[[str], int]) -> str:
    """Returns the table of refuters. `findings` returns how many findings a refuter helped to refute."""
    head = ["", "asked", "yes", "no", "open", "findings", "steps", "median µs", "99 % µs", "all s"]
    return table(head, [[name, *row(one, findings(name))] for name, one in found.items()])


def row(one: Measured, findings: int) -> list[object]:
    times = [f"{one.percentile(50):.1f}", f"{one.percentile(99):.0f}", f"{sum(one.nanoseconds) / 1e9:.1f}"]
    return [one.asked, one.yes, one.no, one.unknown, findings or "-", one.steps or "-", *times]


def folder(results: Path, refuter: str) -> Path:
    """Returns the folder of the results of checks without a refuter."""
    return results / f"without-{refuter}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=check.PROGRAM)
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    problems = 0
    for refuter in REFUTERS:
        results = folder(cache() / "results", refuter)
        results.mkdir(parents=True, exist_ok=True)
        print(f"without {refuter}", flush=True)
        rows = []
        for project in projects(options.projects):
            row = check.check(options.csieve, [f"--refuters=-{refuter}"], project, results)
            print(check.printed(row), row.problem, flush=True)
            rows.append(row)
        problems += sum(bool(row.problem) for row in rows)
        (results / "check.json").write_text(json.dumps([vars(row) for row in rows], indent=1) + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
