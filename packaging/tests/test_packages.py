"""Installs the packages of csieve as users do, each into an empty folder, and runs what is installed.

Without CSIEVE_DIST, the packages are made first, with the profile of development and for this machine only. With it, the
packages of a release that are in that folder are tested.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import unittest
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

from csieve_dist.platforms import PLATFORMS, RELEASED, Platform  # noqa: E402
from csieve_dist.repository import TARGET, version  # noqa: E402

DEMO = ROOT / "demo/sieve.c"
# `csieve check` found something.
FINDINGS = 1
MADE = Path(os.environ["CSIEVE_DIST"]).resolve() if "CSIEVE_DIST" in os.environ else TARGET / "dist"
WINDOWS = os.name == "nt"


def here() -> Platform:
    """Returns the platform of this machine: of a release, else the one that a development build is for."""
    processor = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}[platform.machine().lower()]
    linux = "unknown-linux-musl" if "CSIEVE_DIST" in os.environ else "unknown-linux-gnu"
    system = {"Linux": linux, "Darwin": "apple-darwin", "Windows": "pc-windows-msvc"}[platform.system()]
    return PLATFORMS[f"{processor}-{system}"]


def setUpModule() -> None:
    if "CSIEVE_DIST" in os.environ:
        return
    shutil.rmtree(MADE, ignore_errors=True)
    dist = [sys.executable, ROOT / "packaging/dist.py", "--out", MADE]
    # The extension of Visual Studio Code is packed and tested by tests/run.sh and tests/editors/run.sh.
    subprocess.run([*dist, "platform", here().target, "--profile", "dev", "--no-vscode"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*dist, "common", "--no-vscode"], check=True, stdout=subprocess.DEVNULL)


class Packages(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="csieve-packages-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bare(self, *programs: str) -> dict[str, str]:
        """Returns an environment without Rust, and without any csieve but the ones in the given folders."""
        path = [*programs, *(["/usr/bin", "/bin"] if not WINDOWS else [os.environ["SystemRoot"] + r"\System32"])]
        needed = ("SystemRoot", "LANG", "TMPDIR", "TEMP", "PATHEXT")
        kept = {name: value for name, value in os.environ.items() if name in needed}
        return kept | {"PATH": os.pathsep.join(path), "HOME": str(self.folder), "CSIEVE_NO_CACHE": "1"}

    def assertFinds(self, command: list[str | Path], env: dict[str, str]) -> None:
        """Checks that a csieve says its version, and finds what is in the demonstration file."""
        line = [str(part) for part in command]
        stated = subprocess.run([*line, "--version"], env=env, capture_output=True, text=True, check=True).stdout
        self.assertEqual(stated.strip(), f"csieve {version()}")
        done = subprocess.run([*line, "check", DEMO], env=env, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, FINDINGS, done.stderr)
        self.assertIn("use-after-free", done.stdout)
        usage = subprocess.run([*line, "check", "--no-such-option"], env=env, capture_output=True, check=False)
        self.assertEqual(usage.returncode, 2)

    def only(self, pattern: str) -> Path:
        """Returns the one file in the folder of packages that a pattern fits."""
        found = sorted(MADE.glob(pattern))
        self.assertEqual(len(found), 1, f"{pattern} in {MADE}: {found}")
        return found[0]

    def wheel(self) -> Path:
        """Returns the wheel for this machine."""
        return next(wheel for wheel in MADE.glob("*.whl") if self.is_for_here(wheel.name))

    @staticmethod
    def is_for_here(name: str) -> bool:
        machine = {"x86_64": ("x86_64", "amd64"), "aarch64": ("arm64", "aarch64")}[here().target.split("-")[0]]
        return any(name.endswith(f"{word}.whl") for word in machine)

    def test_a_wheel_is_installed_by_pip_and_checks_a_file_within_a_minute(self) -> None:
        begin = time.monotonic()
        environment = self.folder / "environment"
        venv.create(environment, with_pip=True)
        programs = environment / ("Scripts" if WINDOWS else "bin")
        pip = [programs / "python", "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check"]
        # By its name from a folder, so that pip itself chooses the wheel for this machine.
        subprocess.run([*pip, "--find-links", MADE, "--only-binary", ":all:", "csieve"], check=True)
        self.assertFinds([programs / here().program], self.bare())
        took = time.monotonic() - begin
        print(f"  a wheel of {self.wheel().stat().st_size / 1e6:.1f} MB: installed and run in {took:.1f} s", file=sys.stderr)
        self.assertLess(took, 60)

    def test_a_wheel_has_the_program_and_its_licences_and_nothing_else(self) -> None:
        with zipfile.ZipFile(self.wheel()) as archive:
            names = [name for name in archive.namelist() if ".dist-info/" not in name]
            licences = sorted(Path(name).name for name in archive.namelist() if "/licenses/LICENSE" in name)
        self.assertEqual(names, [f"csieve-{version()}.data/scripts/{here().program}"])
        self.assertEqual(licences, ["LICENSE-APACHE", "LICENSE-MIT"])

    def test_the_source_package_has_all_crates_and_no_tests(self) -> None:
        with tarfile.open(self.only(f"csieve-{version()}.tar.gz")) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
        for wanted in ("pyproject.toml", "Cargo.lock", "server/src/main.rs", "analysis/base/src/library/c.toml", "LICENSE-MIT"):
            self.assertIn(wanted, names)
        self.assertFalse([name for name in names if name.startswith(("tests/", "target/", "editors/"))])

    @unittest.skipUnless(shutil.which("cargo"), "Cargo is missing")
    def test_the_source_package_builds_with_the_versions_of_the_repository(self) -> None:
        shutil.unpack_archive(self.only(f"csieve-{version()}.tar.gz"), self.folder)
        unpacked = self.folder / f"csieve-{version()}"
        ask = ["cargo", "metadata", "--format-version", "1", "--quiet"]
        # The crates of the tests are not there, so the lock file is written again without them.
        subprocess.run(ask, cwd=unpacked, check=True, capture_output=True)
        source, repository = (tomllib.loads((folder / "Cargo.lock").read_text()) for folder in (unpacked, ROOT))
        named = [{(package["name"], package["version"]) for package in lock["package"]} for lock in (source, repository)]
        self.assertFalse(named[0] - named[1])

    @unittest.skipUnless(shutil.which("npm"), "npm is missing")
    def test_npm_packages_are_installed_into_an_empty_folder(self) -> None:
        packages = [self.only(f"csieve-npm-{name}{version()}.tgz") for name in ("", f"{here().npm}-")]
        (self.folder / "package.json").write_text('{ "private": true }')
        # The packages of other platforms are optional, and are in no registry when this is tested.
        npm = [shutil.which("npm"), "install", "--offline", "--no-audit", "--no-fund", *packages]
        subprocess.run([str(part) for part in npm], cwd=self.folder, check=True, capture_output=True)
        node = str(Path(shutil.which("node") or "node").resolve().parent)
        shim = self.folder / "node_modules/.bin" / ("csieve.cmd" if WINDOWS else "csieve")
        self.assertFinds([shim], self.bare(node))
        (self.folder / "node_modules/@csieve").rename(self.folder / "hidden")
        lost = subprocess.run([shim, "--version"], env=self.bare(node), capture_output=True, text=True, check=False)
        self.assertEqual(lost.returncode, 2)
        self.assertIn(f"@csieve/{here().npm} is missing", lost.stderr)
        elsewhere = self.bare(node) | {"CSIEVE_BINARY": str(next((self.folder / "hidden").glob(f"*/bin/{here().program}")))}
        self.assertFinds([shim], elsewhere)

    def test_all_files_state_one_version(self) -> None:
        dist = [sys.executable, ROOT / "packaging/dist.py", "--out", MADE, "version"]
        done = subprocess.run([*dist, f"v{version()}"], capture_output=True, text=True, check=False)
        self.assertEqual((done.stdout.strip(), done.stderr), (version(), ""))
        other = subprocess.run([*dist, "v99.0.0"], capture_output=True, text=True, check=False)
        self.assertEqual(other.returncode, 1)
        self.assertIn("the tag says version 99.0.0", other.stderr)

    def test_the_npm_package_names_the_packages_of_all_platforms(self) -> None:
        with tarfile.open(self.only(f"csieve-npm-{version()}.tgz")) as archive:
            manifest = json.load(archive.extractfile("package/package.json"))
        self.assertEqual(set(manifest["optionalDependencies"]), {f"@csieve/{one.npm}" for one in RELEASED})
        self.assertEqual(set(manifest["optionalDependencies"].values()), {version()})

    def test_an_archive_has_the_program_its_pages_and_completions(self) -> None:
        name = f"csieve-{version()}-{here().target}"
        shutil.unpack_archive(self.only(f"{name}.{'zip' if WINDOWS else 'tar.gz'}"), self.folder)
        unpacked = self.folder / name
        self.assertFinds([unpacked / here().program], self.bare())
        pages = unpacked / "man/man1"
        self.assertTrue({"csieve.1", "csieve-check.1", "csieve-serve.1"} <= {page.name for page in pages.iterdir()})
        if mandoc := shutil.which("mandoc"):
            command = [mandoc, "-Tlint", "-Werror", *sorted(pages.iterdir())]
            lint = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(lint.stdout, "")
        completions = unpacked / "completions"
        self.assertEqual(len(list(completions.iterdir())), 5)
        for shell, script in (("bash", "csieve.bash"), ("zsh", "_csieve"), ("fish", "csieve.fish")):
            if found := shutil.which(shell):
                subprocess.run([found, "-n", completions / script], check=True)
        if not WINDOWS and (bash := shutil.which("bash")):
            self.assertEqual(self.completed(bash, completions / "csieve.bash"), ["--show-doubtful", "--show-refuted"])

    @staticmethod
    def completed(bash: str, script: Path) -> list[str]:
        """Returns what bash offers after `csieve check --show-`."""
        line = "COMP_WORDS=(csieve check --show-); COMP_CWORD=2; _csieve csieve --show- check"
        ask = f'source "$1"; {line}; printf "%s\\n" "${{COMPREPLY[@]}}"'
        done = subprocess.run([bash, "-c", ask, "bash", script], check=True, capture_output=True, text=True)
        return sorted(done.stdout.split())

    @unittest.skipUnless(shutil.which("nvim"), "Neovim is missing")
    def test_neovim_loads_the_plug_in_from_a_package(self) -> None:
        start = self.folder / "data/nvim/site/pack/csieve/start"
        shutil.unpack_archive(self.only(f"csieve.nvim-{version()}.tar.gz"), start)
        say = "lua io.stdout:write(vim.fn.exists(':CsieveTrace') .. ' ' .. type(require('csieve').setup))"
        commands = ["helptags ALL", "help csieve-commands", say, "qall!"]
        command = ["nvim", "--headless", "-n", "-i", "NONE", *(part for one in commands for part in ("-c", one))]
        places = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
        done = subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual((done.stdout.strip(), done.stderr.strip()), ("2 function", ""))

    def test_the_programs_of_other_processors_run_where_there_is_an_emulator(self) -> None:
        emulator = shutil.which("qemu-aarch64-static")
        other = MADE / "container/arm64/csieve"
        if emulator is None or not other.is_file():
            self.skipTest("no emulator, or no program for another processor")
        other.chmod(0o755)
        self.assertFinds([emulator, other], self.bare())

    def test_a_program_for_linux_needs_no_library(self) -> None:
        programs = sorted(MADE.glob("container/*/csieve"))
        if not programs:
            self.skipTest("no static program here")
        for program in programs:
            # A dynamic program names the program that loads its libraries.
            self.assertNotIn(b"/ld-linux", program.read_bytes(), program)


if __name__ == "__main__":
    unittest.main()
