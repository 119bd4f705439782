"""The analysis of a project as tasks of a Dask cluster.

Every unit is summarised. A link says which units must be summarised again, because their callees are known better now; that
goes on until nothing is left. Then every unit is checked with what is known of all, and the findings are merged. The result
has the bytes of one process that checks all files. Only the first step reads sources.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import cloudpickle
from distributed import Client, Future

from csieve_dask import steps
from csieve_dask.steps import AGAIN, INCOMPLETE, USAGE, Program, Result, StepError, StepUsageError

# Workers need no copy of this package.
cloudpickle.register_pickle_by_value(steps)

# How many files one link or merge takes; more are put together in a tree.
FAN_IN = 256

# Batches for each thread of the cluster: enough to spread the work evenly, and few enough to start few processes.
BATCHES = 8

# Seconds between two looks at the tasks, and between two looks at the workers.
LOOK, LOOK_AT_WORKERS = 0.05, 5.0

# Told about progress: the step, how many tasks are done, of how many.
Watch = Callable[[str, int, int], None]


class Failure(Exception):
    """An analysis that gave no result."""

    def __init__(self, message: str, code: int = INCOMPLETE):
        super().__init__(message)
        # The exit code of the command line: 2 for a wrong usage, 3 for an incomplete analysis.
        self.code = code


@dataclass(frozen=True)
class Project:
    """What is to be analysed, and how."""

    # C files and folders, relative to the checkout.
    paths: Sequence[str]
    # The folder of the sources, on the machines that read them.
    checkout: str
    # The csieve of the workers: a name on their PATH, or a path.
    csieve: str = "csieve"
    # Options about the build, such as `-Iinclude` or `-p build`.
    build: Sequence[str] = ()
    # Options of the analysis, such as `--checks=use-after-free`.
    options: Sequence[str] = ()
    # Options of the output, such as `--show-doubtful`.
    shown: Sequence[str] = ()
    # Tables of library functions: their names and their bytes.
    libraries: Sequence[tuple[str, bytes]] = ()
    # Whether the client reads the sources, with a csieve of its own, and not the workers.
    sources_here: bool = False
    # How many bytes of C files a task takes; 0 for a number that suits the cluster.
    batch: int = 0
    # How often a task is tried again if its process is killed or its worker lacks something.
    retries: int = 3
    # How many seconds to wait for a worker if there is none.
    patience: float = 60.0


@dataclass(frozen=True)
class Outcome:
    """The result of an analysis."""

    # The exit code of csieve: 0 nothing found, 1 findings, 3 incomplete.
    code: int
    # The SARIF log.
    log: bytes
    # How many units there are, and how many links it took until their summaries were complete.
    units: int
    links: int


def analyse(client: Client, project: Project, watch: Watch = lambda step, done, total: None) -> Outcome:
    """Analyses a project on the workers of a cluster.

    Raises:
        Failure: if a step failed, or workers were lost again and again.
    """
    try:
        return _Run(client, project, watch).all()
    except StepError as error:
        raise _failure(error) from error


@dataclass
class _Run:
    client: Client
    project: Project
    watch: Watch
    program: Program = field(init=False)

    def __post_init__(self) -> None:
        self.program = (self.project.csieve, "")

    def all(self) -> Outcome:
        units = self.start()
        batches = self.batches(units)
        files = self.summarised(batches)
        known, links = self.linked(files)
        logs = self.checked([[files[unit] for unit in batch] for batch in batches], known)
        code, log = self.merged(logs)
        return Outcome(code, log, len(units), links)

    def start(self) -> list[tuple[str, int]]:
        """Finds the units, and the csieve that all workers must have."""
        project = self.project
        self.program = (project.csieve, self.value(self.submit(steps.digest, self.program, self.there())))
        if project.sources_here:
            units = steps.listed(self.program, project.paths, project.checkout)
        else:
            units = self.value(self.submit(steps.listed, self.program, list(project.paths), project.checkout))
        if not units:
            raise Failure(f"there is no C file in {', '.join(project.paths)}")
        return units

    def there(self) -> str:
        """Returns the folder of the sources on workers, if they have them."""
        return "" if self.project.sources_here else self.project.checkout

    def batches(self, units: Sequence[tuple[str, int]]) -> list[list[str]]:
        """Cuts the units into batches of about the same number of bytes, in order."""
        whole = sum(size for _, size in units)
        return cut(units, self.project.batch or max(1, whole // (BATCHES * self.threads())))

    def threads(self) -> int:
        known: dict[str, int] = self.client.nthreads()
        return max(1, sum(known.values()))

    # Steps.

    def summarised(self, batches: Sequence[Sequence[str]]) -> dict[str, Future]:
        """Summarises all units for the first time; returns the file of each."""
        project = self.project
        options = [*project.build, *project.options]

        def command(batch: Sequence[str]) -> tuple[Program, list[str], str, list[str], list[tuple[str, bytes]]]:
            return self.program, options, project.checkout, list(batch), list(project.libraries)

        if not project.sources_here:
            results = [self.submit(steps.summarise, *command(batch)) for batch in batches]
            self.wait("summarised", results)
        else:
            results = []
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for result in [pool.submit(steps.summarise, *command(batch)) for batch in batches]:
                    # Bytes of the client are part of a task, so that they are there again when a worker is lost.
                    results.append(self.submit(steps.same, result.result()))
                    self.watch("summarised", len(results), len(batches))
        return {
            unit: self.client.submit(_ByValue(steps.output_at), result, at, pure=False)
            for batch, result in zip(batches, results)
            for at, unit in enumerate(batch)
        }

    def linked(self, units: Mapping[str, Future]) -> tuple[Future, int]:
        """Summarises units again until all summaries rest on the latest ones; returns the file of all units.

        Checks make what is still missing, so that a project whose rounds lead nowhere is checked all the same.
        """
        files = list(units.values())
        before: set[str] = set()
        while True:
            result = self.link(files)
            code, groups, state = self.value(self.submit(steps.again, result))
            known = self.output(result)
            if code != AGAIN or state in before:
                return known, len(before) + 1
            before.add(state)
            tasks = [self.again([units[path] for path in paths], known) for paths in share(groups, 2 * self.threads())]
            # The linked file has all of what is known so far.
            files = [known, *self.wait(f"summarised again ({len(before)})", tasks)]

    def again(self, units: Sequence[Future], known: Future) -> Future:
        """Summarises units again."""
        command = (self.program, list(self.project.options), self.project.libraries)
        return self.output(self.submit(steps.summarise_again, *command, list(units), known))

    def link(self, files: Sequence[Future]) -> Future:
        files = self.tree(files, lambda group: self.output(self.link(group)))
        return self.submit(steps.link, self.program, list(self.project.options), self.project.libraries, list(files))

    def checked(self, batches: Sequence[Sequence[Future]], known: Future) -> list[Future]:
        """Checks all units; returns a log for each batch."""
        options = [*self.project.options, *self.project.shown]
        command = (self.program, options, self.project.libraries)
        results = [self.submit(steps.check, *command, list(files), known) for files in batches]
        return self.wait("checked", [self.output(result) for result in results])

    def merged(self, logs: Sequence[Future]) -> tuple[int, bytes]:
        """Merges logs; returns the exit code and the log."""
        logs = self.tree(logs, lambda group: self.output(self.merge(group)))
        result: Result = self.value(self.merge(logs))
        return result[0], steps.output(result)

    def merge(self, logs: Sequence[Future]) -> Future:
        return self.submit(steps.merge, self.program, list(logs))

    @staticmethod
    def tree(files: Sequence[Future], join: Callable[[Sequence[Future]], Future]) -> Sequence[Future]:
        """Joins files in groups until there are few enough for one task."""
        while len(files) > FAN_IN:
            files = [join(files[at : at + FAN_IN]) for at in range(0, len(files), FAN_IN)]
        return files

    # Tasks.

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        return self.client.submit(_ByValue(function), *arguments, pure=False, retries=self.project.retries)

    def output(self, result: Future) -> Future:
        """Returns the bytes of a step's result. A step that fails is not tried again: it would fail again."""
        return self.client.submit(_ByValue(steps.output), result, pure=False)

    def wait(self, step: str, futures: list[Future]) -> list[Future]:
        """Waits for tasks and says how many are done; returns them as they were."""
        before = -1
        looked = lost = time.monotonic()
        while True:
            over = [future for future in futures if future.status != "pending"]
            if len(over) != before:
                before = len(over)
                self.watch(step, before, len(futures))
            for future in over:
                if future.status != "finished":
                    self.raised(future)
            if before == len(futures):
                return futures
            time.sleep(LOOK)
            now = time.monotonic()
            if now - looked > LOOK_AT_WORKERS:
                looked = now
                lost = now if self.client.nthreads() else lost
                if now - lost > self.project.patience:
                    raise Failure(f"there was no worker for {self.project.patience:.0f} seconds")

    def value(self, future: Future) -> Any:
        """Waits for a task and returns its result."""
        self.wait("", [future])
        return self.raised(future)

    @staticmethod
    def raised(future: Future) -> Any:
        """Returns the result of a task that is over, or raises what went wrong as a sentence."""
        try:
            return future.result()
        except (Exception, asyncio.CancelledError) as error:
            raise _failure(error) from error


def _failure(error: BaseException) -> Failure:
    # Errors of `steps` come back as classes that only look the same.
    name = type(error).__name__
    if name in (StepError.__name__, StepUsageError.__name__):
        return Failure(str(error), USAGE if name == StepUsageError.__name__ else INCOMPLETE)
    return Failure(f"{name}: {error}")


class _ByValue:
    """A function that travels with its code; where it arrives, it is the function itself."""

    def __init__(self, function: Callable[..., Any]):
        self.__name__ = function.__name__
        self._code = cloudpickle.dumps(function)

    def __call__(self, *arguments: Any) -> Any:
        return cloudpickle.loads(self._code)(*arguments)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[bytes]]:
        return cloudpickle.loads, (self._code,)


def cut(units: Sequence[tuple[str, int]], limit: int) -> list[list[str]]:
    """Cuts units with their sizes into runs of about `limit` bytes."""
    found: list[list[str]] = []
    size = limit
    for name, own in units:
        if size >= limit:
            found.append([])
            size = 0
        found[-1].append(name)
        size += own
    return found


def share(groups: Sequence[Sequence[str]], tasks: int) -> list[list[str]]:
    """Spreads groups over so many tasks at most; those of a group stay together."""
    found: list[list[str]] = [[] for _ in range(min(tasks, len(groups)))]
    for group in sorted(groups, key=len, reverse=True):
        min(found, key=len).extend(group)
    return found
