#!/usr/bin/env python3
"""Fetches the sources of the projects into the cache folder; what is there already stays.

Usage: fetch.py [PROJECT...]
"""

import functools
import os
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


@functools.cache
def update_apt() -> None:
    """Reads the package lists once; a failure is tried again for the next project."""
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


def fetch_crate(project: Project, into: Path) -> str:
    """Unpacks the crate by a package that depends on just this one; the answer is its version."""
    package, version = project.crate
    if not shutil.which("cargo"):
        raise Unreachable("needs cargo")
    (into / "src").mkdir()
    (into / "src" / "lib.rs").touch()
    (into / "Cargo.toml").write_text(
        f"""[package]
name = "sources"
version = "0.0.0"
edition = "2021"
[dependencies]
{package} = {{ version = "={version}", default-features = false }}
[workspace]
"""
    )
    run(["cargo", "vendor", "--quiet", "vendor"], into)
    (into / "vendor" / package).rename(project.folder)
    return version


def same_time(folder: Path) -> None:
    """Gives all files one time, so that no build wants to renew what a patch seems to have outdated."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, (1_000_000_000, 1_000_000_000))


def fetch(project: Project) -> str:
    """Fetches one project in a folder of its own, so that what breaks off leaves nothing half; the answer is the version."""
    into = cache() / "new" / project.name
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    project.folder.parent.mkdir(exist_ok=True)
    if project.crate:
        version = fetch_crate(project, into)
    else:
        update_apt()
        version = fetch_apt(project, into)
    same_time(project.folder)
    (cache() / "src" / f"{project.name}.version").write_text(version + "\n")
    shutil.rmtree(into)
    return version


def main(names: list[str]) -> int:
    failed = 0
    for project in projects(names):
        if project.folder.exists():
            continue
        try:
            print(f"{project.name}: fetched {fetch(project)}", flush=True)
        except Unreachable as error:
            failed = 1
            print(f"{project.name}: not fetched: {error}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
