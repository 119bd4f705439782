#!/usr/bin/env python3
"""Prints what csieve says about programs with a loop, for different bounds of the loop.

Usage: bounds.py [--csieve PROGRAM] [--timeout SECONDS] [PROGRAM...]

Each program has a correct version and one with a bug. A cell of the table has the outcome and the processor
time in seconds. Outcomes of correct versions:
  proved    every candidate is refuted         silent    there is no candidate
  doubtful  hidden as doubtful, not proved     FALSE     a false alarm is shown
Outcomes of versions with the bug:
  confirmed, unrefuted  the bug is shown with this verdict
  doubtful  the bug is hidden as doubtful      missed    the bug is not found
  REFUTED   a proof claims that there is none, which must never happen
A finding counts if it has the rule and, for the bug, the line of the comment `// bug: RULE`; a finding with the
rule at another line is a false alarm. `ended` means that csieve failed or that the time limit stopped it.
Exit code: 0, or 1 if a bug is refuted or csieve failed.
"""

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from variants import BOUNDS, Program, Variant, programs, variants

BUILT = Path(__file__).parents[2] / "target" / "release" / "csieve"
SHOWN = ("confirmed", "unrefuted")


@dataclass(frozen=True)
class Result:
    """What csieve says about a variant. `false_alarm` is for a finding where there is no bug."""

    variant: Variant
    outcome: str
    seconds: float
    false_alarm: bool = False


def visible(finding: dict) -> str:
    """The verdict of a finding of the JSON report, or `doubtful` if it is hidden."""
    if finding["verdict"] != "refuted" and finding["doubt"]:
        return "doubtful"
    return finding["verdict"]


def outcome(variant: Variant, findings: list[dict]) -> tuple[str, bool]:
    """The outcome, and whether a false alarm is shown."""
    expected = variant.program.expected
    rules = set(expected.values())
    said = [(finding["line"], visible(finding)) for finding in findings if finding["rule"] in rules]
    if not variant.bug:
        verdicts = {verdict for _, verdict in said}
        if verdicts & set(SHOWN):
            return "FALSE", True
        return ("doubtful" if "doubtful" in verdicts else "proved" if verdicts else "silent"), False
    alarm = any(verdict in SHOWN and line not in expected for line, verdict in said)
    at_bug = {verdict for line, verdict in said if line in expected}
    # A run ends at the first assertion that fails, so one of several is enough.
    for verdict in (*SHOWN, "doubtful", "refuted"):
        if verdict in at_bug:
            return ("REFUTED" if verdict == "refuted" else verdict), alarm
    return "missed", alarm


def measure(csieve: str, variant: Variant, timeout: float) -> Result:
    """Runs csieve on a variant."""
    command = [csieve, "check", "-q", "--no-cache", "-j1", "--show-refuted", "--show-doubtful", "--format", "json"]
    command += ["--checks", "+assertion-failure", *variant.macros(), str(variant.program.path)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        found = json.loads(run.stdout)["findings"] if run.returncode in (0, 1) else None
    except subprocess.TimeoutExpired:
        found = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if found is None:
        return Result(variant, "ended", seconds)
    said, alarm = outcome(variant, found)
    return Result(variant, said, seconds, alarm)


def row(program: Program, bug: bool, results: Iterable[Result]) -> str:
    """The line of the table for one version of a program."""
    by_bound = {result.variant.bound: result for result in results}
    cells = []
    for bound in BOUNDS:
        result = by_bound.get(bound)
        alarm = "!" if result and result.false_alarm and bug else ""
        cells.append(f"{result.outcome}{alarm} {result.seconds:.1f}" if result else "-")
    return "| " + " | ".join([program.name, "bug" if bug else "correct", *cells]) + " |"


def totals(results: list[Result]) -> list[str]:
    """What the results come to for each bound, as lines of the table."""

    def line(title: str, bug: bool, counts) -> str:
        cells = []
        for bound in BOUNDS:
            chosen = [r for r in results if r.variant.bound == bound and r.variant.bug == bug]
            cells.append(f"{sum(map(counts, chosen))}/{len(chosen)}")
        return "| " + " | ".join([title, "", *cells]) + " |"

    return [
        line("bugs shown", True, lambda r: r.outcome in SHOWN),
        line("bugs hidden as doubtful", True, lambda r: r.outcome == "doubtful"),
        line("correct ones proved or silent", False, lambda r: r.outcome in ("proved", "silent")),
        line("correct ones hidden as doubtful", False, lambda r: r.outcome == "doubtful"),
        line("false alarms, correct ones", False, lambda r: r.false_alarm),
        line("false alarms, beside the bug", True, lambda r: r.false_alarm),
    ]


def growth(results: list[Result]) -> str:
    """The time of the largest bound relative to that of the smallest, for variants that have both."""
    times = {(r.variant.program.name, r.variant.bug, r.variant.bound.name): r.seconds for r in results}
    small = large = 0.0
    for (name, bug, bound), seconds in times.items():
        if bound == "1000000" and (first := times.get((name, bug, "10"))) is not None:
            small, large = small + first, large + seconds
    if not small:
        return "time at 1000000 relative to time at 10: not measured"
    return f"time at 1000000 relative to time at 10: {large:.1f} s / {small:.1f} s = {large / small:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", default=str(BUILT))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_args()
    heads = ["program", "version", *(bound.name for bound in BOUNDS)]
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    results: list[Result] = []
    for program in programs(arguments.programs):
        for bug in (False, True):
            chosen = [variant for variant in variants(program) if variant.bug == bug]
            measured = [measure(arguments.csieve, variant, arguments.timeout) for variant in chosen]
            print(row(program, bug, measured), flush=True)
            results += measured
    print("\n".join(totals(results)))
    print()
    print(growth(results))
    return int(any(result.outcome in ("REFUTED", "ended") for result in results))


if __name__ == "__main__":
    sys.exit(main())
