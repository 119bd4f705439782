#!/usr/bin/env python3
"""Runs gcc's and clang's analysers and cppcheck on a project with a compile_commands.json, and keeps their reports.

  project.py PROJECT OUT [--seconds N]

OUT gets gcc.json, one plist a file of clang, and cppcheck.xml; `csieve judge OUT/*` reads them all. Paths in the
reports are absolute.
"""
import argparse
import json
import os
import pathlib
import shlex
import subprocess

DROPPED = {"-c", "-MD", "-MMD", "-MP", "-M", "-MM"}
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}


def flags(entry):
    """Returns the flags of an entry that matter to an analyser, with its file."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    kept, index = [], 1
    while index < len(words):
        word = words[index]
        if word in WITH_VALUE:
            index += 1
        elif word not in DROPPED and not word.startswith(("-W", "-O", "-g")) and word != entry["file"]:
            kept.append(word)
        index += 1
    return kept


def run(command, folder, seconds, output):
    try:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        return print("too slow:", *command[-1:])
    if output:
        with output.open("a") as file:
            file.write(ran.stderr if ran.stderr.endswith("\n") else ran.stderr + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=120, help="the longest time for one file and tool")
    parser.add_argument("--quick", action="store_true", help="leave the analysers of gcc and clang out")
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    entries = json.loads((arguments.project / "compile_commands.json").read_text())
    seen = set()
    for entry in entries:
        folder = pathlib.Path(entry["directory"])
        file = str((folder / entry["file"]).resolve())
        if file in seen or not file.endswith(".c"):
            continue
        seen.add(file)
        name = f"{len(seen):04}-{pathlib.Path(file).stem}"
        own = flags(entry)
        warn = ["gcc", "-O2", "-Wmaybe-uninitialized", "-Wnull-dereference", "-Wuse-after-free", "-fdiagnostics-format=json"]
        run([*warn, *own, "-c", "-o", os.devnull, file], folder, arguments.seconds, out / "gcc.json")
        if arguments.quick:
            continue
        analyse = ["gcc", "-fanalyzer", "-fdiagnostics-format=json", *own, "-c", "-o", os.devnull, file]
        run(analyse, folder, arguments.seconds, out / "gcc.json")
        clang = ["clang", "--analyze", "--analyzer-output", "plist", *own, "-o", str(out / f"{name}.plist"), file]
        run(clang, folder, arguments.seconds, None)
    includes = sorted({word for entry in entries for word in flags(entry) if word.startswith("-I") and os.path.isabs(word[2:])})
    command = ["cppcheck", "--enable=warning", "--quiet", "--xml", *includes, *sorted(seen)]
    run(command, arguments.project, 30 * arguments.seconds, out / "cppcheck.xml")


if __name__ == "__main__":
    main()
