#!/usr/bin/env python3
"""Runs `csieve check` on the projects and prints a row for each: size, findings, seconds, peak memory.

Usage: check.py [--csieve PROGRAM] [--json FILE] [--threads N] [--refuters LIST] [PROJECT...]

The checked files are those that the project's build compiles. The seconds are those of the whole run:
wall-clock time, and processor time of all threads, which other work on the machine disturbs less. The memory
is the peak resident size. Exit code: 0, or 1 if csieve failed on a project.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import build
from catalogue import HERE, Project, cache, projects
from findings import OUTCOMES, outcome

PROGRAM = HERE.parent.parent / "target" / "release" / "csieve"


@dataclass
class Row:
    """The figures of one project, or their total over all projects."""

    name: str
    lines: int = 0
    files: int = 0
    analysed: int = 0
    skipped: int = 0
    reasons: dict[str, int] = field(default_factory=Counter)
    verdicts: dict[str, int] = field(default_factory=Counter)
    rules: dict[str, int] = field(default_factory=Counter)
    hints: dict[str, int] = field(default_factory=Counter)
    refuters: dict[str, int] = field(default_factory=Counter)
    limited: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    megabytes: float = 0.0
    problem: str = ""

    def add(self, other: "Row") -> None:
        for name in ("lines", "files", "analysed", "skipped", "limited", "seconds", "processor"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("reasons", "verdicts", "rules", "hints", "refuters"):
            getattr(self, name).update(getattr(other, name))
        self.megabytes = max(self.megabytes, other.megabytes)


def supports(program: Path, option: str) -> bool:
    """Returns whether this csieve has an option. Older versions, which lack some, can be measured too."""
    said = subprocess.run([program, "check", "--help"], capture_output=True, text=True)
    return re.search(rf"(^|\s){re.escape(option)}\b", said.stdout) is not None


def measured(command: list[str], log: Path, patience: float | None = None) -> tuple[int, float, float, float]:
    """Runs a command; returns its exit code, wall-clock seconds, processor seconds and peak megabytes.

    The output goes to `log`. After `patience` seconds the command and its child processes are killed.
    """
    start = time.monotonic()
    with open(log, "wb") as out:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        killer = threading.Timer(patience or threading.TIMEOUT_MAX, os.killpg, (child.pid, signal.SIGKILL))
        killer.daemon = True
        killer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except KeyboardInterrupt:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            killer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def lines(path: str) -> int:
    with open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def check(program: Path, extra: list[str], project: Project, results: Path) -> Row:
    files = [entry.path for entry in build.entries(project)]
    row = Row(project.name, lines=sum(map(lines, files)), files=len(files))
    if not files:
        row.problem = "not prepared: run prepare.py"
        return row
    document, log = results / f"{project.name}.json", results / f"{project.name}.log"
    document.unlink(missing_ok=True)
    arguments = ["check", "--quiet", "--show-refuted", "--all-steps", "--format", "json", "--output", str(document), *extra]
    if supports(program, "-p"):
        arguments += ["-p", str(project.folder)]
    if supports(program, "--show-doubtful"):
        arguments.append("--show-doubtful")
    if supports(program, "--measure"):
        arguments += ["--measure", str(results / f"{project.name}.measure.json")]
    code, row.seconds, row.processor, row.megabytes = measured([str(program), *arguments, *files], log)
    said = log.read_text(errors="replace")
    crashed = next((line for line in said.splitlines() if re.search("panicked|internal error|overflowed", line)), "")
    if crashed or code not in (0, 1) or not document.exists():
        last = said.strip().splitlines()[-1:] or [""]
        row.problem = f"exit code {code}: {crashed or last[0]}"
    if document.exists():
        read(row, json.loads(document.read_text()))
    return row


def read(row: Row, document: dict) -> None:
    """Sets the figures that csieve's JSON output contains."""
    summary = document["summary"]
    row.analysed, row.skipped = summary["functions"], summary["skipped"]
    row.reasons = Counter(summary["reasons"])
    row.verdicts = Counter(map(outcome, document["findings"]))
    kept = [finding for finding in document["findings"] if outcome(finding) in ("confirmed", "unrefuted")]
    row.rules = Counter(finding["rule"] for finding in kept)
    row.hints = Counter(finding["hint"] for finding in document["findings"] if outcome(finding) == "doubtful" and finding.get("hint"))
    refuted = [finding for finding in document["findings"] if outcome(finding) == "refuted"]
    row.refuters = Counter(name for finding in refuted for name in sorted({proof["refuter"] for proof in finding.get("proofs", [])}))
    row.limited = sum(finding.get("limit") is not None for finding in kept)


def printed(row: Row) -> str:
    found = row.analysed + row.skipped
    figures = [f"{row.lines / 1000:.1f}", row.files, found, row.analysed, row.skipped]
    figures += [row.verdicts.get(verdict, 0) for verdict in OUTCOMES]
    figures += [row.limited, f"{row.seconds:.1f}", f"{row.processor:.1f}", f"{row.megabytes:.0f}"]
    return f"{row.name:10}" + "".join(f"{figure!s:>11}" for figure in figures)


def top(counts: dict[str, int], most: int) -> str:
    """Returns the `most` largest counts as text, each with its name."""
    return ", ".join(f"{name} {count}" for name, count in Counter(counts).most_common(most))


def kinds(reasons: dict[str, int]) -> Counter:
    """Adds up the counts of reasons that differ only in the names between backticks."""
    counts: Counter = Counter()
    for reason, count in reasons.items():
        counts[re.sub("`[^`]*`", "`...`", reason)] += count
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--json", type=Path, help="write the rows here")
    parser.add_argument("--results", type=Path, help="folder for csieve's own output")
    parser.add_argument("--threads", help="threads of csieve")
    parser.add_argument("--refuters", help="refuters to ask, as csieve takes them: -bits")
    parser.add_argument("--reasons", type=int, default=3, help="reasons of skipping shown per project")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    results = options.results or cache() / "results"
    results.mkdir(parents=True, exist_ok=True)
    extra = ["--threads", options.threads] if options.threads else []
    extra += [f"--refuters={options.refuters}"] if options.refuters else []
    columns = ["KLOC", "files", "functions", "analysed", "skipped", *OUTCOMES, "limited", "seconds", "cpu s", "MB"]
    print(f"{'project':10}" + "".join(f"{column:>11}" for column in columns), flush=True)
    rows, total = [], Row("total")
    for project in projects(options.projects):
        row = check(options.csieve, extra, project, results)
        print(printed(row), flush=True)
        if row.skipped and options.reasons:
            print(f"{'':10}  skipped: {top(kinds(row.reasons), options.reasons)}", flush=True)
        if row.problem:
            print(f"{'':10}  {row.problem}", file=sys.stderr, flush=True)
        rows.append(row)
        total.add(row)
    print(printed(total))
    print(f"skipped: {top(kinds(total.reasons), 20)}\nfindings: {top(total.rules, 30)}")
    if options.json:
        options.json.write_text(json.dumps([vars(row) for row in [*rows, total]], indent=1) + "\n")
    return 1 if any(row.problem for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
