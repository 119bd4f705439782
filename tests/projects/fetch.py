#!/usr/bin/env python3
"""Downloads the sources of the projects into the cache folder. Skips projects that are there already.

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
    """The failure to fetch the sources of a project. The text says which command failed or is missing."""


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no message"]
        raise Unreachable(f"`{' '.join(command[:1] + command[-2:])}` failed: {last[0]}")


def apt(*arguments: str) -> list[str]:
    """Returns an apt-get command with its own package lists. It leaves the machine's configuration alone."""
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
    """Downloads the package lists, once. After a failure, the next project tries again."""
    state = cache() / "apt"
    (state / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (state / "sources.list").write_text(SOURCES)
    if not shutil.which("apt-get") or not shutil.which("dpkg-source"):
        raise Unreachable("needs apt-get and dpkg-source (package dpkg-dev)")
    run(apt("update", "-oAPT::Update::Error-Mode=any"), state)


def fetch_apt(project: Project, into: Path) -> str:
    """Downloads and unpacks the Debian source package, and returns its version."""
    package, expected = project.apt
    run(apt("source", "--only-source", package), into)
    folder = next(path for path in into.iterdir() if path.is_dir())
    folder.rename(project.folder)
    version = next(into.glob("*.dsc")).stem.partition("_")[2]
    if not version.startswith(expected):
        print(f"{project.name}: {version} instead of {expected}, figures may differ", file=sys.stderr)
    return version


def vendored(crates: dict[str, str], into: Path) -> Path:
    """Downloads crates of exact versions as the dependencies of an empty package; returns the folder that has theirs."""
    if not shutil.which("cargo"):
        raise Unreachable("needs cargo")
    (into / "src").mkdir()
    (into / "src" / "lib.rs").touch()
    dependencies = "".join(f'{name} = {{ version = "={version}", default-features = false }}\n' for name, version in crates.items())
    package = '[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n'
    (into / "Cargo.toml").write_text(f"{package}[dependencies]\n{dependencies}[workspace]\n")
    run(["cargo", "vendor", "--quiet", "vendor"], into)
    return into / "vendor"


def fetch_crate(project: Project, into: Path) -> str:
    """Downloads the crate, and returns its version."""
    package, version = project.crate
    (vendored({package: version}, into) / package).rename(project.folder)
    return version


def same_time(folder: Path) -> None:
    """Gives all files the same time, so that no file seems outdated after a patch and is built again."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, (1_000_000_000, 1_000_000_000))


def fetch(project: Project) -> str:
    """Fetches one project and returns its version. Works in a scratch folder, so failures leave nothing."""
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
