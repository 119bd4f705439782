#!/usr/bin/env python3
"""Runs `csieve check` on correct C programs and counts what it says of them.

Usage: measure.py [--csieve PROGRAM] [-j N] [--timeout S] [--results FILE] [-I FOLDER] PATH...

A PATH is a C file or a folder with C files at any depth. Each file is checked alone, in a process of its own, so
that one that crashes or takes too long is counted and the others go on. `--results` keeps every finding as JSON,
sorted by file, so that two runs can be compared with diff. Exit code: 0, or 1 if csieve crashed or took too long.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "projects"))

from findings import OUTCOMES, outcome

PROGRAM = Path(__file__).parent.parent.parent / "target" / "release" / "csieve"


@dataclass
class Checked:
    """What csieve said of one file. `problem` is empty, `crash` or `timeout`."""

    file: str
    problem: str = ""
    findings: list[dict] = field(default_factory=list)


def subjects(paths: list[Path]) -> list[Path]:
    """Returns the C files at and below the paths, sorted."""
    found = {file for path in paths for file in ([path] if path.is_file() else path.rglob("*.c"))}
    return sorted(found)


def check(program: Path, file: Path, extra: list[str], timeout: float) -> Checked:
    shown = ["--quiet", "--threads", "1", "--format", "json", "--show-refuted", "--show-doubtful"]
    command = [str(program), "check", "--no-cache", *shown, *extra, str(file)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Checked(str(file), "timeout")
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1, 3) or "panicked" in said or "internal error" in said:
        return Checked(str(file), "crash")
    return Checked(str(file), findings=json.loads(done.stdout)["findings"] if done.stdout else [])


def kept(checked: Checked) -> list[dict]:
    """Returns the findings of a file without their paths and proofs."""
    names = ("rule", "line", "function", "subject", "message")
    return [{"outcome": outcome(one)} | {name: one.get(name) for name in names} for one in checked.findings]


def table(results: list[Checked]) -> str:
    """Returns the figures as text: files and problems, then findings by rule and outcome, most shown first."""
    problems = Counter(one.problem for one in results)
    counts = Counter((finding["rule"], outcome(finding)) for one in results for finding in one.findings)
    files = Counter(which for one in results for which in {outcome(finding) for finding in one.findings})
    rules = sorted({rule for rule, _ in counts}, key=lambda rule: (-counts[rule, "confirmed"], rule))
    rows = [("rule", *OUTCOMES)]
    rows += [(rule, *(counts[rule, which] for which in OUTCOMES)) for rule in rules]
    rows.append(("total", *(sum(counts[rule, which] for rule in rules) for which in OUTCOMES)))
    rows.append(("files with", *(files[which] for which in OUTCOMES)))
    text = "\n".join(f"{row[0]:22}" + "".join(f"{figure!s:>11}" for figure in row[1:]) for row in rows)
    return f"files {len(results)}, crashes {problems['crash']}, timeouts {problems['timeout']}\n{text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="files checked at a time")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each file")
    parser.add_argument("--results", type=Path, help="write the findings of each file here, as JSON")
    parser.add_argument("-I", dest="include", action="append", default=[], help="search a folder for headers")
    parser.add_argument("paths", nargs="+", type=Path)
    options = parser.parse_args()
    extra = [argument for folder in options.include for argument in ("-I", folder)]
    with ThreadPoolExecutor(options.jobs) as pool:
        work = lambda file: check(options.csieve, file, extra, options.timeout)
        results = list(pool.map(work, subjects(options.paths)))
    print(table(results))
    for one in results:
        if one.problem:
            print(f"{one.problem}: {one.file}", file=sys.stderr)
    if options.results:
        found = {one.file: kept(one) for one in results if one.findings}
        options.results.write_text(json.dumps(found, indent=1) + "\n")
    return 1 if any(one.problem for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
