#!/usr/bin/env python3
"""Makes the packages of csieve in the folder dist.

    packaging/dist.py profile              a profile of csieve at work, by which platform can build (--profile-data)
    packaging/dist.py platform TARGET...   wheel, archive, npm package and VSIX of each platform
    packaging/dist.py common               source package, npm package, VSIX without a program, Neovim, Emacs
    packaging/dist.py sums                 SHA256SUMS of what is there
    packaging/dist.py version [TAG]        the version; fails if a file states another one, or the tag

The release workflow and the tests run it. docs/install.md says what the packages are for.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from csieve_dist import archives, editors, packages, profile, wheel  # noqa: E402
from csieve_dist.platforms import PLATFORMS  # noqa: E402
from csieve_dist.repository import ROOT, DistError, stated_versions, version  # noqa: E402


def platform(arguments: argparse.Namespace) -> None:
    """Makes the packages of the given platforms. The pages come from the latest csieve that runs here."""
    out: Path = arguments.out
    runs_here: Path | None = arguments.csieve
    for name in arguments.targets:
        built = packages.build(PLATFORMS[name], arguments.profile, out, arguments.profile_data)
        runs_here = built.program if wheel.can_run(built.program) else runs_here
        if runs_here is None:
            raise DistError(
                f"The manual pages are made with a csieve that runs here, and the one for {name} does not: name the "
                "target of this machine first, or a csieve with --csieve."
            )
        made = [built.wheel, packages.archive(built, packages.pages(runs_here, out), out), packages.npm_platform(built, out)]
        report(made if arguments.no_vscode else [*made, *packages.vscode(built, out)])


def common(arguments: argparse.Namespace) -> None:
    """Makes the packages that are the same for all platforms."""
    out: Path = arguments.out
    made = [wheel.source(out), packages.npm_main(out), editors.neovim(out), editors.emacs(out)]
    report(made if arguments.no_vscode else [*made, packages.vscode_universal(out)])


def recorded(arguments: argparse.Namespace) -> None:
    """Records a profile, and says how Cargo builds by it."""
    file: Path = arguments.out / "csieve.profdata"
    profile.record(file)
    report([file])
    print("cargo build --profile dist --package csieve", *(f'"{option}"' for option in profile.use(file, profile.host())))


def sums(arguments: argparse.Namespace) -> None:
    """Writes SHA256SUMS."""
    (arguments.out / "SHA256SUMS").write_text(archives.checksums(arguments.out))


def versions(arguments: argparse.Namespace) -> None:
    """Prints the version, after comparing it with all others."""
    stated = stated_versions() | ({"the tag": arguments.tag.removeprefix("v")} if arguments.tag else {})
    for file, other in stated.items():
        if other != version():
            raise DistError(f"{file} says version {other}, but Cargo.toml says {version()}.")
    print(version())


def report(made: list[Path]) -> None:
    """Prints what was made, with sizes."""
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the packages of csieve.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the packages")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("platform", help="make the packages of platforms")
    command.add_argument("targets", nargs="+", choices=sorted(PLATFORMS), metavar="TARGET", help=", ".join(sorted(PLATFORMS)))
    command.add_argument("--profile", default="dist", help="the profile of Cargo")
    command.add_argument("--profile-data", type=Path, help="the profile that `profile` recorded")
    command.add_argument("--csieve", type=Path, help="a csieve that runs here, if those of the targets do not")
    command.add_argument("--no-vscode", action="store_true", help="leave out the extension of Visual Studio Code")
    command.set_defaults(run=platform)
    command = commands.add_parser("common", help="make the packages that are the same for all platforms")
    command.add_argument("--no-vscode", action="store_true", help="leave out the extension of Visual Studio Code")
    command.set_defaults(run=common)
    commands.add_parser("profile", help="record a profile of csieve at work").set_defaults(run=recorded)
    commands.add_parser("sums", help="write SHA256SUMS").set_defaults(run=sums)
    command = commands.add_parser("version", help="print the version")
    command.add_argument("tag", nargs="?", help="a tag that must fit")
    command.set_defaults(run=versions)
    arguments = parser.parse_args()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        arguments.run(arguments)
    except DistError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
