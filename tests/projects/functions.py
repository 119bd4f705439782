#!/usr/bin/env python3
"""Compares the functions that csieve and gcc find in the same files with the same options.

Usage: functions.py [--csieve PROGRAM] [--json FILE] [PROJECT...]

gcc's list comes from `-aux-info`, which writes one line per function defined, after preprocessing. Its
positions are those that `#line` sets; for a function that a system header declares, the position is that of
the prototype. Functions of both kinds are attributed to the file. csieve's list comes from
`csieve check --coverage`; with `--ctags`, the list of ctags takes its place. Two functions are the same if
their files and names agree. Their lines are then compared too.
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
from functools import cache
from pathlib import Path

import build
from catalogue import Project, projects
from check import PROGRAM

DEFINED = re.compile(r"/\* (.*):(\d+):[NO]F \*/ (.*)")
# The name is the first word before a `(` other than `(*`; in `static int (*name (void)) (int)`, not `int`.
NAME = re.compile(r"(\w+) \((?!\*)")
# A directive that renames the file, such as `#line 12 "parse.y"`.
RENAMED = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"([^"\n]+)"', re.MULTILINE)
# The line of each function of a file, by name.
Functions = dict[str, int]


def gcc(entry: build.Entry) -> Functions | None:
    """Returns the functions that gcc finds defined in the file itself; None if gcc rejects the file."""
    with tempfile.NamedTemporaryFile(suffix=".X") as info:
        command = [*entry.compiler, "-fsyntax-only", "-w", "-aux-info", info.name, *entry.preprocessing, entry.path]
        done = subprocess.run(command, cwd=entry.directory, capture_output=True)
        if done.returncode != 0:
            return None
        found, names = {}, RENAMED.findall(Path(entry.path).read_bytes())
        renamed = {name.decode(errors="replace") for name in names}
        for row in Path(info.name).read_text(errors="replace").splitlines():
            defined = DEFINED.match(row)
            if not defined:
                continue
            path = os.path.normpath(os.path.join(entry.directory, defined[1]))
            name, line = NAME.search(defined[3])[1], int(defined[2])
            # The headers of gnulib declare a replacement function `rpl_f` under the name `f`.
            if path == entry.path or defined[1] in renamed or is_prototype(path, line, name.removeprefix("rpl_")):
                found[name] = line
        return found


@cache
def is_prototype(path: str, line: int, name: str) -> bool:
    """Returns whether the text at a line of a system header declares the name, without a body."""
    with open(path, encoding="latin-1") as file:
        text = file.read()
    if not path.startswith("/usr/") and "#pragma GCC system_header" not in text:
        return False
    declaration = re.match(r"([^;{#]*);", "\n".join(text.split("\n")[line - 1 :]))
    return declaration is not None and re.search(rf"\b{name}\b", declaration[1]) is not None


def ctags(entry: build.Entry) -> Functions:
    done = subprocess.run(["ctags", "-x", "--c-kinds=f", "--language-force=C", entry.path], capture_output=True)
    rows = (line.split() for line in done.stdout.decode("latin-1").splitlines())
    return {row[0]: int(row[2]) for row in rows}


def csieve(program: Path, project: Project) -> dict[str, Functions]:
    """Returns the functions that csieve finds, by file."""
    files = [entry.path for entry in build.entries(project)]
    command = [program, "check", "--coverage", "--format", "json", "--quiet", "--checks", "division-by-zero"]
    done = subprocess.run([*command, "-p", project.folder, *files], capture_output=True, cwd=project.folder)
    return {
        os.path.normpath(os.path.join(project.folder, file["file"])): {
            found["function"]: found["line"] for found in file["found"]
        }
        for file in json.loads(done.stdout)
    }


def cause(name: str, line: int, path: str, missing: bool) -> str:
    """Guesses from the source line why only one of the two lists contains a function."""
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
    """Returns the counts and the differences of one project."""
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
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--ctags", action="store_true", help="compare ctags with gcc instead")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--differences", type=int, default=5, help="differences shown per project")
    parser.add_argument("--json", type=Path, help="write everything here")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    everything, total, causes = {}, Counter(), Counter()
    columns = f"{'gcc':>10}{'csieve':>10}{'both':>10}{'agreement':>12}{'other line':>12}{'gcc refuses':>12}"
    print(f"{'project':10}{columns}", flush=True)
    for project in projects(options.projects):
        if options.ctags:
            ours = {entry.path: ctags(entry) for entry in build.entries(project)}
        else:
            ours = csieve(options.csieve, project)
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
