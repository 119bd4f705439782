"""The repository: where its files are, its version, and running programs in it."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
LICENSES = ("LICENSE-APACHE", "LICENSE-MIT")


class DistError(Exception):
    """A sentence that says why something cannot be made."""


def version() -> str:
    """Returns the version of csieve, which the workspace of Cargo has."""
    manifest: dict[str, Any] = tomllib.loads((ROOT / "Cargo.toml").read_text())
    return str(manifest["workspace"]["package"]["version"])


def stated_versions() -> dict[str, str]:
    """Returns the version in every other file that states one; they must all be that of the workspace."""

    def first(file: str, pattern: str) -> str:
        match = re.search(pattern, (ROOT / file).read_text(), re.MULTILINE)
        if match is None:
            raise DistError(f"{file} states no version.")
        return match[1]

    dependencies = re.findall(r'^(csieve[a-z-]*) = \{ version = "([^"]+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    stated = {f"Cargo.toml, at {name},": found for name, found in dependencies}
    return stated | {
        "editors/vscode/package.json": first("editors/vscode/package.json", r'"version": "([^"]+)"'),
        "editors/vscode/package-lock.json": first("editors/vscode/package-lock.json", r'"version": "([^"]+)"'),
        "editors/emacs/csieve.el": first("editors/emacs/csieve.el", r"^;; Version: (\S+)$"),
        "editors/zed/extension.toml": first("editors/zed/extension.toml", r'^version = "([^"]+)"'),
        "python/pyproject.toml": first("python/pyproject.toml", r'^version = "([^"]+)"'),
    }


def run(command: Sequence[str | Path], cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    """Runs a program. Raises `DistError` if it fails."""
    line = " ".join(str(part) for part in command)
    print(f"+ {line}", flush=True)
    # Found here because Windows looks for programs on the PATH of this process, and knows scripts only by their full name.
    program = shutil.which(command[0], path=(env or os.environ).get("PATH"))
    if program is None:
        raise DistError(f"{command[0]} is missing.")
    done = subprocess.run([program, *(str(part) for part in command[1:])], cwd=cwd, env=env, check=False)
    if done.returncode != 0:
        raise DistError(f"`{line}` failed with exit code {done.returncode}.")


def output(command: Sequence[str | Path]) -> str:
    """Returns what a program prints. Raises `DistError` if it fails."""
    try:
        return subprocess.run([str(part) for part in command], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise DistError(f"{command[0]} cannot be run: {error}") from error
