#!/usr/bin/env python3
"""Judges what gcc, clang and cppcheck say of small programs whose misuses are known, and counts.

  measure.py --csieve target/debug/csieve FOLDER [--truth FILE] [--list]

A program NAME_ok.c has no misuse, so every report about runs is false; in its twin NAME_bug.c one edit makes one
true. For other programs, --truth names a JSON file: {"NAME.c": [[line, category, ...], ...]}; reports of these
categories at other lines are false. Nothing is known of leaks there, so these are counted apart.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOOLS = {
    "gcc -fanalyzer": ["gcc", "-fanalyzer", "-fdiagnostics-format=json", "-c", "-o", os.devnull],
    "gcc -O2 -Wall": ["gcc", "-O2", "-Wall", "-fdiagnostics-format=json", "-c", "-o", os.devnull],
    "clang": ["clang", "--analyze", "--analyzer-output", "plist"],
    "cppcheck": ["cppcheck", "--enable=warning", "--quiet", "--xml"],
}
CATEGORIES = [
    (r"double.free|free released|doubleFree", "double-free"),
    (r"use.after.free|after it is (freed|released)|deallocuse", "use-after-free"),
    (r"free.of.non.heap|free.nonheap|autovarInvalid|Argument to free", "invalid-free"),
    (r"null", "null-deref"),
    (r"uninit|garbage|undefined", "uninit"),
    (r"zerodiv|DivideZero|divi", "div-by-zero"),
    (r"leak", "leak"),
]


def same(one, other):
    """Returns whether two categories are the same. Tools do not always tell a second free from a use."""
    return one == other or {one, other} == {"double-free", "use-after-free"}


def category(rule, message):
    for text in (rule, message):
        for pattern, name in CATEGORIES:
            if re.search(pattern, text, re.I):
                return name
    return None


def report(tool, program, folder):
    """Runs a tool on a program; returns the path of its report."""
    out = folder / f"{program.name}.{tool}"
    command = [*TOOLS[tool], *(["-o", str(out)] if tool == "clang" else []), program.name]
    ran = subprocess.run(command, cwd=program.parent, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    if tool != "clang":
        out.write_text(ran.stderr)
    return out


def judged(csieve, program, folder):
    """Yields the results of all tools about a program, each with its tool."""
    for tool in TOOLS:
        path = report(tool, program, folder)
        if not path.exists() or not path.stat().st_size or tool.startswith("gcc") and "[" not in path.read_text():
            continue
        command = [csieve, "judge", "-q", "--exit-zero", "--format", "sarif", "--root", str(program.parent), str(path)]
        ran = subprocess.run(command, capture_output=True, text=True)
        if not ran.stdout:
            sys.exit(f"{program} {tool}: {ran.stderr}")
        for run in json.loads(ran.stdout)["runs"]:
            for result in run.get("results", []):
                yield tool, result


def truth_of(program, truth):
    """Returns whether a report of a category at a line is true; None if that is not known."""
    if program.stem.endswith("_ok"):
        return lambda line, kind: False
    if program.stem.endswith("_bug"):
        return lambda line, kind: True
    known = truth.get(program.name, [])
    kinds = {entry[1] for entries in truth.values() for entry in entries}

    def is_true(line, kind):
        if kind not in kinds:
            return None
        return any(same(kind, entry[1]) and abs(line - entry[0]) <= 1 for entry in known)

    return is_true


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--csieve", default="target/debug/csieve")
    parser.add_argument("--truth", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="list false reports that are left, and true ones that are refuted")
    arguments = parser.parse_args()
    truth = json.loads(arguments.truth.read_text()) if arguments.truth else {}
    programs = sorted(arguments.folder.resolve().glob("*.c"))
    csieve = str(pathlib.Path(arguments.csieve).resolve())
    counts, why = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = lambda program: list(judged(csieve, program, pathlib.Path(scratch)))
        for program, results in zip(programs, pool.map(work, programs)):
            is_true = truth_of(program, truth)
            for tool, result in results:
                message, rule = result["message"]["text"], result["ruleId"]
                kind = category(rule, message)
                said = result["properties"]["csieve"]
                if kind is None or "locations" not in result or said["reason"].startswith("not judged: `") and "in a run" in said["reason"]:
                    continue
                line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
                truly = {True: "true", False: "false", None: "unknown"}[is_true(line, kind)]
                counts[tool, truly, said["verdict"]] += 1
                counts["kind " + kind, truly, said["verdict"]] += 1
                if truly == "false" and said["verdict"] == "unrefuted":
                    why[re.sub(r"`[^`]*`|\d+", "_", said["reason"])] += 1
                wrong = (truly == "false") != (said["verdict"] == "refuted") and truly != "unknown"
                if arguments.list and (wrong and (truly == "false" or said["verdict"] == "refuted")):
                    print(f"{program.name}:{line}: {truly} {said['verdict']} {tool} {rule}: {message}: {said['reason']}")
    print(f"{'':24}{'false':>8}{'refuted':>9}{'left':>6}{'true':>7}{'refuted':>9}{'confirmed':>11}{'unknown':>9}{'refuted':>9}")
    for name in [*TOOLS, *sorted({key[0] for key in counts if key[0].startswith("kind")})]:
        of = lambda truly, *verdicts: sum(counts[name, truly, verdict] for verdict in verdicts)
        every = ("refuted", "unrefuted", "confirmed")
        print(
            f"{name:24}{of('false', *every):8}{of('false', 'refuted'):9}{of('false', 'unrefuted', 'confirmed'):6}"
            f"{of('true', *every):7}{of('true', 'refuted'):9}{of('true', 'confirmed'):11}"
            f"{of('unknown', *every):9}{of('unknown', 'refuted'):9}"
        )
    for reason, count in why.most_common():
        print(f"{count:5}  {reason}")


if __name__ == "__main__":
    main()
