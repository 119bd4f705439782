#!/usr/bin/env python3
"""Configures the projects and writes their compile_commands.json, without compiling what nobody runs.

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


# By its path, because the recorder goes by the same name.
REAL = shutil.which("gcc") or "gcc"


def launcher() -> Path:
    """A program called `gcc` that records: configure scripts go by the name, and Python starts faster without `env`."""
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


def steps(project: Project, log: Path) -> Path:
    """Runs the commands; the answer is the file with what they said. Failures of a build are looked at afterwards."""
    said = log.with_suffix(".log")
    with open(said, "w") as out:
        for command in project.prepare:
            variables = environment(project, log)
            # Only what builds is recorded; what configures has to see a compiler that compiles.
            if not re.search(r"\$MAKE|\$CC -c", command):
                del variables["RECORD_INTO"]
            # No variable, because a make passes those of that name on.
            command = command.replace("$MAKE", f"make -k -j1 CC={variables['CC']}")
            print(f"+ {command}", file=out, flush=True)
            done = subprocess.run(["nice", "sh", "-c", command], cwd=project.folder, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            if done.returncode != 0:
                print(f"{project.name}: `{command}` ended with {done.returncode}, see {said}", file=sys.stderr)
    return said


def entries(project: Project, log: Path) -> list[dict]:
    """One entry per source, the first one: a second is the same for another library (position independent)."""
    found: dict[Path, dict] = {}
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        path = (Path(entry["directory"]) / entry["file"]).resolve()
        own = path.is_relative_to(project.folder.resolve()) and path.exists()
        if own and not (project.skip and re.search(project.skip, str(path))):
            found.setdefault(path, entry)
    return sorted(found.values(), key=lambda entry: (entry["directory"], entry["file"]))


def prepare(project: Project) -> str:
    log = cache() / "logs" / f"{project.name}.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    log.touch()
    steps(project, log)
    list_ = entries(project, log)
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
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
