#!/usr/bin/env python3
"""Configures the projects and writes their compile_commands.json. Compiles only what a build itself runs.

Usage: prepare.py [PROJECT...]
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from catalogue import HERE, Project, cache, projects


# The path of the real compiler. A full path is needed, because the recorder is called `gcc` too.
REAL = shutil.which("gcc") or "gcc"


def launcher() -> Path:
    """Writes a script `gcc` that runs record.py, and returns its path.

    Configure scripts judge the compiler by its name. The script contains the path of Python, which starts
    faster than `env python3`.
    """
    path = cache() / "bin" / "gcc"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -SE {HERE / "record.py"} "$@"\n')
    path.chmod(0o755)
    return path


def environment(project: Project, log: Path) -> dict[str, str]:
    compiler = launcher()
    return os.environ | {
        "CC": str(compiler),
        "RECORD_CC": REAL,
        "RECORD_INTO": str(log),
        "RECORD_REAL": project.real,
        "LC_ALL": "C",
    }


def steps(project: Project, log: Path, patience: int) -> Path:
    """Runs a project's commands and returns the file with their output. Reports failures and continues.

    Each command has `patience` seconds; 0 means any time.
    """
    said = log.with_suffix(".log")
    with open(said, "w") as out:
        for command in project.prepare:
            variables = environment(project, log)
            # Record only builds: configure scripts need a compiler that really compiles.
            if not re.search(r"\$MAKE|\$CC -c", command):
                del variables["RECORD_INTO"]
            # Replace $MAKE here instead of setting a variable, because make itself exports a variable MAKE.
            command = command.replace("$MAKE", f"make -k -j1 CC={variables['CC']}")
            print(f"+ {command}", file=out, flush=True)
            done = subprocess.run(["timeout", "-k", "5", str(patience), "nice", "sh", "-c", command], cwd=project.folder, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            if done.returncode != 0:
                print(f"{project.name}: `{command}` ended with {done.returncode}, see {said}", file=sys.stderr)
    return said


def entries(project: Project, log: Path) -> list[dict]:
    """Returns the first entry of each source. A second one compiles it again as position-independent code."""
    found: dict[Path, dict] = {}
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        path = (Path(entry["directory"]) / entry["file"]).resolve()
        own = path.is_relative_to(project.folder.resolve()) and path.exists()
        if own and not (project.skip and re.search(project.skip, str(path))):
            found.setdefault(path, entry)
    return sorted(found.values(), key=lambda entry: (entry["directory"], entry["file"]))


def prepare(project: Project, patience: int = 0) -> str:
    log = cache() / "logs" / f"{project.name}.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    log.touch()
    steps(project, log, patience)
    list_ = entries(project, log)
    if not list_:
        return f"its build compiles nothing, see {log.with_suffix('.log')}"
    project.commands.write_text(json.dumps(list_, indent=1) + "\n")
    return f"{len(list_)} files"


def main(names: list[str]) -> int:
    failed = 0
    for project in projects(names):
        if not project.folder.exists():
            print(f"{project.name}: not fetched", file=sys.stderr)
            failed = 1
        elif not project.commands.exists():
            print(f"{project.name}: {prepare(project)}", flush=True)
            failed |= not project.commands.exists()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
