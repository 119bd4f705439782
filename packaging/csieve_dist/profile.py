"""A profile of csieve at work, by which the compiler chooses what to make fast. Programs that are built with it say the same
and take a seventh less time.

csieve is built to count what it executes, and checks the C sources of the crates that it is made from, which are there anyway,
and its own demonstration files and fixtures."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from .repository import ROOT, TARGET, DistError, output, run

# The folders of this repository with C files.
OWN = ("demo", "tests/fixtures")


def record(file: Path) -> None:
    """Writes a profile of csieve as it is now. Needs the component llvm-tools of the toolchain."""
    profdata = _profdata()
    counts, target = TARGET / "profile/counts", TARGET / "profile/target"
    shutil.rmtree(counts, ignore_errors=True)
    flags = {"RUSTFLAGS": f"-Cprofile-generate={counts}", "CARGO_TARGET_DIR": str(target)}
    run(["cargo", "build", "--locked", "--release", "--package", "csieve", "--target", host()], env=os.environ | flags)
    program = target / host() / "release" / ("csieve.exe" if os.name == "nt" else "csieve")
    for folder in [ROOT / name for name in OWN] + _crates_with_c():
        # What is found in these files does not matter, nor do headers that are missing.
        command = [program, "check", "--quiet", "--no-cache", "--exit-zero", "--show-refuted", "--format", "json", "."]
        subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not any(counts.glob("*.profraw")):
        raise DistError(f"{program} left no counts in {counts}.")
    file.parent.mkdir(parents=True, exist_ok=True)
    run([profdata, "merge", "--output", file, counts])


def use(file: Path, target: str) -> list[str]:
    """Returns options of Cargo with which a program for a target is built by a profile."""
    if not file.exists():
        raise DistError(f"There is no profile {file}; `packaging/dist.py profile` records one.")
    return ["--config", f"target.{target}.rustflags=['-Cprofile-use={file.resolve().as_posix()}']"]


def host() -> str:
    """Returns the target of this machine."""
    stated = output(["rustc", "--version", "--verbose"])
    return next(line.removeprefix("host: ") for line in stated.splitlines() if line.startswith("host: "))


def _crates_with_c() -> list[Path]:
    """Returns the folders of the crates that csieve is made from and that have C files."""
    metadata = json.loads(output(["cargo", "metadata", "--locked", "--format-version", "1"]))
    folders = [Path(package["manifest_path"]).parent for package in metadata["packages"] if package["source"]]
    return sorted(folder for folder in folders if any(folder.rglob("*.c")))


def _profdata() -> Path:
    tools = Path(output(["rustc", "--print", "target-libdir"]).strip()).parent / "bin"
    program = tools / ("llvm-profdata.exe" if os.name == "nt" else "llvm-profdata")
    if not program.exists():
        raise DistError("The toolchain has no llvm-profdata: `rustup component add llvm-tools` installs it.")
    return program
