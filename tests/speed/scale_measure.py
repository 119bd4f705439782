"""What the steps of csieve cost on real projects: processor time of each step, bytes of each file.

Each step runs in a process with one thread, as an engine would run it: the first summaries for one unit, all later steps for
tasks of about ten units. The time is user and system time, which other work on the machine disturbs less than the time of
the clock.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "projects"))

import build
import check
from catalogue import Project

# How many units a task has; groups that must be summarised together are not cut.
TASK = 10

# Where the length of the head stands in a summary file, and where the head starts.
LENGTH, HEAD = 24, 32


@dataclass(frozen=True)
class Steps:
    """Runs steps in one folder of sources."""

    program: Path
    sources: Path
    folder: Path

    def run(self, *command: str, good: tuple[int, ...] = (0, 1)) -> tuple[float, str, int]:
        """Runs a step; returns its processor time in milliseconds, what it printed, and the most bytes of memory."""
        child = subprocess.Popen(
            [str(self.program), *command, "-j", "1"] if command[0] != "merge" else [str(self.program), *command],
            cwd=self.sources,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with child.stdout as output:
            text = output.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in good:
            sys.exit(f"csieve {' '.join(command)} ended with {child.returncode}")
        return round(1000 * (used.ru_utime + used.ru_stime), 1), text, 1024 * used.ru_maxrss

    def file(self, name: str) -> str:
        return str(self.folder / name)

    def size(self, name: str) -> int:
        return (self.folder / name).stat().st_size

    def head(self, name: str) -> int:
        """Returns how many bytes of a summary file are read by every step that knows it."""
        with open(self.folder / name, "rb") as file:
            return int.from_bytes(file.read(HEAD)[LENGTH:], "little")

    def summarise(self, units: list[str], to: str, known: str = "") -> float:
        given = ["--with", self.file(known)] if known else []
        return self.run("summarise", "-q", "-p", ".", *units, "-o", self.file(to), *given, good=(0, 3))[0]

    def check(self, files: list[str], known: str, to: str) -> float:
        given = ["--with", self.file(known)] if known else []
        command = ["check", "-q", *map(self.file, files), "--format", "sarif", "-o", self.file(to), *given]
        return self.run(*command, good=(0, 1, 3))[0]


def measure(program: Path, project: Project) -> dict:
    """Returns what all steps of a project cost."""
    paths = [os.path.relpath(entry.path, project.folder) for entry in build.entries(project)]
    units = list(dict.fromkeys(path for path in paths if path.endswith(".c")))
    with tempfile.TemporaryDirectory(prefix="csieve-scale-") as folder:
        steps = Steps(program, project.folder, Path(folder))
        one = ("check", "-q", "--no-cache", "-p", ".", "--format", "sarif", "-o", os.devnull)
        whole, _, memory = steps.run(*one, *units, good=(0, 1, 3))
        summarise = [steps.summarise([unit], f"{at}.csum") for at, unit in enumerate(units)]
        rounds, last, load = complete(steps, units)
        checked = []
        for at in range(0, len(units), TASK):
            files = [f"{unit}.csum" for unit in range(at, min(at + TASK, len(units)))]
            checked.append([len(files), steps.check(files, last, f"{at}.sarif")])
        logs = [steps.file(f"{at}.sarif") for at in range(0, len(units), TASK)]
        merge = steps.run("merge", *logs, "-o", steps.file("all.sarif"), good=(0, 1, 3))[0]
        level = levels(units, rounds)
        rows = [
            [check.lines(str(project.folder / unit)), summarise[at], steps.size(f"{at}.csum"), level[at]]
            for at, unit in enumerate(units)
        ]
        return {
            "whole": whole,
            "memory": memory,
            "merge": merge,
            **load,
            "bytes": steps.size(last),
            "head": steps.head(last),
            # Of each task: how many units, ms.
            "checks": checked,
            "rounds": [{"link": each["link"], "tasks": each["tasks"]} for each in rounds],
            # Of each unit: lines, ms to summarise it for the first time, bytes, the last round that it is in.
            "units": rows,
        }


def complete(steps: Steps, units: list[str]) -> tuple[list[dict], str, dict]:
    """Links, and summarises again until nothing is left. Returns the rounds, the last file, and what it costs to read it."""
    files = [f"{at}.csum" for at in range(len(units))]
    rounds = []
    seen = set()
    while True:
        known = f"all{len(rounds)}.csum"
        cost, text, _ = steps.run("link", *map(steps.file, files), "-o", steps.file(known), good=(0, 4))
        groups = [line.split("\t") for line in text.splitlines()]
        state = hashlib.sha256((steps.folder / known).read_bytes()).digest()
        if state in seen:
            print(f"never ends: {text}", end="", file=sys.stderr)
            groups = []
        seen.add(state)
        files = [known]
        tasks = []
        for at, together in enumerate(shared(groups)):
            files.append(f"again{len(rounds)}-{at}.csum")
            tasks.append([len(together), steps.summarise(together, files[-1], known)])
        rounds.append({"link": cost, "tasks": tasks, "groups": groups})
        if not groups:
            break
    (steps.folder / "empty.c").write_text("int nothing;\n")
    start = steps.summarise([steps.file("empty.c")], "empty.csum")
    alone = steps.check(["empty.csum"], "", "empty.sarif")
    return rounds, known, {"start": start, "load": round(steps.check(["empty.csum"], known, "empty.sarif") - alone, 1)}


def shared(groups: list[list[str]]) -> list[list[str]]:
    """Puts groups together to tasks of about so many units."""
    tasks: list[list[str]] = []
    for group in sorted(groups, key=len, reverse=True):
        if not tasks or len(tasks[-1]) + len(group) > TASK:
            tasks.append([])
        tasks[-1] += group
    return tasks


def levels(units: list[str], rounds: list[dict]) -> list[int]:
    """Returns the last round in which each unit is summarised; 0 if it is not summarised again."""
    last = dict.fromkeys(units, 0)
    for number, each in enumerate(rounds, 1):
        last.update((unit, number) for group in each["groups"] for unit in group)
    return [last[unit] for unit in units]


def written(data: dict) -> str:
    """Returns the measurement as JSON, with a line for each unit and for each round."""
    text = json.dumps(data, indent=1)
    return re.sub(r"\[\s+((?:[-\d.]+,\s+)*[-\d.]+)\s+\]", lambda found: "[" + " ".join(found[1].split()) + "]", text) + "\n"
