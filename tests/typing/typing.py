#!/usr/bin/env python3
"""Types into real files through the language server and counts what flashes.

Usage: typing.py [--csieve PROGRAM | --server COMMAND] [--characters N] FILE...

At places spread over each file a harmless statement is typed, one character after the other, each as soon as the
findings for the one before are there, at least a twentieth of a second after it. Counted are findings that are gone in some state although the states before
and after the statement have them: in the function that is typed in, and elsewhere. Also printed is the time from a
character to the findings (median and the slowest of a hundred). The flags come from the `compile_commands.json` in a
folder around the file, if there is one. Exit code: 1 if something flashed.
"""

import argparse
import re
import shlex
import sys
import time
from pathlib import Path

from session import PROGRAM, Server, root_of

# Typed at each place. Every state that is not half typed means the same for the rest of the function.
STATEMENT = """    int typed_here = 0;
    if (typed_here == 1) {
        typed_here += (2 * 3);
    }
"""


def bare(line: str) -> str:
    """Returns a line without its strings, characters and comments."""
    return re.sub(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])*'|//.*|/\*.*?\*/", "", line)


def functions(lines: list[str]) -> list[tuple[int, int]]:
    """Returns the first and the last line of each function's body, from 0, as far as its braces show it."""
    found, depth, first = [], 0, 0
    for number, line in enumerate(map(bare, lines)):
        if depth == 0:
            first = number
        depth = max(0, depth + line.count("{") - line.count("}"))
        if depth == 0 and number > first and re.search(r"^\{|\)\s*\{$", bare(lines[first]).rstrip()):
            found.append((first, number))
    return found


def places(lines: list[str]) -> list[tuple[int, tuple[int, int]]]:
    """Returns the lines in front of which a statement may stand, with the functions that they are in."""
    found = []
    for first, last in functions(lines):
        depth = 1
        for number in range(first + 1, last):
            before, following = lines[number - 1].rstrip(), lines[number].strip()
            starts = re.search(r"[;{]$", before) and not re.search(r"[=,]\s*\{$|^\s*(case|default)\b", before)
            if depth == 1 and starts and not re.match(r"(else|while|case|default|[})#\"])|.*\\$|$", following):
                found.append((number, (first, last)))
            code = bare(lines[number])
            depth += code.count("{") - code.count("}")
    return found


def identity(finding: dict, lines: list[str]) -> tuple[str, str]:
    """Returns what a finding is, however far it has moved: its rule and its line."""
    return str(finding.get("code")), lines[finding["range"]["start"]["line"]].strip()


def type_at(server: Server, uri: str, lines: list[str], place: tuple[int, tuple[int, int]], version: int) -> tuple[int, list, list, list]:
    """Types the statement in front of a line and removes it again. Returns the version of the text, the findings that
    flashed in the function and elsewhere, and the seconds that each character took."""

    def edit(line: int, start: int, end_line: int, end: int, text: str) -> list[dict]:
        nonlocal version
        version += 1
        span = {"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}}
        changes = [{"range": span, "text": text}]
        server.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})
        return server.findings(version)

    number, (first, last) = place
    states, seconds, typed = [], [], ""
    for character in STATEMENT:
        row, column = typed.count("\n"), len(typed) - (typed.rfind("\n") + 1)
        typed += character
        start = time.monotonic()
        found = edit(number + row, column, number + row, column, character)
        seconds.append(time.monotonic() - start)
        time.sleep(max(0.0, 0.05 - seconds[-1]))
        now = lines[:number] + (typed + lines[number]).split("\n") + lines[number + 1 :]
        more = len(now) - len(lines)
        keys = {identity(finding, now): first <= finding["range"]["start"]["line"] <= last + more for finding in found}
        states.append(keys)
    after = edit(number, 0, number + STATEMENT.count("\n"), 0, "")
    kept = {identity(finding, lines): first <= finding["range"]["start"]["line"] <= last for finding in after}
    gone = [(key, is_inside) for state in states for key, is_inside in kept.items() if key not in state]
    return version, [key for key, inside in gone if inside], [key for key, inside in gone if not inside], seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--server", metavar="COMMAND", help="another language server, such as clangd, to compare with")
    parser.add_argument("--characters", type=int, default=3_000, help="how many characters to type into each file")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    command = shlex.split(options.server) if options.server else [str(options.csieve.resolve()), "serve", "--no-cache"]
    flashed = False
    for path in map(Path.resolve, options.files):
        text = path.read_text(errors="replace").replace("\r\n", "\n")
        lines, uri, version = text.split("\n"), path.as_uri(), 1
        server = Server(command, root_of(path))
        document = {"uri": uri, "languageId": "c", "version": version, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        findings = server.findings(version)
        possible = places(lines)
        count = max(1, options.characters // len(STATEMENT))
        chosen = possible[:: max(1, len(possible) // count)][:count]
        inside, elsewhere, seconds = [], [], []
        for place in chosen:
            version, here, there, took = type_at(server, uri, lines, place, version)
            inside, elsewhere, seconds = inside + here, elsewhere + there, seconds + took
            for where, keys in (("in the function", here), ("elsewhere", there)):
                for key in sorted(set(keys)):
                    print(f"  {path.name}:{place[0] + 1}: gone {where} in {keys.count(key)} states: {key}", flush=True)
        server.stop()
        if not seconds:
            print(f"{path.name}: no place to type at", flush=True)
            continue
        seconds.sort()
        flashed |= bool(inside or elsewhere)
        print(
            f"{path.name}: {len(lines)} lines, {len(findings)} findings, {len(seconds)} characters at {len(chosen)} places; "
            f"flashed: {len(inside)} in the function, {len(elsewhere)} elsewhere; "
            f"{1000 * seconds[len(seconds) // 2]:.0f} ms in the median, {1000 * seconds[len(seconds) * 99 // 100]:.0f} ms at most in 99 of 100",
            flush=True,
        )
    return 1 if flashed else 0


if __name__ == "__main__":
    sys.exit(main())
