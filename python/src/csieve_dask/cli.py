"""The command line: `python -m csieve_dask [OPTION]... PATH... -o FILE`."""

import argparse
import contextlib
import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from distributed import Client, LocalCluster

from csieve_dask.project import Failure, Project, analyse
from csieve_dask.steps import INCOMPLETE, USAGE

DESCRIPTION = """
Analyses the C files under PATHs on the workers of a Dask cluster, and writes what csieve finds as a SARIF log: the same
bytes as `csieve check --format sarif PATH...`. Exit codes are those of csieve: 0 nothing found, 1 findings, 2 usage,
3 analysis incomplete.
"""

# Options about the build, as csieve has them; all take an argument.
BUILD = ("-p", "-I", "-D", "-U", "-iquote", "-isystem", "-idirafter", "-include", "-std", "--target")

# Options of the analysis and of the output that take an argument.
ANALYSIS = ("--checks", "--refuters")
FLAGS, SHOWN = ("--wrapv", "--no-proof-check"), ("--show-doubtful", "--show-refuted", "--no-minor")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit code."""
    given = _parser().parse_args(arguments)
    try:
        return _run(given)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return failure.code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("csieve_dask", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="C files or folders, relative to the checkout")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the SARIF log to write")
    cluster = parser.add_argument_group("cluster")
    cluster.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler; without it, workers of this machine")
    cluster.add_argument("--workers", type=int, metavar="N", help="how many workers to start, without --scheduler")
    cluster.add_argument("--csieve", default="csieve", metavar="BIN", help="csieve on the workers: a name or a path")
    cluster.add_argument("--retries", type=int, default=3, metavar="N", help="how often a task is tried again (3)")
    cluster.add_argument("--patience", type=float, default=60, metavar="S", help="seconds to wait for a worker (60)")
    cluster.add_argument("--batch", type=int, default=0, metavar="KIB", help="KiB of C files for a task; 1 for one file")
    progress = ("auto", "always", "never")
    cluster.add_argument("--progress", choices=progress, default="auto", help="whether to count tasks on standard error")
    sources = parser.add_argument_group("sources")
    where = "who reads the sources: the workers (default), or the client, which needs csieve then"
    sources.add_argument("--sources", choices=("workers", "client"), default="workers", help=where)
    sources.add_argument("--checkout", metavar="DIR", help="the folder of the sources there; this folder if not given")
    build = parser.add_argument_group("build, as for csieve")
    for name in BUILD:
        build.add_argument(name, action="append", default=[], metavar="X", dest=f"build {name}")
    analysis = parser.add_argument_group("analysis, as for csieve")
    for name in ANALYSIS:
        analysis.add_argument(name, metavar="LIST")
    for name in FLAGS + SHOWN:
        analysis.add_argument(name, action="store_true")
    analysis.add_argument("--library", action="append", default=[], metavar="FILE", help="a table of library functions")
    return parser


def _project(given: argparse.Namespace) -> Project:
    values = vars(given)
    build = []
    for name in BUILD:
        for value in values[f"build {name}"]:
            build += [f"-std={value}"] if name == "-std" else [name, value]
    value_of = {name: values[name.strip("-").replace("-", "_")] for name in (*ANALYSIS, *FLAGS, *SHOWN)}
    options = [f"{name}={value_of[name]}" for name in ANALYSIS if value_of[name] is not None]
    try:
        libraries = [(Path(name).name, Path(name).read_bytes()) for name in given.library]
    except OSError as error:
        raise Failure(str(error), USAGE) from error
    return Project(
        paths=given.paths,
        checkout=given.checkout or os.getcwd(),
        csieve=given.csieve,
        build=build,
        options=options + [name for name in FLAGS if value_of[name]],
        shown=[name for name in SHOWN if value_of[name]],
        libraries=libraries,
        sources_here=given.sources == "client",
        batch=given.batch * 1024 if given.batch > 1 else given.batch,
        retries=given.retries,
        patience=given.patience,
    )


def _run(given: argparse.Namespace) -> int:
    project = _project(given)
    progress = Progress(given.progress == "always" or (given.progress == "auto" and sys.stderr.isatty()))
    with _client(given) as client:
        try:
            outcome = analyse(client, project, progress.show)
        finally:
            progress.end()
    try:
        Path(given.output).write_bytes(outcome.log)
    except OSError as error:
        raise Failure(str(error)) from error
    print(f"{outcome.units} units, {outcome.links} links, {progress.seconds():.1f} s", file=sys.stderr)
    return outcome.code


@contextlib.contextmanager
def _client(given: argparse.Namespace) -> Iterator[Client]:
    """Connects to the scheduler, or starts workers on this machine."""
    with contextlib.ExitStack() as stack:
        try:
            address = given.scheduler
            if address is None:
                # What workers log when they end says nothing; what goes wrong in a task is an error of its own.
                own = {"dashboard_address": None, "silence_logs": logging.CRITICAL, "threads_per_worker": 1}
                address = stack.enter_context(LocalCluster(n_workers=given.workers or os.cpu_count() or 1, **own))
            client = stack.enter_context(Client(address, timeout=10, set_as_default=False))
            client.wait_for_workers(1, timeout=given.patience)
        except (OSError, TimeoutError) as error:
            where = given.scheduler or "this machine"
            raise Failure(f"{where}: no scheduler with workers answers: {error}", INCOMPLETE) from error
        yield client


class Progress:
    """A line that counts what is done: one that changes on a terminal, several otherwise."""

    def __init__(self, shown: bool):
        self._shown = shown
        self._terminal = sys.stderr.isatty()
        self._start = time.monotonic()

    def show(self, step: str, done: int, total: int) -> None:
        """Says how many tasks of a step are done."""
        if self._shown and step:
            line = f"{step} {done} of {total}"
            text = f"\r\x1b[K{line}" if self._terminal else f"{line}\n"
            print(text, end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leaves the line empty."""
        if self._shown and self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr)

    def seconds(self) -> float:
        return time.monotonic() - self._start
