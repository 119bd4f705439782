#!/usr/bin/env python3
"""Measures the processor time of csieve on real projects, beside that of compilers and of other analysers.

Usage: projects.py [--csieve PROGRAM] [--peers] [--timeout SECONDS] [--write] [PROJECT...]

The files are the C files that a project's build compiles; fetch.py and prepare.py of tests/projects must have prepared it.
The time is user and system time, which other work on the machine disturbs less than the time of the clock. Each program
runs on one core: `csieve check` once for all files of a project, with one thread and the options of check.py, all others
once for each file, with the options of the file's own compile command that affect its meaning. Without PROJECTs these are
the ones that come as crates and a few of Debian's of moderate size.

--peers also asks the analysers of peers.py, which takes hours. A file that a program does not take, or for which it needs
more than the timeout, is named and not counted in the time of this program. Further tables say which shares of the
checks the stages, the questions to parts, and the dearest functions took, which csieve measures itself, by the clock.
--write puts the tables into docs/performance.md.
Exit code: 0, or 1 if csieve failed on a project.
"""

import argparse
import math
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "projects"))

import build
import check
import compare
import peers
import refuters
from build import Entry
from catalogue import Project, projects
from document import table
from growth import PROGRAM, put

# Projects of the catalogue that are measured beside the crates.
DEBIAN = ("dash", "jq", "libpng", "nginx", "tmux")

# What gcc is asked. The options of the file come first, so that the last -O counts.
COMPILERS = {"gcc -E": ("-E",), "-fsyntax-only": ("-fsyntax-only",), "-O2 -c": ("-O2", "-c", "-o", os.devnull)}

# What the analysers of peers.py are called in the table.
ANALYSERS = {"clang": "clang --analyze", "gcc": "gcc -fanalyzer", "cppcheck": "cppcheck"}

# The programs of the first table, and those of them that csieve is compared with.
PROGRAMS = ("expand", *COMPILERS)
COMPARED = ("-O2 -c", "-fsyntax-only")

# The stages that `csieve check --measure` tells apart, in their order.
STAGES = (
    "reading",
    "summaries",
    "graph",
    "candidates",
    "equations",
    "path reduction",
    "proofs about all runs",
    "callees and callers",
    "runs of loops",
    "runs that confirm",
    "runs of functions and programs",
)

# The number of functions in the table of the dearest ones.
DEAREST = 20

# Runs a program on the file of a compile command; returns its processor seconds, and why it gave the file up if it did.
Run = Callable[[dict], tuple[float, str]]


@dataclass(frozen=True)
class Cost:
    """The processor seconds that a program took for a project, and how many files it gave up, which do not count.

    The seconds are NaN if it gave up all files.
    """

    seconds: float
    gave_up: int = 0


@dataclass
class Row:
    """What the programs took for a project. `costs` are of all but `csieve check`, whose time by the clock is `clock`."""

    name: str
    lines: int
    files: int
    check: float
    clock: float
    megabytes: float
    costs: dict[str, Cost] = field(default_factory=dict)

    def ratio(self, name: str) -> float:
        """Returns the time of `csieve check` divided by that of another program; NaN if that is zero or not known."""
        seconds = self.costs[name].seconds
        return self.check / seconds if seconds else math.nan


def once(command: Callable[[Entry], list[str]], patience: float) -> Run:
    """Returns what runs a command where a file is compiled. What it prints is thrown away: to keep it takes time, too."""

    def run(raw: dict) -> tuple[float, str]:
        entry = build.entry(raw)
        inside = ["env", "-C", entry.directory, "LC_ALL=C", *command(entry)]
        code, seconds, processor, _ = check.measured(inside, Path(os.devnull), patience)
        if code == -9 and seconds >= patience:
            return processor, "time-out"
        return processor, f"exit code {code}" if code else ""

    return run


def asked(peer: peers.Peer, patience: float) -> Run:
    """Returns what runs an analyser on a file."""

    def run(raw: dict) -> tuple[float, str]:
        answer = peers.ask(peer, raw, patience)
        return answer.processor, answer.gave_up

    return run


def programs(options: argparse.Namespace, project: Project) -> dict[str, Run]:
    """Returns the programs that run once for each file of a project."""
    expand = lambda entry: [str(options.csieve), "expand", "--quiet", "-p", str(project.folder), entry.path]
    compiler = lambda arguments: lambda entry: ["gcc", *peers.settings(entry), *arguments, entry.path]
    commands = {"expand": expand} | {name: compiler(arguments) for name, arguments in COMPILERS.items()}
    analysers = {ANALYSERS[peer.name]: asked(peer, options.timeout) for peer in there()} if options.peers else {}
    return {name: once(command, options.timeout) for name, command in commands.items()} | analysers


def there() -> list[peers.Peer]:
    """Returns the analysers that are installed."""
    return [peer for peer in peers.PEERS if shutil.which(peer.name)]


def cost(name: str, program: Run, entries: dict[str, dict]) -> Cost:
    """Returns what a program took for all files. Names those that it gave up."""
    taken, gave_up = 0.0, 0
    for path, raw in entries.items():
        seconds, reason = program(raw)
        if reason:
            gave_up += 1
            print(f"{name}: {path} is left out: {reason}", file=sys.stderr, flush=True)
        else:
            taken += seconds
    return Cost(taken if gave_up < len(entries) else math.nan, gave_up)


def measure(options: argparse.Namespace, project: Project, results: Path) -> Row | None:
    """Returns what the programs took for a project; None, with a message, if csieve did not check it."""
    entries = compare.common(project)
    checked = check.check(options.csieve, ["--threads", "1"], project, results)
    if checked.problem or not entries:
        print(f"{project.name} is left out: {checked.problem or 'it has no C file'}", file=sys.stderr, flush=True)
        return None
    row = Row(project.name, checked.lines, len(entries), checked.processor, checked.seconds, checked.megabytes)
    for name, program in programs(options, project).items():
        row.costs[name] = cost(name, program, entries)
    return row


def number(value: float) -> str:
    """Returns a number with the digits that a measurement is worth."""
    if math.isnan(value):
        return "-"
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def medians(columns: Iterable[Iterable[float]]) -> list[str]:
    """Returns the median of each column. Cells without a number do not count."""
    known = [[value for value in column if not math.isnan(value)] for column in columns]
    return [number(statistics.median(column)) if column else "-" for column in known]


def tabled(head: list[str], rows: list[Row], figures: Callable[[Row], list[float]], costs: dict[int, str]) -> str:
    """Returns a table with a row for each project and one of medians.

    `costs` are the columns whose program may have left out files; their cells say so.
    """
    body: list[list[object]] = []
    for row in rows:
        cells = [row.name, *map(number, figures(row))]
        for column, name in costs.items():
            if left := row.costs[name].gave_up:
                cells[column] += f" ({left} of {row.files} files left out)"
        body.append(list(cells))
    return table(head, [*body, ["median", *medians(zip(*map(figures, rows)))]])


def beside_compilers(rows: list[Row]) -> str:
    """Returns the table of csieve and the compiler."""
    head = ["project", "KLOC", "check s", "MB", *(f"{name} s" for name in PROGRAMS), *(f"check / {name}" for name in COMPARED)]

    def figures(row: Row) -> list[float]:
        return [row.lines / 1000, row.check, row.megabytes, *(row.costs[name].seconds for name in PROGRAMS), *map(row.ratio, COMPARED)]

    return tabled(head, rows, figures, dict(enumerate(PROGRAMS, 4)))


def beside_peers(rows: list[Row]) -> str:
    """Returns the table of csieve and the other analysers. They get no whole project, but its files one by one."""
    names = [name for name in ANALYSERS.values() if name in rows[0].costs]
    head = ["project", "KLOC", "check s", *(f"{name} s" for name in names), *(f"check / {name}" for name in names)]

    def figures(row: Row) -> list[float]:
        return [row.lines / 1000, row.check, *(row.costs[name].seconds for name in names), *map(row.ratio, names)]

    return tabled(head, rows, figures, dict(enumerate(names, 3)))


def share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def parts(found: dict[str, refuters.Measured], seconds: float) -> str:
    """Returns the table of the questions that csieve asks its parts, the dearest part first.

    csieve reads the clock there, so `seconds`, the time of all checks, is by the clock, too. On a busy machine both are
    longer than the processor time; their ratio hardly is.
    """
    taken = {name: sum(one.nanoseconds) / 1e9 for name, one in found.items()}
    ordered = sorted(taken.items(), key=lambda each: -each[1])
    body = [[name, found[name].asked, found[name].steps or "-", number(part), share(part, seconds)] for name, part in ordered]
    return table(["part", "asked", "steps", "clock s", "share"], body)


def stages(written: list[dict], seconds: float) -> str:
    """Returns the table of the stages of all checks, in the order in which they come, and of the rest."""
    taken: dict[str, float] = {}
    for one in written:
        for name, nanoseconds in one.get("stages", {}).items():
            taken[name] = taken.get(name, 0.0) + nanoseconds / 1e9
    ordered = [name for name in STAGES if name in taken]
    body = [[name, number(taken[name]), share(taken[name], seconds)] for name in ordered]
    rest = max(0.0, seconds - sum(taken.values()))
    return table(["stage", "clock s", "share"], [*body, ["all else", number(rest), share(rest, seconds)]])


def dearest(written: dict[str, dict], seconds: float) -> str:
    """Returns the table of the functions that took most time, with their shares of all checks. `written` is by project."""
    functions = [(name, one) for name, each in written.items() for one in each.get("functions", [])]
    functions.sort(key=lambda each: -each[1]["nanoseconds"])
    body = []
    for name, one in functions[:DEAREST]:
        taken = one["nanoseconds"] / 1e9
        body.append([name, Path(one["file"]).name, f"`{one['function']}`", one["steps"], number(taken), share(taken, seconds)])
    return table(["project", "file", "function", "steps", "clock s", "share"], body)


def standard() -> list[str]:
    """Returns the names of the projects that are measured if none is named."""
    return [project.name for project in projects([]) if project.crate or project.name in DEBIAN]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--peers", action="store_true", help="also measure clang's and gcc's analysers and cppcheck")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each file and program")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    if not options.csieve.exists():
        sys.exit(f"there is no {options.csieve}; `cargo build --release -p csieve` makes it")
    # The programs run in the folders of the files.
    options.csieve = options.csieve.resolve()
    chosen, rows = projects(options.projects or standard()), []
    with tempfile.TemporaryDirectory() as folder:
        for project in chosen:
            if row := measure(options, project, Path(folder)):
                rows.append(row)
                print(f"{row.name}: {row.check:.1f} s, {row.megabytes:.0f} MB", file=sys.stderr, flush=True)
        done = [project for project in chosen if project.name in {row.name for row in rows}]
        measured = refuters.measured(Path(folder), done)
        written = {project.name: refuters.written(Path(folder), project) for project in done}
    if not rows:
        sys.exit("no project was measured")
    seconds = sum(row.clock for row in rows)
    made = {
        "projects": beside_compilers(rows),
        "stages": f"{stages(list(written.values()), seconds)}\n{parts(measured, seconds)}",
        "functions": dearest(written, seconds),
    }
    if options.peers and there():
        made["peers"] = beside_peers(rows)
    for name, text in made.items():
        if options.write:
            put(name, text)
        else:
            print(text)
    return 0 if len(rows) == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
