#!/usr/bin/env python3
"""Prints how many of the warnings that the suites of gcc's and clang's analysers expect csieve gives as well.

Usage: measure.py FOLDER [--csieve PROGRAM] [--only TEXT] [--jobs NUMBER] [--list] [--confirmed]

FOLDER is what fetch.sh filled. The expected lines are taken as the truth. A warning is in our categories if one of our
rules is about the same (warnings_of.py). It is found if a finding of such a rule is shown (confirmed or unrefuted
and without a doubt) at its line, or at a call from where a decisive step of its path in the callee is at that line: csieve
shows what a callee does to what it is given in the caller. Leaks and missing unlocks, which analysers show at
different lines, are found anywhere in the same function, each finding for one line. Several warnings of one kind at a
line count once.
`--list` prints what is not found, `--confirmed` the confirmed findings at lines where nothing is expected.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from suites import Case, Expected, cases
from warnings_of import ABSENT

BUILT = Path(__file__).parents[2] / "target" / "release" / "csieve"
OUTCOMES = ["confirmed", "unrefuted", "doubtful", "refuted", "missed", "ended"]
FLAGS = {"-std": "--std", "-include": "--include"}


@dataclass
class Result:
    """What csieve says about a file: the outcome of each expected warning of ours, and what it confirms beside them."""

    case: Case
    outcomes: list[tuple[Expected, str]] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


def function_of(starts: list[int], line: int) -> int:
    """The number of the function at a line: how many lines before it begin with a closing brace."""
    return sum(start < line for start in starts)


def verdict(finding: dict) -> str:
    """The verdict of a finding, or `doubtful` if it is hidden."""
    return "doubtful" if finding["verdict"] != "refuted" and finding["doubt"] else finding["verdict"]


def is_at(finding: dict, line: int) -> bool:
    """Whether a finding is at a line: itself, or what its path does in a callee."""
    if finding["line"] <= line <= max(finding["end_line"], finding["line"]):
        return True
    return any(step["line"] == line and step["decisive"] and "callee" in step for step in finding["path"])


def judge(case: Case, findings: list[dict]) -> Result:
    """Compares what is found with what is expected."""
    ends = [number for number, line in enumerate(case.file.read_text(errors="replace").splitlines(), 1) if line[:1] == "}"]
    result, used = Result(case), set()
    findings = [finding for finding in findings if Path(finding["file"]).name == case.file.name]
    ours = {(one.line, one.rules): one for one in case.expected if one.rules}
    for expected in ours.values():
        near = function_of(ends, expected.line)
        best, taken = "missed", None
        for number, finding in enumerate(findings):
            absent = finding["rule"] in ABSENT
            if finding["rule"] not in expected.rules or (absent and number in used):
                continue
            if is_at(finding, expected.line) or (absent and function_of(ends, finding["line"]) == near):
                if OUTCOMES.index(verdict(finding)) < OUTCOMES.index(best):
                    best, taken = verdict(finding), number
        used.add(taken)
        result.outcomes.append((expected, best))
    lines = {expected.line for expected in case.expected}
    for number, finding in enumerate(findings):
        if number not in used and verdict(finding) == "confirmed" and finding["line"] not in lines:
            if finding["rule"] != "unreachable-code":
                result.beside.append(f"{case.file.name}:{finding['line']}: {finding['rule']}: {finding['message']}")
    return result


def measure(csieve: str, case: Case) -> Result:
    """Runs csieve on a file."""
    flags = [part for flag in case.flags for part in ([FLAGS[flag[:4]], flag[5:]] if flag[:4] in FLAGS else [flag])]
    flags = [flag for flag in flags if not flag.startswith("-f")]
    table = Path(__file__).with_name(case.file.name).with_suffix(".toml")
    flags += ["--library", str(table)] if table.exists() else []
    command = [csieve, "check", "-q", "--no-cache", "-j1", "--show-refuted", "--show-doubtful", "--all-steps", "--format", "json", *flags]
    try:
        ran = subprocess.run([*command, str(case.file), *map(str, case.others)], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        ran = None
    if ran is None or ran.returncode not in (0, 1):
        return Result(case, [(expected, "ended") for expected in case.expected if expected.rules])
    return judge(case, json.loads(ran.stdout)["findings"])


def suite(case: Case) -> str:
    """The suite of a file."""
    return "clang" if "clang" in case.file.parts else "gcc"


def table(title: str, counts: dict[str, Counter]) -> list[str]:
    """The lines of a table with a row for each key."""
    lines = [f"| {title} | expected | shown | % | " + " | ".join(OUTCOMES) + " |", "|" + " --- |" * (4 + len(OUTCOMES))]
    for name, count in counts.items():
        total, shown = sum(count.values()), count["confirmed"] + count["unrefuted"]
        cells = [name, str(total), str(shown), f"{100 * shown / max(total, 1):.0f}", *(str(count[key]) for key in OUTCOMES)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> int:
    """Measures and prints; see the text at the top of the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--csieve", default=str(BUILT))
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--confirmed", action="store_true")
    options = parser.parse_args()

    every = cases(options.folder)
    used = [case for case in every if not case.problem and options.only in str(case.file)]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda case: measure(options.csieve, case), used))
    by_suite: dict[str, Counter] = {}
    by_rule: dict[str, Counter] = {}
    for result in results:
        for expected, outcome in result.outcomes:
            for name, counts in ((suite(result.case), by_suite), ("all", by_suite), (expected.rules[0], by_rule)):
                counts.setdefault(name, Counter())[outcome] += 1
    others = sum(not expected.rules for case in used for expected in case.expected)
    print(f"{len(used)} files used, {sum(bool(case.problem) for case in every)} cannot be preprocessed here;", end=" ")
    print(f"{others} warnings are about something that csieve does not check.\n")
    print("\n".join(table("suite", dict(sorted(by_suite.items()))) + [""] + table("rule", dict(sorted(by_rule.items())))))
    if options.list:
        for result in results:
            for expected, outcome in result.outcomes:
                if outcome not in ("confirmed", "unrefuted"):
                    print(f"{suite(result.case)} {result.case.file.name}:{expected.line}: {outcome} {expected.rules[0]}: {expected.message}")
    if options.confirmed:
        print("\n".join(line for result in results for line in result.beside))
    return 0


if __name__ == "__main__":
    sys.exit(main())
