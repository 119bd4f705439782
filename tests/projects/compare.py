#!/usr/bin/env python3
"""Compares the time of `csieve check` and `cppcheck --enable=warning` on the same files of each project.

Usage: compare.py [--csieve PROGRAM] [--cppcheck PROGRAM] [-j N] [--timeout SECONDS] [--rounds N]
                  [--json FILE] [PROJECT...]

Both programs read the same compile_commands.json, which this script writes with one entry for each existing C
file: cppcheck rejects a list that names a missing file, checks a file once per entry, and skips files without
a suffix of C. Before the clock starts, the script asks cppcheck for each file whether it accepts the file and
whether its preprocessor outputs any tokens: cppcheck does not search the system's headers, and gives up on a
file if a missing header leads to an #error. The programs run one after the other, csieve first, with the same
number of jobs. The fastest of the rounds counts. The seconds are wall-clock time, and processor time of all
processes. The memory is the peak of the largest process; cppcheck starts one process per job.
Exit code: 0, or 1 if a program failed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import build
from catalogue import Project, cache, projects
from check import PROGRAM, lines, measured

# The messages of cppcheck after which it skips the rest of a file. The group is the path of the file.
GIVEN_UP = re.compile(
    r"^(.+?):\d+:\d+: .*\[(?:preprocessorErrorDirective|syntaxError|unknownMacro|internalAstError|internalError|cppcheckError)\]$",
    re.MULTILINE,
)


@dataclass
class Run:
    """The time and memory of one program on one project. `ended` is false if the time limit stopped it."""

    seconds: float = 0.0
    processor: float = 0.0
    megabytes: float = 0.0
    ended: bool = True
    problem: str = ""


@dataclass
class Row:
    name: str
    files: int = 0
    lines: int = 0
    gave_up: int = 0
    csieve: Run = field(default_factory=Run)
    cppcheck: Run = field(default_factory=Run)

    @property
    def problem(self) -> str:
        return self.csieve.problem or self.cppcheck.problem


def common(project: Project) -> dict[str, dict]:
    """Returns the compile commands for both programs, by path: the first one of each existing C file."""
    chosen: dict[str, dict] = {}
    if project.commands.exists():
        for raw in json.loads(project.commands.read_text()):
            path = build.entry(raw).path
            if path.endswith(".c") and os.path.isfile(path):
                chosen.setdefault(path, raw)
    return dict(sorted(chosen.items()))


def understood(program: str, database: Path, path: str) -> bool | None:
    """Returns whether cppcheck's preprocessor outputs tokens for a file; None if cppcheck rejects it."""
    pattern = re.sub(r"([\[*?])", r"[\1]", path)
    command = [program, "-q", "-E", f"--project={database}", f"--file-filter={pattern}"]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        return None
    return any(line.strip() and not line.startswith(b"#") for line in done.stdout.splitlines())


def run(command: list[str], log: Path, patience: float, good: tuple[int, ...]) -> Run:
    """Runs a program. An exit code not in `good` is a problem, unless the time limit stopped the program."""
    code, seconds, processor, megabytes = measured(command, log, patience)
    ended = code != -9 or seconds < patience
    last = log.read_text(errors="replace").strip().splitlines()[-1:] or [""]
    problem = f"{Path(command[0]).name}: exit code {code}: {last[0]}" if ended and code not in good else ""
    return Run(seconds, processor, megabytes, ended, problem)


def csieve(program: str, folder: Path, files: list[str], options: argparse.Namespace) -> Run:
    document = folder / "csieve.json"
    document.unlink(missing_ok=True)
    command = [program, "check", "--quiet", "--no-cache", "--format", "json", "--output", str(document), "-p", str(folder)]
    done = run([*command, "--threads", str(options.jobs), *files], folder / "csieve.log", options.timeout, (0, 1))
    if done.ended and not done.problem:
        summary = json.loads(document.read_text())["summary"]
        if summary["files"] != len(files) or summary["unreadable"]:
            done.problem = f"csieve read {summary['files']} of {len(files)} files"
    return done


def cppcheck(program: str, folder: Path, options: argparse.Namespace) -> Run:
    output = folder / "cppcheck.txt"
    output.unlink(missing_ok=True)
    command = [program, f"--project={folder / 'compile_commands.json'}", "-q", "--enable=warning"]
    command += ["-j", str(options.jobs), f"--output-file={output}"]
    return run(command, folder / "cppcheck.log", options.timeout, (0,))


def better(old: Run | None, new: Run) -> Run:
    """Returns the faster of two runs. A failed run has precedence, so that the failure is reported."""
    return new if old is None or new.problem or (not old.problem and new.seconds < old.seconds) else old


def compare(project: Project, options: argparse.Namespace) -> Row:
    entries = common(project)
    row = Row(project.name, len(entries), sum(map(lines, entries)))
    if not entries:
        row.csieve.problem = "not prepared: run prepare.py"
        return row
    folder = options.results / "compare" / project.name
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "compile_commands.json"
    database.write_text(json.dumps(list(entries.values()), indent=1))
    with ThreadPoolExecutor(options.jobs) as pool:
        states = dict(zip(entries, pool.map(lambda path: understood(options.cppcheck, database, path), entries)))
    refused = [path for path, state in states.items() if state is None]
    if refused:
        row.cppcheck.problem = f"cppcheck does not take {len(refused)} files, such as {refused[0]}"
        return row
    ours, theirs = None, None
    for _ in range(options.rounds):
        ours = better(ours, csieve(str(options.csieve), folder, list(entries), options))
        theirs = better(theirs, cppcheck(options.cppcheck, folder, options))
    row.csieve, row.cppcheck = ours, theirs
    silent = {path for path, state in states.items() if not state}
    row.gave_up = len(silent | (stopped_at(folder / "cppcheck.txt") & states.keys()))
    return row


def stopped_at(output: Path) -> set[str]:
    """Returns the files in which cppcheck reported that it gave up. It reports the same place only once."""
    return set(GIVEN_UP.findall(output.read_text(errors="replace"))) if output.exists() else set()


def total(rows: list[Row]) -> Row:
    """Returns the total of all rows without a problem."""
    good = [row for row in rows if not row.problem]
    whole = Row("total", *(sum(getattr(row, name) for row in good) for name in ("files", "lines", "gave_up")))
    for name in ("csieve", "cppcheck"):
        runs = [getattr(row, name) for row in good]
        sums = (sum(getattr(one, each) for one in runs) for each in ("seconds", "processor"))
        setattr(whole, name, Run(*sums, max((one.megabytes for one in runs), default=0), all(one.ended for one in runs)))
    return whole


def ratio(row: Row) -> str:
    """Returns cppcheck's time divided by csieve's, as text: a bound if one was stopped, `-` if both were."""
    if not (row.csieve.ended or row.cppcheck.ended) or not row.csieve.seconds:
        return "-"
    sign = "" if row.csieve.ended and row.cppcheck.ended else ">" if row.csieve.ended else "<"
    return f"{sign}{row.cppcheck.seconds / row.csieve.seconds:.1f}"


def figures(row: Row) -> list[str]:
    """Returns the columns after the name, for the terminal and for docs/real-code.md."""
    both = row.csieve, row.cppcheck
    seconds = [("" if one.ended else ">=") + f"{one.seconds:.1f}" for one in both]
    sizes = [f"{row.lines / 1000:.1f}", str(row.files), str(row.gave_up)]
    return [*sizes, *seconds, ratio(row), *(f"{one.processor:.1f}" for one in both), *(f"{one.megabytes:.0f}" for one in both)]


COLUMNS = ["KLOC", "files", "gave up", "csieve s", "cppcheck s", "ratio", "csieve cpu", "cppcheck cpu", "csieve MB", "cppcheck MB"]


def printed(name: str, columns: list[str]) -> str:
    return f"{name:19}" + "".join(f"{column:>13}" for column in columns)


def rows(document: dict) -> list[Row]:
    """Returns the rows of the JSON output, read back."""
    return [Row(**each | {name: Run(**each[name]) for name in ("csieve", "cppcheck")}) for each in document["rows"]]


def versions(options: argparse.Namespace) -> dict[str, str]:
    programs = {"csieve": str(options.csieve), "cppcheck": options.cppcheck}
    return {name: subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip() for name, program in programs.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--cppcheck", default="cppcheck")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for each program and project")
    parser.add_argument("--rounds", type=int, default=1, help="how often each program runs")
    parser.add_argument("--json", type=Path, help="write the rows here")
    parser.add_argument("--results", type=Path, default=cache() / "results", help="folder for what the programs say")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    if shutil.which(options.cppcheck) is None:
        print(f"no comparison: {options.cppcheck} is not installed")
        return 0
    said = versions(options)
    print(f"{said['csieve']}, {said['cppcheck']}, {options.jobs} jobs, at most {options.timeout:.0f} s each")
    print(printed("project", COLUMNS), flush=True)
    done: list[Row] = []
    for project in projects(options.projects):
        done.append(compare(project, options))
        print(printed(project.name, figures(done[-1])), flush=True)
        if done[-1].problem:
            print(f"{'':19}{done[-1].problem}", file=sys.stderr, flush=True)
        if options.json:
            settings = {"versions": said, "jobs": options.jobs, "timeout": options.timeout, "rounds": options.rounds}
            options.json.write_text(json.dumps(settings | {"rows": list(map(asdict, done))}, indent=1) + "\n")
    print(printed("total", figures(total(done))))
    return 1 if any(row.problem for row in done) else 0


if __name__ == "__main__":
    sys.exit(main())
