#!/usr/bin/env python3
"""Fetches the sources of the projects into the cache folder; what is there already stays.

Usage: fetch.py [PROJECT...]
"""

import shutil
import subprocess
import sys
from pathlib import Path

from catalogue import Project, cache, projects

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = f"deb-src [signed-by={KEYS}] http://deb.debian.org/debian bookworm main\n"


class Unreachable(Exception):
    """A source that did not answer, or has no such package; the text says which and what was tried."""


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no message"]
        raise Unreachable(f"`{' '.join(command[:1] + command[-2:])}` failed: {last[0]}")


def apt(*arguments: str) -> list[str]:
    """apt-get with package lists of its own, so that the machine's configuration stays as it is."""
    state = cache() / "apt"
    options = {
        "Dir::Etc::SourceList": state / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": state / "lists",
        "APT::Sandbox::User": "",
    }
    return ["apt-get", "-q", *(f"-o{name}={value}" for name, value in options.items()), *arguments]


def update_apt() -> None:
    state = cache() / "apt"
    (state / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (state / "sources.list").write_text(SOURCES)
    if not shutil.which("apt-get") or not shutil.which("dpkg-source"):
        raise Unreachable("needs apt-get and dpkg-source (package dpkg-dev)")
    run(apt("update", "-oAPT::Update::Error-Mode=any"), state)


def fetch_apt(project: Project, into: Path) -> str:
    """Unpacks the Debian source package; the answer is its version."""
    package, expected = project.apt
    run(apt("source", "--only-source", package), into)
    folder = next(path for path in into.iterdir() if path.is_dir())
    folder.rename(project.folder)
    version = next(into.glob("*.dsc")).stem.partition("_")[2]
    if not version.startswith(expected):
        print(f"{project.name}: {version} instead of {expected}, figures may differ", file=sys.stderr)
    return version


def fetch(project: Project, ready: dict[str, Exception | None]) -> None:
    """Fetches one project into a folder of its own that becomes the project's only when it is complete."""
    into = cache() / "new" / project.name
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    if "apt" not in ready:
        ready["apt"] = None
        try:
            update_apt()
        except Unreachable as error:
            ready["apt"] = error
    if ready["apt"]:
        raise ready["apt"]
    project.folder.parent.mkdir(exist_ok=True)
    version = fetch_apt(project, into)
    (cache() / "src" / f"{project.name}.version").write_text(version + "\n")
    shutil.rmtree(into)


def main(names: list[str]) -> int:
    failed = 0
    ready: dict[str, Exception | None] = {}
    for project in projects(names):
        if project.folder.exists():
            continue
        try:
            fetch(project, ready)
            print(f"{project.name}: fetched")
        except Unreachable as error:
            failed = 1
            print(f"{project.name}: not fetched: {error}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
