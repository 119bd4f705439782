#!/usr/bin/env python3
"""Compares the tokens of `csieve expand` and `gcc -E` for every file of the projects, with its own options.

Usage: tokens.py [--subject COMMAND] [--every N] [--jobs N] [--json FILE] [PROJECT...]

White space and `#pragma` lines are ignored. Files that differ only in how `__FILE__` spells the path of a
header are counted separately. Each difference is shown with the source line that it comes from. Equal
differences of several files are grouped, because one cause in a header shows in each file that includes the
header. COMMAND is another preprocessor to compare with gcc: `{file}` stands for the source, `{folder}` for
the folder of compile_commands.json and `{flags}` for the preprocessing options. Exit code: 0 if all files are
equal, else 1.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

import build
from catalogue import HERE, Project, projects
from lex import Token, spellings, tokens

SUBJECT = f"{HERE.parent.parent}/target/release/csieve expand -p {{folder}} {{file}}"
# How many tokens are shown of each stream, how many have to agree before two streams count as equal again,
# and how many tokens ahead such an agreement is searched for.
SHOWN, TOGETHER, AHEAD = 8, 6, 400
# The kind of a difference between two string literals that spell the path of the same file.
PATH = "other path of the same file"
# The time limit of a preprocessor in seconds. It is long, because other work may slow the machine down.
PATIENCE = 3600


@dataclass(frozen=True)
class Difference:
    """A difference between two token streams. `place` is the source file and line, where that is known."""

    place: str
    kind: str
    gcc: str
    ours: str


def output(command: list[str], folder: str) -> tuple[str, str]:
    """Runs a command; returns its output and, if it failed, the first line of its errors (else empty)."""
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE)
    text = done.stdout.decode("latin-1")
    said = done.stderr.decode("latin-1").strip().splitlines()
    return text, (said[0] if said else f"exit code {done.returncode}") if done.returncode else ""


def subject(template: str, project: Project, entry: build.Entry) -> list[str]:
    command = []
    for part in shlex.split(template):
        if part == "{flags}":
            command += entry.preprocessing
        else:
            command.append(part.format(file=entry.path, folder=project.folder))
    return command


def together(left: list[str], right: list[str], at: int, other: int) -> tuple[int, int] | None:
    """Returns the nearest positions from which both streams agree again; None if there are none near."""
    known = {tuple(right[k : k + TOGETHER]): k for k in range(min(other + AHEAD, len(right)), other - 1, -1)}
    for step in range(AHEAD):
        found = known.get(tuple(left[at + step : at + step + TOGETHER]))
        if found is not None:
            return at + step, found
    return None


def differences(reference: list[Token], ours: list[Token]) -> list[Difference]:
    """Returns all differences, up to the first one after which the streams do not agree again."""
    left, right = [token.text for token in reference], [token.text for token in ours]
    found, at, other = [], 0, 0
    while True:
        while at < len(left) and other < len(right) and left[at] == right[other]:
            at, other = at + 1, other + 1
        if at == len(left) and other == len(right):
            return found
        again = together(left, right, at, other)
        end, other_end = again or (at + SHOWN, other + SHOWN)
        place = reference[min(at, len(reference) - 1)].place if reference else "?"
        gone, new = left[at : min(end, at + SHOWN)], right[other : min(other_end, other + SHOWN)]
        found.append(Difference(place, kind(gone, new, bool(again)), " ".join(gone), " ".join(new)))
        if not again:
            return found
        at, other = again


def kind(gone: list[str], new: list[str], again: bool) -> str:
    """Returns the kind of a difference, a coarse cause by which differences are counted."""
    if not again:
        return "streams part for good"
    if not new:
        return "tokens missing"
    if not gone:
        return "tokens too many"
    if "".join(gone) == "".join(new):
        return "split differently"
    if len(gone) == len(new) and all(a[0] in "\"L'uU" and b[0] in "\"L'uU" for a, b in zip(gone, new)):
        return "other text in a literal"
    if all(text[:1].isdigit() for text in gone + new):
        return "other number"
    if gone[0][:1].isalpha() or gone[0][:1] == "_":
        return "name not as in gcc's output"
    return "other tokens"


def compare(template: str, project: Project, entry: build.Entry) -> list[Difference]:
    """Returns all differences of one file. A file that gcc rejects has one difference that says so."""
    text, refused = output([*entry.compiler, "-E", *entry.preprocessing, entry.path], entry.directory)
    if refused:
        return [Difference("", "gcc refuses it", refused, "")]
    try:
        theirs, failed = output(subject(template, project, entry), entry.directory)
    except subprocess.TimeoutExpired:
        return [Difference(entry.path, "no answer", "", f"{PATIENCE} seconds")]
    if failed and not theirs:
        return [Difference("", "failed", "", failed.replace(entry.path, "FILE"))]
    left, right = spellings(text), spellings(theirs)
    different = {pair for pair in zip(left, right) if pair[0] != pair[1]}
    if len(left) == len(right) and all(is_path(*pair, entry.directory) for pair in different):
        return [Difference("", PATH, *pair) for pair in sorted(different)]
    return differences(tokens(text), tokens(theirs))


def is_path(literal: str, other: str, folder: str) -> bool:
    """Returns whether two string literals are paths of the same file."""
    paths = [os.path.join(folder, each.strip('"')) for each in (literal, other) if each.startswith('"')]
    return len(paths) == 2 and all(map(os.path.exists, paths)) and os.path.samefile(*paths)


def row(name: str, results: list[list[Difference]]) -> str:
    equal, spelt = sum(not found for found in results), sum(map(differs_in_paths, results))
    share, rest = (100 * count / max(1, len(results)) for count in (equal, equal + spelt))
    return f"{name:10} {len(results):6} files {equal:6} equal {share:6.1f} % {spelt:6} but for paths {rest:6.1f} %"


def differs_in_paths(found: list[Difference]) -> bool:
    return bool(found) and all(one.kind == PATH for one in found)


def report(project: Project, results: dict[str, list[Difference]], places: int) -> None:
    unequal = {file: found for file, found in results.items() if found}
    print(row(project.name, list(results.values())), flush=True)
    files: dict[Difference, set[str]] = defaultdict(set)
    for file, found in unequal.items():
        for difference in found:
            files[difference].add(file)
    for difference, where in sorted(files.items(), key=lambda item: (-len(item[1]), item[0].place))[:places]:
        print(f"    {len(where):4} files  {difference.kind}: {difference.place}")
        print(f"        gcc:  {difference.gcc}\n        ours: {difference.ours}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--subject", default=SUBJECT)
    parser.add_argument("--every", type=int, default=1, help="only every N-th file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--places", type=int, default=12, help="places shown per project")
    parser.add_argument("--json", help="write all differences here")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    everything, kinds, total = {}, Counter(), []
    for project in projects(options.projects):
        entries = build.entries(project)[:: options.every]
        with ThreadPoolExecutor(options.jobs) as pool:
            found = pool.map(lambda entry: compare(options.subject, project, entry), entries)
            results = dict(zip((os.path.relpath(entry.path, project.folder) for entry in entries), found))
        report(project, results, options.places)
        total += results.values()
        kinds.update(one.kind for found in results.values() for one in found[:1])
        everything[project.name] = {file: [asdict(one) for one in found] for file, found in results.items()}
    print(row("total", total))
    for name, count in kinds.most_common():
        print(f"    {count:6} files, first difference: {name}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(everything, file, indent=1)
    return 1 if any(total) else 0


if __name__ == "__main__":
    sys.exit(main())
