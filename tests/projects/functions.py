#!/usr/bin/env python3
"""Compares the functions csieve finds with those gcc sees in the same files with the same options.

Usage: functions.py [--results FOLDER] [--json FILE] [PROJECT...]

gcc's list comes from `-aux-info`: one line per function defined, after preprocessing. csieve's list comes from the results
that check.py left in the cache folder, or from ctags with `--ctags`, for comparison. A function is the same if its file and its name
are; of those, the lines are compared too.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import build
from catalogue import Project, cache, projects

DEFINED = re.compile(r"/\* (.*):(\d+):[NO]F \*/ (.*)")
# In `static int (*name (void)) (int)`, what is before `(*` is a type.
NAME = re.compile(r"(\w+) \((?!\*)")
# Name and line of each function of a file.
Functions = dict[str, int]


def gcc(entry: build.Entry) -> Functions | None:
    """The functions gcc sees defined in the file itself; nothing if it refuses the file."""
    with tempfile.NamedTemporaryFile(suffix=".X") as info:
        command = [*entry.compiler, "-fsyntax-only", "-w", "-aux-info", info.name, *entry.preprocessing, entry.path]
        done = subprocess.run(command, cwd=entry.directory, capture_output=True)
        if done.returncode != 0:
            return None
        found = {}
        for line in Path(info.name).read_text(errors="replace").splitlines():
            defined = DEFINED.match(line)
            if defined and os.path.normpath(os.path.join(entry.directory, defined[1])) == entry.path:
                found[NAME.search(defined[3])[1]] = int(defined[2])
        return found


def ctags(entry: build.Entry) -> Functions:
    done = subprocess.run(["ctags", "-x", "--c-kinds=f", "--language-force=C", entry.path], capture_output=True)
    rows = (line.split() for line in done.stdout.decode("latin-1").splitlines())
    return {row[0]: int(row[2]) for row in rows}


def csieve(project: Project, results: Path) -> dict[str, Functions]:
    """The functions of each file in csieve's own output."""
    document = json.loads((results / f"{project.name}.json").read_text())
    files = document.get("files") or []
    return {
        os.path.normpath(os.path.join(project.folder, file["file"])): {
            function["name"]: function["line"] for function in file["functions"]
        }
        for file in files
    }


def cause(name: str, line: int, path: str, missing: bool) -> str:
    """Why one side alone may have a function, judged by what its line looks like."""
    with open(path, encoding="latin-1") as file:
        text = file.read().splitlines()
    row = text[line - 1] if line <= len(text) else ""
    if not re.search(rf"\b{re.escape(name)}\b", row):
        return "its name is made by a macro" if missing else "the line does not name it"
    before = "\n".join(text[:line])
    if before.count("#if") > before.count("#endif"):
        return "inside #if"
    if re.match(r"\s*[A-Z_0-9]+\s*\(", row):
        return "its header is a macro"
    if not re.search(r"[{;]", "".join(text[line - 1 : line + 3])) or re.match(rf"\w*\s*{re.escape(name)}\s*\([\w\s,]*\)$", row):
        return "an old style or long header"
    return "other"


def compare(project: Project, ours: dict[str, Functions], threads: int) -> dict:
    """Counts and differences of one project."""
    entries = build.entries(project)
    with ThreadPoolExecutor(threads) as pool:
        reference = list(pool.map(gcc, entries))
    counts, differences, causes = Counter(), [], Counter()
    for entry, theirs in zip(entries, reference):
        if theirs is None:
            counts["refused"] += 1
            continue
        mine = ours.get(entry.path, {})
        counts["files"] += 1
        counts["gcc"] += len(theirs)
        counts["ours"] += len(mine)
        counts["both"] += len(theirs.keys() & mine.keys())
        counts["other line"] += sum(mine[name] != theirs[name] for name in theirs.keys() & mine.keys())
        for name in theirs.keys() ^ mine.keys():
            missing = name in theirs
            line = theirs[name] if missing else mine[name]
            why = ("missing: " if missing else "too many: ") + cause(name, line, entry.path, missing)
            causes[why] += 1
            place = f"{os.path.relpath(entry.path, project.folder)}:{line}"
            differences.append({"cause": why, "name": name, "place": place})
    differences.sort(key=lambda found: (found["cause"], found["place"], found["name"]))
    return {"counts": dict(counts), "causes": dict(causes.most_common()), "differences": differences}


def row(name: str, counts: dict[str, int]) -> str:
    gcc_, ours, both = (counts.get(key, 0) for key in ("gcc", "ours", "both"))
    agreement = 100 * both / max(1, gcc_ + ours - both)
    others = [counts.get(key, 0) for key in ("other line", "refused")]
    return f"{name:10}{gcc_:10}{ours:10}{both:10}{agreement:10.2f} %" + "".join(f"{other:12}" for other in others)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, help="folder that check.py wrote to")
    parser.add_argument("--ctags", action="store_true", help="compare ctags with gcc instead")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--differences", type=int, default=5, help="differences shown per project")
    parser.add_argument("--json", type=Path, help="write everything here")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    results = options.results or cache() / "results"
    everything, total, causes = {}, Counter(), Counter()
    columns = f"{'gcc':>10}{'csieve':>10}{'both':>10}{'agreement':>12}{'other line':>12}{'gcc refuses':>12}"
    print(f"{'project':10}{columns}", flush=True)
    for project in projects(options.projects):
        if options.ctags:
            ours = {entry.path: ctags(entry) for entry in build.entries(project)}
        else:
            ours = csieve(project, results)
        found = compare(project, ours, options.threads)
        everything[project.name] = found
        print(row(project.name, found["counts"]), flush=True)
        for difference in found["differences"][: options.differences]:
            print(f"{'':10}  {difference['cause']}: {difference['name']} {difference['place']}")
        total.update(found["counts"])
        causes.update(found["causes"])
    print(row("total", total))
    for why, count in causes.most_common():
        print(f"{count:8} {why}")
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1) + "\n")
    return 0 if total["both"] == total["gcc"] == total["ours"] else 1


if __name__ == "__main__":
    sys.exit(main())
