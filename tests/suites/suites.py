"""The test files of other analysers: which warnings they expect, at which lines."""

import re
import shlex
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from warnings_of import CLANG, GCC, Rules, rules_of

GCC_WARNING = re.compile(r'dg-warning\s+"((?:[^"\\]|\\.)*)"((?:[^{}]|\{[^{}]*\})*)\}')
CLANG_WARNING = re.compile(r"([A-Za-z0-9_-]+)-warning(?:-re)?(?:@([+-]?\d+))?\s*(\d*)\+?\s*\{\{((?:[^}]|\}(?!\}))*)")
MEANT = re.compile(r"FIXME:?\s+(we )?([Ss]hould|[Ss]houldn't|[Dd]o) ?(not|n't|no)? ?(warn|be no)|[Ff]alse positive")
"""What a suite writes above a warning that it knows to be wrong."""
BLOCK = re.compile(r"\^\s*(\w+\s*\**\s*)?[({]|__block\b")
"""Blocks, which are no C."""
MARK = re.compile(r'^# (\d+) "([^"]*)"')
KEPT = re.compile(r"-[DUI]|-std=|-include|-f(un)?signed-char|-fshort-enums|-fwrapv")


@dataclass(frozen=True)
class Expected:
    """A warning that a suite expects."""

    line: int
    message: str
    rules: Rules


@dataclass
class Case:
    """A file of a suite."""

    file: Path
    flags: list[str]
    """What the compiler is told about macros, folders of headers and the version of C."""
    expected: list[Expected] = field(default_factory=list)
    others: list[Path] = field(default_factory=list)
    """Files that it is checked together with."""
    problem: str = ""
    """Why the file cannot be used here."""


def active_lines(file: Path, flags: list[str]) -> list[tuple[int, str]] | str:
    """The lines of a file that its conditions keep, with their comments; or what the preprocessor says against it."""
    ran = subprocess.run(["gcc", "-E", "-C", "-w", *flags, str(file)], capture_output=True, text=True, errors="replace")
    if ran.returncode != 0:
        return ran.stderr.strip().splitlines()[0] if ran.stderr.strip() else "gcc fails"
    lines, number, inside = [], 0, False
    for text in ran.stdout.splitlines():
        mark = MARK.match(text)
        if mark:
            number, inside = int(mark[1]), mark[2] == str(file)
            continue
        if inside:
            lines.append((number, text))
        number += 1
    return lines


def relative(text: str, line: int) -> int:
    """The line that `.-1`, `@+2` or `7` means at a line."""
    text = text.strip().removeprefix(".")
    if not text:
        return line
    return line + int(text) if text[0] in "+-" else int(text)


def gcc_case(file: Path) -> Case:
    """A file of gcc's suite, with its `dg-` comments."""
    text = file.read_text(errors="replace")
    options = " ".join(re.findall(r'dg-(?:additional-)?options\s+"([^"]*)"', text))
    flags = [flag for flag in shlex.split(options) if KEPT.match(flag)] + [f"-I{file.parent}"]
    case = Case(file, flags)
    sources = re.findall(r'dg-additional-sources\s+"([^"]*)"', text)
    case.others = [file.parent / name for part in sources for name in part.split()]
    lines = active_lines(file, flags)
    if isinstance(lines, str):
        case.problem = lines
        return case
    labels = {name: number for number, line in lines for name in re.findall(r"dg-line\s+(\w+)", line)}
    for number, line in lines:
        for message, rest in GCC_WARNING.findall(line):
            if "xfail" in rest:
                continue
            place = re.search(r"\s(\.?[+-]?\d+|\.|[A-Za-z_]\w*)\s*$", rest.rstrip())
            at = labels.get(place[1]) or relative(place[1], number) if place else number
            case.expected.append(Expected(at, message, rules_of(message.replace("\\", ""), GCC)))
    return case


def clang_case(file: Path) -> Case | None:
    """A file of clang's suite, as its first `RUN` line with `-verify` runs it; nothing if there is none."""
    text = file.read_text(errors="replace").replace("\\\n", "\n")
    runs = re.split(r"//\s*RUN:", re.sub(r"\n//\s*RUN:\s{2,}(?=-)", " ", text))
    run = next((part.split("\n\n")[0] for part in runs[1:] if "-verify" in part and "-analyze" in part), None)
    if run is None or "XFAIL: *" in text:
        return None
    run = re.sub(r"//\s*RUN:|\n(?!//|\s*-).*", " ", run, flags=re.S)
    words = run.replace("%S", str(file.parent)).split()
    flags = [word for word in words if KEPT.match(word) and word not in ("-I", "-D")]
    flags += [pair for word, value in zip(words, words[1:]) if word in ("-I", "-D") for pair in (word + value,)]
    prefixes = next((word.removeprefix("-verify=").split(",") for word in words if word.startswith("-verify=")), ["expected"])
    case = Case(file, [*flags, f"-I{file.parent}"])
    inputs = {file.parent / name for name in re.findall(r"%S/(\S+\.c)\b", text)}
    case.others = sorted(other for other in inputs if other.exists() and other != file)
    lines = active_lines(file, case.flags)
    if isinstance(lines, str):
        case.problem = lines
        return case
    source = file.read_text(errors="replace").splitlines()
    for number, line in lines:
        for prefix, place, _, message in CLANG_WARNING.findall(line):
            at = relative(place, number)
            if prefix in prefixes and not MEANT.search("\n".join(source[max(at - 3, 0) : at])):
                rules = () if BLOCK.search(function_text(source, at)) else rules_of(message, CLANG)
                case.expected.append(Expected(at, message, rules))
    return case


def function_text(lines: list[str], line: int) -> str:
    """The text from the end of the function before a line to the line: lines that begin with a closing brace end one."""
    ends = [number for number, text in enumerate(lines[: line - 1], 1) if text[:1] == "}"]
    return "\n".join(lines[max(ends, default=0) : line])


def cases(root: Path) -> list[Case]:
    """The files of both suites below a folder, in the order of their names."""
    found = []
    for file in sorted(root.glob("gcc*/gcc/testsuite/gcc.dg/analyzer/**/*.c")):
        found.append(gcc_case(file))
    for file in sorted(root.glob("llvm*/clang/test/Analysis/**/*.c")):
        case = clang_case(file)
        if case is not None:
            found.append(case)
    return found
