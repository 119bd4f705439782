#!/usr/bin/env python3
"""Writes, compiles and runs the driver of every confirmed finding: how many fail as they say?

Usage: measure.py [--csieve PROGRAM] [--checks LIST] [--list] PATH...

Every path is checked on its own, so the files of a directory are checked together. A driver fails as it says if
the address or undefined-behaviour sanitizer prints one of the reports that the driver's comment predicts, at the
place that it names. `--list` prints the drivers that do not, and the findings without a driver with the reason.
Exit code: 0, or 1 if fewer than 98 % of the drivers fail as they say.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 60
SHARE = 0.98


def confirmed(csieve: str, checks: str, path: str) -> list[dict]:
    """The confirmed findings under a path. Raises ValueError if csieve prints no report."""
    command = [csieve, "check", "-q", "--format", "json", "--checks", checks, path]
    ran = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(ran.stdout)
    return [finding for finding in report["findings"] if finding["verdict"] == "confirmed"]


def tried(text: str, folder: Path) -> str:
    """What becomes of a driver that is compiled as its comment says: `fails as it says`, or what it does instead."""
    command = re.search(r"^ \* Compile and run:\n \*   (.*) && \./(.*)", text, re.M)
    if not command:
        return "has no command"
    program = folder / command[2]
    program.with_suffix(".c").write_text(text)
    compiled = subprocess.run(["sh", "-c", command[1]], cwd=folder, capture_output=True, text=True)
    if compiled.returncode != 0:
        return "does not compile: " + first(compiled.stderr)
    try:
        ran = subprocess.run([program], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "does not end"
    said = ran.stderr.decode(errors="replace")
    if ran.returncode == 0:
        return "passes"
    line = re.search(r"^ \* Expected: it fails and reports (.*)", text, re.M)
    reports = re.findall(r'"([^"]*)"', line[1]) if line else []
    if not any(report in said for report in reports):
        return f"reports something else than {reports}: " + first(said)
    place = re.search(r"^ \* Where: (.*)", text, re.M)
    if place and place[1] not in said:
        return f"does not name {place[1]}: " + first(said)
    return "fails as it says"


def first(text: str) -> str:
    """The first line of a message that says what is wrong."""
    lines = [line for line in text.splitlines() if "error" in line.lower()] or text.splitlines() or [""]
    return lines[0][:200]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", default="csieve")
    parser.add_argument("--checks", default="+assertion-failure", help="as for `csieve check`")
    parser.add_argument("--list", action="store_true", help="print what is not as it should be")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    given = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for path in given.paths:
            for finding in confirmed(given.csieve, given.checks, path):
                place = f"{finding['file']}:{finding['line']}"
                command = [given.csieve, "driver", "-q", "--checks", given.checks, "--rule", finding["rule"], place]
                around = ["--with", path] if Path(path).is_dir() else []
                written = subprocess.run([*command, *around], capture_output=True, text=True)
                if written.returncode == 0:
                    result = tried(written.stdout, Path(scratch))
                else:
                    result = "has no driver: " + first(written.stderr)
                counts[result.split(":")[0]] += 1
                if given.list and result != "fails as it says":
                    print(f"{place}: {finding['rule']}: {result}", flush=True)
    drivers = sum(count for result, count in counts.items() if result != "has no driver")
    for result, count in counts.most_common():
        print(f"{count:5} {result}")
    good = counts["fails as it says"]
    print(f"{good} of {drivers} drivers fail as they say")
    return 0 if good >= SHARE * drivers else 1


if __name__ == "__main__":
    sys.exit(main())
