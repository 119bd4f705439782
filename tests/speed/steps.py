#!/usr/bin/env python3
"""Compares the steps that csieve takes for files of real projects with the recorded numbers.

Usage: steps.py [--csieve PROGRAM] [--write]

Steps are taken from budgets, so their number is the same on every machine, while times are not: a change that makes a
search longer shows here. steps.json names files of ten projects that come as crates, with the steps of the last record.
The files are checked without the flags of their builds, each project by itself.

--write records the numbers of this run; the reason belongs into the message of the commit.
Exit code: 0, or 1 if the number of a project differs by more than the tolerance.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "projects"))

from fetch import vendored

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "target" / "debug" / "csieve"
RECORD = Path(__file__).resolve().parent / "steps.json"

# Headers of the C library differ a little from system to system.
TOLERANCE = 0.05


@dataclass(frozen=True)
class Project:
    """A crate with C files: its exact version, the files that are checked, and the steps that were recorded."""

    name: str
    version: str
    files: tuple[str, ...]
    steps: int


def recorded(path: Path) -> list[Project]:
    """Returns the projects of a record, in its order."""
    return [Project(name, one["version"], tuple(one["files"]), one["steps"]) for name, one in json.loads(path.read_text()).items()]


def fetch(projects: list[Project], folder: Path) -> Path:
    """Downloads the crates, and returns the folder that has theirs."""
    return vendored({one.name: one.version for one in projects}, folder)


def measured(program: Path, project: Project, sources: Path) -> int:
    """Returns the steps that csieve takes for a project's files."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        files = [os.fspath(Path(project.name) / file) for file in project.files]
        command = [os.fspath(program), "check", "--quiet", "--measure", report.name, "--format", "json", "--output", os.devnull, *files]
        done = subprocess.run(command, cwd=sources, text=True, capture_output=True)
        if done.returncode not in (0, 1) or "panicked" in done.stderr:
            raise RuntimeError(f"{project.name}: csieve ended with {done.returncode}: {done.stderr.strip()}")
        return json.loads(Path(report.name).read_text())["steps"]


def deviation(project: Project, steps: int) -> str:
    """Returns a sentence about a number that differs from the recorded one by more than the tolerance, or nothing."""
    if abs(steps - project.steps) <= TOLERANCE * project.steps:
        return ""
    change = f"{100 * (steps - project.steps) / project.steps:+.0f} %" if project.steps else "new"
    return f"{project.name}: {steps:,} steps, {project.steps:,} recorded ({change}); `tests/speed/steps.py --write` records the new number"


def write(path: Path, projects: list[Project], steps: list[int]) -> None:
    """Records the steps of projects."""
    made = {one.name: {"version": one.version, "steps": count, "files": one.files} for one, count in zip(projects, steps)}
    path.write_text(json.dumps(made, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--write", action="store_true", help="record the numbers of this run")
    options = parser.parse_args()
    if not options.csieve.exists():
        sys.exit(f"there is no {options.csieve}; `cargo build -p csieve` makes it")
    projects = recorded(RECORD)
    with tempfile.TemporaryDirectory() as folder:
        sources = fetch(projects, Path(folder))
        steps = [measured(options.csieve.resolve(), project, sources) for project in projects]
    if options.write:
        write(RECORD, projects, steps)
        return 0
    deviations = [said for said in map(deviation, projects, steps) if said]
    print("\n".join(deviations) or f"{sum(steps):,} steps, as recorded")
    return 1 if deviations else 0


if __name__ == "__main__":
    sys.exit(main())
