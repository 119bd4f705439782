#!/usr/bin/env python3
"""Compiles and runs every program of the corpus with sanitizers: are the labels right?

Usage: verify.py [--only TEXT] [--jobs NUMBER]

Each program must compile with gcc and clang. Its runs get every input of its flow and every environment of its
kind. A corrected twin must end well each time. A program with the defect must fail at least once: with a report of
the address, undefined-behaviour or memory sanitizer of clang or of watch.c, which sees misused streams and locks;
a program of the kind `infinite-loop` must run until the time is up. The report must be one of the rule and name the
marked line, unless the kind allows any line or watch.c made it.
Exit code: 0, or 1 if a label is wrong.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases import Case, cases

WATCH = Path(__file__).parent / "watch.c"
WRAPPED = ["fopen", "popen", "fclose", "pclose", "fputs", "pthread_mutex_lock", "pthread_mutex_unlock"]
WRAPPED += ["rand", "malloc"]
OPTIONS = {
    "ASAN_OPTIONS": "exitcode=98:detect_leaks=1",
    "LSAN_OPTIONS": "exitcode=98",
    "MSAN_OPTIONS": "exitcode=98",
    "UBSAN_OPTIONS": "exitcode=98",
}
# Not for all kinds, as it keeps the stack of functions that returned, where it hides leaks.
KEEP_STACK = {"ASAN_OPTIONS": OPTIONS["ASAN_OPTIONS"] + ":detect_stack_use_after_return=1"}
ENDS_WELL = (0, 1)
"""Exit codes that are no report: some programs exit with 1 if memory is short."""
REPORTS = {
    "use-after-free": ("heap-use-after-free", "a stream is used that is not open"),
    "double-free": ("attempting double-free",),
    # The second one is the crash of `free` where it writes to read-only memory.
    "invalid-free": ("attempting free on address which was not malloc()-ed", "in __asan::Allocator::Deallocate"),
    "memory-leak": ("LeakSanitizer: detected memory leaks",),
    "null-dereference": ("null pointer of type",),
    "uninitialized-read": ("use-of-uninitialized-value",),
    "out-of-bounds": ("out of bounds for type", "heap-buffer-overflow", "stack-buffer-overflow"),
    "division-by-zero": ("division by zero",),
    "integer-overflow": ("unsigned integer overflow",),
    "infinite-loop": ("no end",),
    "resource-leak": ("a stream is still open",),
    "double-close": ("a stream is closed that is not open",),
    "mismatched-close": ("a stream is closed by a function for another kind",),
    "double-lock": ("a lock is taken that is held already",),
    "missing-unlock": ("a lock is still held",),
    "unlock-without-lock": ("a lock is released that is not held",),
    "stack-address-escape": ("stack-use-after-return",),
}
"""What the reports of each rule say."""
SECONDS = 60
ENDLESS = 2
"""Seconds after which a run with an infinite loop is taken to have no end."""


def sanitized(seen_by: str) -> list[str]:
    """The clang command for a kind of defect."""
    used = "address,undefined" if seen_by == "time" else seen_by
    return ["clang", "-g", "-O0", "-w", "-fno-builtin", f"-fsanitize={used}", "-fno-sanitize-recover=all"]


def build(case: Case, folder: Path) -> tuple[Path, str]:
    """The program of a case, and the messages of compilers that do not compile it."""
    text, built = case.write(folder), folder / case.name
    with_gcc = subprocess.run(["gcc", "-w", "-fsyntax-only", str(text)], capture_output=True, text=True)
    wrap = ["-Wl," + ",".join(f"--wrap={name}" for name in WRAPPED)]
    clang, program = sanitized(case.kind.seen_by), str(built) + ".o"
    compile_it = [*clang, "-Dmain=program", "-c", str(text), "-o", program]
    with_clang = subprocess.run(compile_it, capture_output=True, text=True)
    link = [*clang, *wrap, program, str(WATCH), "-o", str(built)]
    linked = subprocess.run(link, capture_output=True, text=True)
    return built, with_gcc.stderr + with_clang.stderr + linked.stderr


def report(built: Path, environment: dict[str, str], seconds: float) -> str:
    """What a run says that fails, `no end` if it does not end, or nothing if it ends well."""
    variables = os.environ | OPTIONS | environment
    try:
        text = environment.get("STDIN", "")
        ran = subprocess.run([built], input=text, capture_output=True, text=True, timeout=seconds, env=variables)
    except subprocess.TimeoutExpired:
        return "no end"
    return "" if ran.returncode in ENDS_WELL else f"exit code {ran.returncode}: {ran.stderr}"


def first_place(said: str, case: Case) -> int:
    """The first line of the program that a report names, or 0."""
    before, found, after = said.partition(f"{case.name}.c:")
    digits = "".join(character if character.isdigit() else " " for character in after[:12]).split(" ")[0]
    return int(digits) if found and digits else 0


def fails_as_labelled(case: Case, said: str) -> bool:
    """Whether this report is that of the defect."""
    if not any(text in said for text in REPORTS[case.kind.rule]):
        return False
    by_line = not case.kind.anywhere and case.kind.seen_by != "time" and "watch: " not in said
    return not by_line or first_place(said, case) in case.expected()


def problem(case: Case, folder: Path) -> str:
    """What is wrong with the label of this case, or nothing."""
    built, messages = build(case, folder)
    if messages:
        return "does not compile: " + messages[:600]
    seconds = ENDLESS if case.bug and case.kind.seen_by == "time" else SECONDS
    keep = KEEP_STACK if case.kind.rule == "stack-address-escape" else {}
    said = [report(built, keep | environment, seconds) for environment in case.environments()]
    built.unlink()
    if not case.bug:
        return next(("fails: " + each[:1500] for each in said if each), "")
    failing = [each for each in said if each]
    if not failing:
        return "no report"
    wrong = next((each for each in failing if not fails_as_labelled(case, each)), "")
    return "another report: " + wrong[:1500] if wrong else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases with this text in their names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    chosen, wrong = cases(given.only), 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        for case, found in zip(chosen, pool.map(lambda case: problem(case, Path(folder)), chosen)):
            if found:
                wrong += 1
                print(f"{case.name}: {found}", flush=True)
    print(f"{len(chosen)} programs run, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
