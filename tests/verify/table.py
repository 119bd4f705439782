#!/usr/bin/env python3
"""Prints how many tasks of a folder csieve verify answers rightly, by family, and another verifier beside it.

Usage: table.py FOLDER [--csieve PROGRAM] [--cbmc PROGRAM] [--seconds N] [--most N] [--only TEXT] [--jobs N] [--list FILE]

A family is a folder of FOLDER with C files whose names say what is right: `_true` or `_false`, perhaps with a property
such as `-unreach-call`, `-valid-deref`, `-no-overflow` or `-termination` behind it. A file that needs macros says so in a
line `// V: NAME CC_OPT: -DSIZE=10`; the first such line counts. A file that includes <assert.h> means a failing assertion
by its error call.
Each answer may take N seconds of processor time (60) and 4 GB. `--most` takes at most N tasks of each family, evenly
spread over its names. `--cbmc` names CBMC, which gets the same limits: it is asked again with more rounds of loops as long as its
answer depends on them and more time is left than the last answer took, and says "true" only where they are enough.
`--list` writes each task with its answers and the processor time they took; answers of a list that exists are taken
from it, so that a run that was stopped goes on. Exit code: 0, or 1 if an answer is wrong.
"""

import argparse
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

BUILT = Path(__file__).parents[2] / "target" / "release" / "csieve"
ROOM = 4 << 30
LABEL = re.compile(r"_(true|false)(?:-([a-z]+(?:-[a-z]+)?))?|(true|false)_\d|[-_](bug)\d*_")
# Programs whose names are wrong: `copysome1_false` copies every element that it compares, and `modulus_false` compares
# a number below `d`, or `d` itself, with its own remainder. `jain_1` to `jain_7` and `sum02` are there with both names
# and the same text: remainders of powers of two keep the assertions of `jain` true, and the sum of `sum02` wraps
# around before it is halved.
MISNAMED = {"copysome1_false.pkg.c", "modulus_false.c", "sum02_true.c"} | {f"jain_{n}_false.c" for n in (1, 2, 4, 5, 6, 7)}
PROPERTIES = {
    "valid-memsafety": "valid-memsafety",
    "valid-deref": "valid-memsafety",
    "valid-free": "valid-memsafety",
    "valid-memtrack": "valid-memsafety",
    "no-overflow": "no-overflow",
    "termination": "termination",
}
# What a task leaves to the verifier; csieve knows it by itself.
ASSERTS = "__VERIFIER_assert"
HARNESS = Path(__file__).parent / "harness.c"
# The rounds that CBMC unwinds loops, one after the other: few show most errors, many are needed for the rest.
ROUNDS = (2, 6, 20, 60, 200, 1000)
CBMC = {
    "unreach-call": ["--no-standard-checks"],
    "valid-memsafety": ["--no-standard-checks", "--pointer-check", "--bounds-check", "--memory-leak-check"],
    "no-overflow": ["--no-standard-checks", "--signed-overflow-check"],
}


@dataclass(frozen=True)
class Task:
    family: str
    path: Path
    property: str
    expected: str
    flags: tuple[str, ...]
    errors: tuple[str, ...]


@dataclass
class Row:
    tasks: int = 0
    answers: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> int:
        return self.answers.get(what, 0)


def expected(name: str) -> tuple[str, str] | None:
    """What is right, and the property; nothing if the name says several things."""
    labels = [match for match in LABEL.finditer(name)]
    if not labels:
        return None
    kinds = {(match[1] or match[3] or "false", match[2] or "") for match in labels}
    asked = [kind for kind in kinds if kind[1] in PROPERTIES] or list(kinds)
    plain = [kind for kind in kinds if kind[1] not in PROPERTIES]
    verdict, label = (plain or asked)[0]
    return verdict, PROPERTIES.get(label, "unreach-call")


def task(family: str, path: Path) -> Task | None:
    label = expected(path.stem)
    if label is None or path.name in MISNAMED:
        return None
    text = path.read_text(errors="replace")
    variant = re.search(r"^// V: *\S+ +CC_OPT:((?: +-D\S+)+)", text, re.MULTILINE)
    flags = tuple(variant[1].split()) if variant else ()
    asserts = re.search(r"^ *# *include *<assert.h>", text, re.MULTILINE)
    errors = ("reach_error", "__VERIFIER_error") + (("__assert_fail",) if asserts else ())
    return Task(family, path, label[1], label[0], flags, errors)


def spread(all_tasks: list[Task], most: int) -> list[Task]:
    """At most so many of the tasks, evenly spread."""
    count = min(most, len(all_tasks))
    return [all_tasks[index * len(all_tasks) // count] for index in range(count)]


def tasks(folder: Path, most: int, only: str) -> list[Task]:
    found = []
    for family in sorted(path for path in folder.iterdir() if path.is_dir()):
        here = [task(family.name, path) for path in sorted(family.glob("*.[ci]")) if only in str(path)]
        here = [one for one in here if one]
        found += spread(here, most)
    return found


def limited(command: list[str], seconds: float) -> tuple[str, float]:
    """The output of a command, and the seconds of processor time that it and its children took."""
    most = math.ceil(seconds)

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))

    # A file, because a pipe that nobody reads would hold up the command while we wait for its times.
    with tempfile.TemporaryFile() as output:
        running = subprocess.Popen(
            ["nice", *command], stdout=output, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limits
        )
        patience = threading.Timer(10 * most, os.killpg, (running.pid, signal.SIGKILL))
        patience.start()
        _, running.returncode, used = os.wait4(running.pid, 0)
        patience.cancel()
        output.seek(0)
        return output.read().decode(errors="replace"), used.ru_utime + used.ru_stime


def by_csieve(program: str, one: Task, seconds: int) -> tuple[str, str, float]:
    errors = [word for name in one.errors for word in ("--error-function", name)]
    command = [program, "verify", "-q", "-j", "1", "--property", one.property, *errors, *one.flags, str(one.path)]
    output, took = limited(command, seconds)
    line = output.strip()
    answer = "true" if line == "true" else "false" if line.startswith("false") else "unknown"
    return answer, line or "no answer within the limits", took


def by_cbmc(program: str, one: Task, seconds: int) -> tuple[str, str, float]:
    options = CBMC.get(one.property)
    if options is None:
        return "unknown", "not asked", 0.0
    took, more, said = 0.0, 0.0, ""
    text = one.path.read_text(errors="replace")
    lacks = ASSERTS in text and not re.search(ASSERTS + r"\s*\([^()]*\)\s*\{", text)
    files = [str(one.path), *([str(HARNESS)] if lacks else [])]
    for rounds in ROUNDS:
        if seconds - took <= more:
            break
        command = [program, "--unwind", str(rounds), "--unwinding-assertions", *options, *one.flags, *files]
        output, more = limited(command, seconds - took)
        took += more
        said = f"{rounds} rounds"
        if "VERIFICATION SUCCESSFUL" in output:
            return "true", said, took
        # Functions without a body return anything, for both verifiers.
        failed = re.findall(r"^\[(?!.*\.no-body\.).*\] .*: FAILURE$", output, re.MULTILINE)
        if not failed and "VERIFICATION FAILED" in output:
            return "true", said, took
        real = [line for line in failed if is_violation(line, one.property)]
        if real:
            return "false", f"{said}: {real[0]}", took
        if failed and not any(is_bound(line) for line in failed):
            return "unknown", f"{said}: {failed[0]}", took
    return "unknown", said, took


def is_bound(failure: str) -> bool:
    """Whether a check failed because more rounds or calls are possible than were unwound."""
    return ".unwind." in failure or ".recursion" in failure


def is_violation(failure: str, prop: str) -> bool:
    """Whether a check that failed is one of the property, not of CBMC's own limits."""
    return not is_bound(failure) and (prop == "unreach-call" or ".assertion." not in failure)


def already(listed: Path) -> dict[tuple[str, str, str], tuple[str, str, float]]:
    """The answers of a list, by the verifier, the family and the name of the task."""
    found = {}
    for line in listed.read_text().splitlines() if listed.exists() else []:
        name, family, task_name, _, expects, what, took, said = line.split("\t")
        wrong = "false" if expects == "true" else "true"
        answer = wrong if what == "WRONG" else what.split()[-1]
        found[name, family, task_name] = (answer, said, float(took))
    return found


def judged(one: Task, answer: str) -> str:
    if answer == "unknown":
        return "unknown"
    return f"right {answer}" if answer == one.expected else "WRONG"


def table(names: list[str], families: dict[str, dict[str, Row]]) -> str:
    kinds = ["right true", "right false", "unknown", "WRONG"]
    head = ["family", "tasks", *(f"{name}: {kind}" for name in names for kind in kinds)]
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    sums = {name: Row() for name in names}
    for family, rows in families.items():
        for name in names:
            sums[name].tasks += rows[name].tasks
            for kind in kinds:
                sums[name].answers[kind] = sums[name].count(kind) + rows[name].count(kind)
    for family, rows in [*families.items(), ("all", sums)]:
        cells = [str(rows[name].count(kind)) for name in names for kind in kinds]
        lines.append("| " + " | ".join([family, str(rows[names[0]].tasks), *cells]) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--csieve", default=str(BUILT))
    parser.add_argument("--cbmc")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--most", type=int, default=sys.maxsize)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", type=Path)
    options = parser.parse_args()
    verifiers = {"csieve": lambda one: by_csieve(options.csieve, one, options.seconds)}
    if options.cbmc:
        verifiers["CBMC"] = lambda one: by_cbmc(options.cbmc, one, options.seconds)
    families: dict[str, dict[str, Row]] = {}
    is_wrong = False
    known = already(options.list) if options.list else {}
    listed = options.list.open("w") if options.list else None

    def answers(one: Task) -> dict[str, tuple[str, str, float]]:
        return {name: known.get((name, one.family, one.path.name)) or ask(one) for name, ask in verifiers.items()}

    with ThreadPoolExecutor(options.jobs) as pool:
        all_tasks = tasks(options.folder, options.most, options.only)
        for one, given in zip(all_tasks, pool.map(answers, all_tasks)):
            rows = families.setdefault(one.family, {name: Row() for name in verifiers})
            for name, (answer, line, took) in given.items():
                what = judged(one, answer)
                rows[name].tasks += 1
                rows[name].answers[what] = rows[name].count(what) + 1
                is_wrong |= name == "csieve" and what == "WRONG"
                if listed:
                    fields = [name, one.family, one.path.name, one.property, one.expected, what, f"{took:.1f}", line]
                    print("\t".join(fields), file=listed, flush=True)
    print(table(list(verifiers), families))
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
