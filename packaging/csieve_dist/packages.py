"""The packages of one platform: archive, npm package, extension of Visual Studio Code, program of the container."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import wheel
from .archives import Member, files_of, write
from .platforms import RELEASED, Platform
from .repository import LICENSES, ROOT, run, version

NPM = ROOT / "packaging/npm"


@dataclass(frozen=True)
class Built:
    """csieve for a platform: its wheel, and the program as a file and as bytes."""

    platform: Platform
    wheel: Path
    program: Path
    data: bytes


def build(platform: Platform, profile: str, out: Path, counts: Path | None = None) -> Built:
    """Builds csieve for a platform. The program is put where the Containerfile looks for it, or beside that."""
    made = wheel.build(platform, profile, out, counts)
    data = wheel.program_of(made, platform)
    folder = ("container", platform.container) if platform.container else ("programs", platform.target)
    program = out.joinpath(*folder, platform.program)
    program.parent.mkdir(parents=True, exist_ok=True)
    # A program that is being run cannot be written, but replaced.
    program.unlink(missing_ok=True)
    program.write_bytes(data)
    program.chmod(0o755)
    return Built(platform, made, program, data)


def licenses(below: str) -> list[Member]:
    """Returns the texts of the licences as members below a path."""
    return [Member(f"{below}/{name}", (ROOT / name).read_bytes()) for name in LICENSES]


def pages(program: Path, out: Path) -> Path:
    """Makes the manual pages and the completions of shells with a csieve that runs here, and returns their folder."""
    folder = out / "pages"
    run([program, "man", folder / "man/man1"])
    completions = folder / "completions"
    completions.mkdir(parents=True, exist_ok=True)
    for shell, name in (
        ("bash", "csieve.bash"),
        ("elvish", "csieve.elv"),
        ("fish", "csieve.fish"),
        ("powershell", "_csieve.ps1"),
        ("zsh", "_csieve"),
    ):
        script = subprocess.run([program, "completions", shell], check=True, capture_output=True).stdout
        (completions / name).write_bytes(script)
    return folder


def archive(built: Built, made_pages: Path, out: Path) -> Path:
    """Makes the archive with the program, its pages and completions, and the licences."""
    platform = built.platform
    name = f"csieve-{version()}-{platform.target}"
    file = out / f"{name}.{'zip' if platform.is_windows else 'tar.gz'}"
    members = [Member(f"{name}/{platform.program}", built.data, executable=True)]
    members += [Member(f"{name}/{page}", (ROOT / page).read_bytes()) for page in ("README.md", "CHANGELOG.md")]
    write(file, members + licenses(name) + files_of(made_pages, name))
    return file


def npm_platform(built: Built, out: Path) -> Path:
    """Makes the npm package with the program for a platform."""
    platform = built.platform
    system, processor = platform.node
    main = json.loads((NPM / "csieve/package.json").read_text())
    manifest = {
        "name": f"@csieve/{platform.npm}",
        "version": version(),
        "description": f"The csieve program for {system} on {processor}; install the package csieve",
        **{key: main[key] for key in ("license", "repository", "homepage", "bugs", "publishConfig")},
        "os": [system],
        "cpu": [processor],
        "files": ["bin"],
        # Package managers that keep packages in archives must unpack this one.
        "preferUnplugged": True,
    }
    if "linux-gnu" in platform.target:
        manifest["libc"] = ["glibc"]
    members = [
        Member("package/package.json", _json(manifest)),
        Member("package/README.md", (NPM / "platform/README.md").read_bytes()),
        Member(f"package/bin/{platform.program}", built.data, executable=True),
    ]
    file = out / f"csieve-npm-{platform.npm}-{version()}.tgz"
    write(file, members + licenses("package"))
    return file


def npm_main(out: Path) -> Path:
    """Makes the npm package that people install; it depends on the packages of all platforms."""
    manifest = json.loads((NPM / "csieve/package.json").read_text())
    manifest["version"] = version()
    manifest["optionalDependencies"] = {f"@csieve/{platform.npm}": version() for platform in RELEASED}
    members = [
        Member("package/package.json", _json(manifest)),
        Member("package/README.md", (NPM / "csieve/README.md").read_bytes()),
        Member("package/bin/csieve.js", (NPM / "csieve/bin/csieve.js").read_bytes(), executable=True),
    ]
    file = out / f"csieve-npm-{version()}.tgz"
    write(file, members + licenses("package"))
    return file


def vscode(built: Built, out: Path) -> list[Path]:
    """Packs the extension of Visual Studio Code with the program, under each name that a platform has there."""
    _npm_ci()
    packed = []
    for name in built.platform.vscode:
        file = out / f"csieve-{name}-{version()}.vsix"
        _vsix(file, "--server", built.program, "--target", name)
        packed.append(file)
    return packed


def vscode_universal(out: Path) -> Path:
    """Packs the extension without a program, for platforms without one; it uses the csieve on the PATH."""
    _npm_ci()
    file = out / f"csieve-{version()}.vsix"
    _vsix(file, "--universal")
    return file


def _npm_ci() -> None:
    if not (ROOT / "editors/vscode/node_modules").is_dir():
        run(["npm", "ci", "--no-audit", "--no-fund"], cwd=ROOT / "editors/vscode")


def _vsix(file: Path, *options: str | Path) -> None:
    run(["node", "scripts/package.mjs", *options, "--out", file.resolve()], cwd=ROOT / "editors/vscode")


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()
