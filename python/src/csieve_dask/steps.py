"""What runs on a worker: one step of csieve, from bytes to bytes.

Workers need Dask and csieve, but not this package: its functions travel with their code. So this module imports
nothing but the standard library and Dask.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

# Exit codes of csieve.
CLEAN, FINDINGS, USAGE, INCOMPLETE, AGAIN = 0, 1, 2, 3, 4

# A worker has no csieve.toml of the project; its settings are options.
SETTINGS = ["--no-config"]

# The code of a result, its bytes, and what csieve printed.
Result = tuple[int, bytes, str]


# The csieve that all workers must have, because results of different programs do not fit together: a path or a name on
# the PATH of the worker, and the hash of the file, which is empty if it is not known yet.
Program = tuple[str, str]


class StepError(Exception):
    """A step that gave no result; the message says which, and why."""


class StepUsageError(StepError):
    """A step that csieve does not understand."""


def digest(program: Program, where: str = "") -> str:
    """Returns the hash of the csieve on this machine. `where` is the folder that relative names start from.

    Raises:
        StepError: if there is none.
    """
    return _digest(_found(program[0], where))


def run(
    program: Program, arguments: Sequence[str], inputs: Sequence[tuple[str, str, bytes]], output: str, folder: str = ""
) -> Result:
    """Runs one step.

    Args:
        program: the csieve to run.
        arguments: the name of the step and its options.
        inputs: for each file the option before it (or none), its name, and its bytes.
        output: the name of the file that the step writes.
        folder: the folder to run in, for a step that reads sources; otherwise an empty one.

    A step that fails gives a result without bytes, since it would fail again in another try.

    Raises:
        StepError: if this machine lacks what the step needs, or the process was killed.
    """
    name = _found(program[0], folder)
    if program[1] and _digest(name) != program[1]:
        raise StepError(f"{_here()}: {name} is another csieve than that of the first worker")
    # Dask clears the folders of workers that were killed.
    with tempfile.TemporaryDirectory(prefix="csieve-", dir=getattr(_worker(), "local_directory", None)) as own:
        command = [name, *arguments]
        for option, file, data in inputs:
            path = Path(own, file)
            path.write_bytes(data)
            command += [option] if option else []
            command.append(str(path) if folder else file)
        result = Path(own, output)
        command += ["-o", str(result) if folder else output]
        done = subprocess.run(command, cwd=folder or own, capture_output=True, text=True, errors="replace")
        said = f"{_here()}: csieve {arguments[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()}"
        if done.returncode < 0:
            raise StepError(said)
        if done.returncode not in (CLEAN, FINDINGS, INCOMPLETE, AGAIN) or not result.is_file():
            return done.returncode, b"", said
        return done.returncode, result.read_bytes(), done.stdout


def summarise(
    program: Program, options: Sequence[str], folder: str, units: Sequence[str], libraries: Sequence[tuple[str, bytes]]
) -> list[Result]:
    """Summarises units, whose sources are in a folder of this machine; each has a result of its own."""
    _must_be_there(folder)
    command = ["summarise", "-q", *SETTINGS, *options]
    return [run(program, [*command, unit], _tables(libraries), "unit.csum", folder) for unit in units]


def summarise_again(
    program: Program, options: Sequence[str], libraries: Sequence[tuple[str, bytes]], units: Sequence[bytes], known: bytes
) -> Result:
    """Summarises the units of files together; `known` is a file of what they call."""
    inputs = [*_tables(libraries), *_numbered(units, "csum"), ("--with", "known.csum", known)]
    return run(program, ["summarise", "-q", *SETTINGS, *options], inputs, "units.csum")


def link(program: Program, options: Sequence[str], libraries: Sequence[tuple[str, bytes]], files: Sequence[bytes]) -> Result:
    """Puts files together; the text of the result has the units that must be summarised again."""
    inputs = _tables(libraries) + _numbered(files, "csum")
    return run(program, ["link", *SETTINGS, *options], inputs, "all.csum")


def check(
    program: Program, options: Sequence[str], libraries: Sequence[tuple[str, bytes]], units: Sequence[bytes], known: bytes
) -> Result:
    """Checks the units of files; `known` is a file of all units."""
    inputs = [*_tables(libraries), *_numbered(units, "csum"), ("--with", "known.csum", known)]
    return run(program, ["check", "-q", *SETTINGS, *options, "--format", "sarif"], inputs, "units.sarif")


def merge(program: Program, logs: Sequence[bytes]) -> Result:
    """Merges SARIF logs."""
    return run(program, ["merge"], _numbered(logs, "sarif"), "all.sarif")


def output(result: Result) -> bytes:
    """Returns the bytes of a result.

    Raises:
        StepError: if it has none.
    """
    if not result[1]:
        raise StepUsageError(result[2]) if result[0] == USAGE else StepError(result[2])
    return result[1]


def output_at(results: Sequence[Result], at: int) -> bytes:
    """Returns the bytes of one of several results.

    Raises:
        StepError: if it has none.
    """
    return output(results[at])


def again(result: Result) -> tuple[int, list[list[str]], str]:
    """Returns what a link said: its code, the groups of units that must be summarised again, and a hash of its file.

    Raises:
        StepError: if it failed.
    """
    known = hashlib.sha256(output(result)).hexdigest()
    return result[0], [line.split("\t") for line in result[2].splitlines() if line], known


def listed(program: Program, paths: Sequence[str], folder: str) -> list[tuple[str, int]]:
    """Returns the C files under the paths, each with its size, in the order in which csieve takes them.

    Raises:
        StepError: if a path is not there.
    """
    _must_be_there(folder)
    for path in paths:
        if not Path(folder, path).exists():
            raise StepError(f"{_here()}: {Path(folder, path)} is not there")
    command = [_found(program[0], folder), "summarise", "--list", *paths]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="surrogateescape")
    if done.returncode not in (CLEAN, INCOMPLETE):
        raise StepError(f"{_here()}: csieve summarise --list ended with {done.returncode}: {done.stderr.strip()}")
    names = done.stdout.splitlines()
    if done.returncode == INCOMPLETE and names:
        raise StepError(f"{_here()}: one of {', '.join(paths)} cannot be read, or has no C files")
    return [(name, Path(folder, name).stat().st_size) for name in names]


def _tables(libraries: Sequence[tuple[str, bytes]]) -> list[tuple[str, str, bytes]]:
    return [("--library", f"{at}-{name}", table) for at, (name, table) in enumerate(libraries)]


def _numbered(files: Sequence[bytes], extension: str) -> list[tuple[str, str, bytes]]:
    return [("", f"{at}.{extension}", data) for at, data in enumerate(files)]


def same(results: list[Result]) -> list[Result]:
    """Returns its argument: makes results of the client those of a task, which are there again when a worker is lost."""
    return results


def _must_be_there(folder: str) -> None:
    if not Path(folder).is_dir():
        raise StepError(f"{_here()}: there is no folder {folder}; sources must be there (see --checkout, --sources)")


def _found(name: str, folder: str) -> str:
    if "/" in name:
        path = Path(folder or ".", name)
        if path.is_file():
            return str(path.resolve())
    else:
        known = shutil.which(name)
        if known:
            return known
    raise StepError(f"{_here()}: there is no csieve called {name}")


def _digest(path: str) -> str:
    """Hashes a file, once for each worker and version of the file."""
    status = Path(path).stat()
    key = (path, status.st_size, status.st_mtime_ns)
    known = _memory()
    if key not in known:
        known[key] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return known[key]


def _memory() -> dict[tuple[str, int, int], str]:
    """Returns what this process remembers between tasks: functions that travel with their code have no variables."""
    worker = _worker()
    if worker is None:
        return {}
    if not hasattr(worker, "csieve_digests"):
        worker.csieve_digests = {}  # type: ignore[attr-defined]
    return worker.csieve_digests  # type: ignore[attr-defined, no-any-return]


def _here() -> str:
    """Returns the name of this worker, for messages."""
    worker = _worker()
    return str(getattr(worker, "address", "this machine"))


def _worker() -> object | None:
    import distributed

    get: Callable[[], object] = distributed.get_worker
    try:
        return get()
    except (ValueError, AttributeError):
        return None
