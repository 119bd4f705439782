#!/usr/bin/env python3
"""Prints how much of the corpus csieve finds, and what it shows in the corrected twins.

Usage: measure.py [--csieve PROGRAM] [--only TEXT] [--jobs NUMBER] [--timeout SECONDS] [--list]

A finding is shown if its verdict is confirmed or unrefuted and it has no doubt. A defect is found if a finding of
its rule is shown at the marked line; a kind whose defect is an absence, such as a leak, allows any line of the
program. The outcomes of the others:
  doubtful  it is hidden as doubtful          missed  there is no such finding
  REFUTED   a proof claims that there is none, which must never happen
  ended     csieve failed or the time limit stopped it
A twin is flagged if a finding of the rule is shown at any line; findings of other rules are counted for
themselves, but for unreachable-code, which is right where a flag says so. `beside` counts programs with the
defect in which findings of other rules, or of its rule at other lines, are shown.
`--list` prints the defects that are not found and everything that is shown in twins or beside defects.
Exit code: 0, or 1 if a defect is refuted or csieve failed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cases import Case, cases

BUILT = Path(__file__).parents[2] / "target" / "release" / "csieve"
IGNORED = "unreachable-code"
HEADS = ["found", "confirmed", "doubtful", "missed", "REFUTED", "beside", "twins flagged", "other rules in twins"]


@dataclass(frozen=True)
class Result:
    """What csieve says about a case. `outcome` is that of the defect, or nothing for a twin."""

    case: Case
    outcome: str
    own: tuple[str, ...] = ()
    """Shown findings of the rule where there is no defect."""
    others: tuple[str, ...] = ()
    """Shown findings of other rules."""

    @property
    def found(self) -> bool:
        return self.outcome in ("confirmed", "unrefuted")


def visible(finding: dict) -> str:
    """The verdict of a finding of the JSON report, or `doubtful` if it is hidden."""
    if finding["verdict"] != "refuted" and finding["doubt"]:
        return "doubtful"
    return finding["verdict"]


def judge(case: Case, findings: list[dict]) -> Result:
    """Compares the findings in a program with its label."""
    expected = case.expected() if case.bug else []
    at_defect, own, others = set(), [], []
    for finding in findings:
        verdict, shown = visible(finding), f"{finding['rule']} at line {finding['line']}: {finding['message']}"
        if finding["rule"] == case.kind.rule and finding["line"] in expected:
            at_defect.add(verdict)
        elif verdict in ("confirmed", "unrefuted") and finding["rule"] != IGNORED:
            (own if finding["rule"] == case.kind.rule else others).append(f"{verdict} {shown}")
    outcome = "missed" if case.bug else ""
    for verdict in ("confirmed", "unrefuted", "doubtful", "refuted"):
        if verdict in at_defect:
            outcome = "REFUTED" if verdict == "refuted" else verdict
            break
    return Result(case, outcome, tuple(own), tuple(others))


def measure(csieve: str, case: Case, folder: Path, timeout: float) -> Result:
    """Runs csieve on a case."""
    command = [csieve, "check", "-q", "--no-cache", "-j1", "--show-refuted", "--show-doubtful", "--format", "json"]
    try:
        ran = subprocess.run([*command, str(case.write(folder))], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Result(case, "ended")
    if ran.returncode not in (0, 1):
        return Result(case, "ended")
    return judge(case, json.loads(ran.stdout)["findings"])


def row(title: str, results: Iterable[Result]) -> str:
    """The line of a table about these results."""
    results = list(results)
    bugs = [result for result in results if result.case.bug]
    twins = [result for result in results if not result.case.bug]
    outcomes = [result.outcome for result in bugs]
    cells = [
        f"{sum(result.found for result in bugs)}/{len(bugs)}",
        *(str(outcomes.count(name)) for name in ("confirmed", "doubtful", "missed", "REFUTED")),
        str(sum(bool(result.own or result.others) for result in bugs)),
        f"{sum(bool(result.own) for result in twins)}/{len(twins)}",
        f"{sum(bool(result.others) for result in twins)}/{len(twins)}",
    ]
    return "| " + " | ".join([title, *cells]) + " |"


def table(title: str, results: list[Result], key: Callable[[Result], str]) -> list[str]:
    """The lines of a table with one row for each key, and one for all."""
    keys = list(dict.fromkeys(map(key, results)))
    rows = [row(name, [result for result in results if key(result) == name]) for name in keys]
    heads = [title, *HEADS]
    return ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads), *rows, row("all", results)]


def remarks(result: Result) -> list[str]:
    """What is not as it should be, for `--list`."""
    found = [f"{result.case.name}: {result.outcome}"] if result.outcome and not result.found else []
    return found + [f"{result.case.name}: shows {shown}" for shown in (*result.own, *result.others)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", default=str(BUILT))
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases with this text in their names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        chosen = cases(given.only)
        results = list(pool.map(lambda case: measure(given.csieve, case, Path(folder), given.timeout), chosen))
    print("\n".join(table("kind", results, lambda result: result.case.kind.name)))
    print()
    print("\n".join(table("flow", results, lambda result: result.case.flow.name)))
    if given.list:
        print()
        print("\n".join(line for result in results for line in remarks(result)))
    return int(any(result.outcome in ("REFUTED", "ended") for result in results))


if __name__ == "__main__":
    sys.exit(main())
