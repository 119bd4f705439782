#!/usr/bin/env python3
"""Says what changes between two versions of csieve: their findings on real projects, and their time and memory.

Usage: difference.py OLD NEW [--results FOLDER] [--threads N] [--json FILE] [PROJECT...]

OLD and NEW are two programs. Without names, all projects are checked whose sources are in the cache and prepared,
those of draws as well. For every project the findings are listed that are new, gone, or have another verdict, as a
reader of the change wants to see them. A finding is the same if its rule, file, function and subject are, and its
line, or else its place among the findings that are otherwise the same. The table at the end says which project needs
more processor time or memory than before.
Exit code: 0; 1 if a run failed, or if NEW needs more than the budget: 1.3 times the time or the memory of OLD, all
projects together.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import build
import check
from catalogue import Project, cache, projects
from findings import below, outcome

BUDGET = 1.3
# Time that is too short to be compared.
SECONDS = 1.0


@dataclass(frozen=True)
class Change:
    """A finding that differs. `old` and `new` are its outcomes; None if that version does not have it."""

    project: str
    place: str
    rule: str
    old: str | None
    new: str | None
    message: str

    def text(self) -> str:
        kind = "new" if self.old is None else "gone" if self.new is None else "other"
        said = " -> ".join(outcome for outcome in (self.old, self.new) if outcome)
        return f"{kind:5} {self.project}/{self.place}: {self.rule} ({said}): {self.message}"


def grouped(project: Project, document: dict) -> dict[tuple, dict[tuple[int, int], dict]]:
    """Returns the findings by all that does not change with a line, then by line and column."""
    groups: dict[tuple, dict[tuple[int, int], dict]] = {}
    for finding in document["findings"]:
        key = below(project, finding["file"]), finding["rule"], finding.get("function"), finding.get("subject")
        groups.setdefault(key, {})[(finding["line"], finding["column"])] = finding
    return groups


def changes(project: Project, old: dict, new: dict) -> list[Change]:
    """Returns the findings that differ, by place."""
    before, after = grouped(project, old), grouped(project, new)
    found = []
    for key in sorted({*before, *after}, key=lambda key: [str(part) for part in key]):
        one, other = dict(before.get(key, {})), dict(after.get(key, {}))
        same = sorted({*one} & {*other})
        pairs = [(one.pop(place), other.pop(place)) for place in same]
        # What moved to another line.
        left = [[side[place] for place in sorted(side)] for side in (one, other)]
        pairs += zip_longest(*left)
        for first, second in pairs:
            outcomes = [outcome(finding) if finding else None for finding in (first, second)]
            if outcomes[0] != outcomes[1]:
                shown = second or first
                place = f"{key[0]}:{shown['line']}"
                found.append(Change(project.name, place, key[1], outcomes[0], outcomes[1], shown["message"]))
    return found


def prepared() -> list[Project]:
    """Returns all projects in the cache of which the build compiles something, by name."""
    names = sorted(path.parent.name for path in (cache() / "src").glob("*/compile_commands.json"))
    return [project for project in map(Project, names) if build.entries(project)]


def compared(programs: list[Path], project: Project, results: Path, extra: list[str]) -> tuple[list[check.Row], list[Change]]:
    """Checks a project with both programs. Returns the figures of both, and what differs."""
    rows, documents = [], []
    for name, program in zip(("old", "new"), programs):
        (results / name).mkdir(parents=True, exist_ok=True)
        rows.append(check.check(program, extra, project, results / name))
        path = results / name / f"{project.name}.json"
        documents.append(json.loads(path.read_text()) if path.exists() else {"findings": []})
    return rows, changes(project, *documents)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--results", type=Path, default=None)
    parser.add_argument("--threads")
    parser.add_argument("--json", type=Path, help="write the changes here")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    results = options.results or cache() / "difference"
    chosen = [Project(name) for name in options.projects] or prepared() or projects([])
    extra = ["--threads", options.threads] if options.threads else []
    totals, all_changes, table, failed = [check.Row("old"), check.Row("new")], [], [], False
    for project in chosen:
        rows, found = compared([options.old, options.new], project, results, extra)
        for change in found:
            print(change.text(), flush=True)
        all_changes += found
        for total, row in zip(totals, rows):
            total.add(row)
            if row.problem:
                failed = True
                print(f"{project.name}: {row.problem}", file=sys.stderr)
        old, new = rows
        if new.processor > SECONDS and new.processor > BUDGET * old.processor:
            table.append(f"{project.name}: {old.processor:.1f} s -> {new.processor:.1f} s")
        if new.megabytes > BUDGET * old.megabytes:
            table.append(f"{project.name}: {old.megabytes:.0f} MB -> {new.megabytes:.0f} MB")
    old, new = totals
    kinds = [sum(test(change) for change in all_changes) for test in (lambda one: one.old is None, lambda one: one.new is None, lambda one: one.old and one.new)]
    print(f"\n{len(chosen)} projects, {new.lines / 1000:.0f} KLOC: {kinds[0]} findings new, {kinds[1]} gone, {kinds[2]} with another verdict")
    print(f"processor time {old.processor:.1f} s -> {new.processor:.1f} s, largest memory {old.megabytes:.0f} MB -> {new.megabytes:.0f} MB")
    print("\n".join(table))
    if options.json:
        options.json.write_text(json.dumps([vars(change) for change in all_changes], indent=1) + "\n")
    is_over = new.processor > BUDGET * old.processor or new.megabytes > BUDGET * old.megabytes
    return 1 if failed or is_over else 0


if __name__ == "__main__":
    sys.exit(main())
