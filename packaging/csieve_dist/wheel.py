"""Wheels. maturin builds csieve and puts it into a wheel; all other packages take the program from there, so that there
is one build of each platform and the same program in all of its packages."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from . import profile as profile_data
from .platforms import Platform
from .repository import ROOT, TARGET, DistError, output, run

# What the wheel of a static program says of the machines that it is for: those with glibc and those with musl, from the
# oldest versions that have a name. The program needs neither.
STATIC_TAGS = ("manylinux2014", "musllinux_1_1")
REQUIREMENTS = ROOT / "packaging/requirements.txt"


def tools() -> dict[str, str]:
    """Returns an environment whose PATH has maturin and zig, which are installed below target if they are missing."""
    folder = TARGET / "packaging"
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_text() != REQUIREMENTS.read_text():
        run([sys.executable, "-m", "venv", folder])
        run([programs / "python", "-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS])
        installed.write_text(REQUIREMENTS.read_text())
    return os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


def build(platform: Platform, profile: str, out: Path, counts: Path | None = None) -> Path:
    """Builds csieve for a platform, by a recorded profile if there is one, and returns its wheel, which replaces one of an
    earlier build."""
    fresh = out / "wheel" / platform.target
    for old in fresh.glob("*.whl"):
        old.unlink()
    environment = tools()
    command: list[str | Path] = ["maturin", "build", "--locked", "--profile", profile]
    command += ["--out", fresh]
    if counts:
        command += profile_data.use(counts, platform.target)
    # The target of this machine need not be named, and what Cargo built without naming it is used again.
    if platform.target != profile_data.host():
        command += ["--target", platform.target]
    if platform.is_static:
        # zig is a C compiler and a linker for each processor, with the C library of each.
        command += ["--zig", "--compatibility", *STATIC_TAGS]
    elif "linux" in platform.target:
        # Of no use on machines with another C library: no package index takes it.
        command += ["--compatibility", "linux"]
    if not _has_std(platform.target):
        command += _std_from_source(platform.target)
        environment["RUSTC_BOOTSTRAP"] = "1"
    run(command, env=environment)
    (built,) = fresh.glob("*.whl")
    wheel = out / built.name
    built.replace(wheel)
    return wheel


def program_of(wheel: Path, platform: Platform) -> bytes:
    """Returns the csieve program that is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(f".data/scripts/{platform.program}"))
        return archive.read(name)


def source(out: Path) -> Path:
    """Makes the source package, from which pip builds csieve where there is no wheel."""
    fresh = out / "sdist"
    for old in fresh.glob("*.tar.gz"):
        old.unlink()
    run(["maturin", "sdist", "--out", fresh], env=tools())
    (built,) = fresh.glob("*.tar.gz")
    built.replace(out / built.name)
    fresh.rmdir()
    return out / built.name


def _has_std(target: str) -> bool:
    return any(Path(output(["rustc", "--print", "target-libdir", "--target", target]).strip()).glob("libstd-*.rlib"))


def _std_from_source(target: str) -> list[str]:
    """Returns options that also build Rust's standard library, for a Rust that comes without that of a target. They
    are those of a nightly Rust, which RUSTC_BOOTSTRAP allows in others."""
    sysroot = Path(output(["rustc", "--print", "sysroot"]).strip())
    if not (sysroot / "lib/rustlib/src/rust/library/std").is_dir():
        raise DistError(
            f"Rust's standard library for {target} is missing: `rustup target add {target}` installs it. Debian's "
            "rust-web-src has its source, which is enough for the Rust of rustc-web and cargo-web."
        )
    # Where the library comes from source, the files that start a program do too: they are zig's.
    flags = f"target.{target}.rustflags=['-Clink-self-contained=no']"
    return ["-Z", "build-std=std,panic_unwind", "--config", flags]


def can_run(program: Path) -> bool:
    """Returns whether a program runs on this machine."""
    try:
        return subprocess.run([program, "--version"], check=False, capture_output=True).returncode == 0
    except OSError:
        return False
