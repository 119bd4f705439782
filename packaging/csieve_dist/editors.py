"""Packages of editors that have no program in them: Neovim and Emacs."""

from pathlib import Path

from .archives import files_of, write
from .packages import licenses
from .repository import ROOT, version


def neovim(out: Path) -> Path:
    """Makes an archive of the plug-in, to unpack below a folder `pack/*/start` of Neovim."""
    file = out / f"csieve.nvim-{version()}.tar.gz"
    write(file, files_of(ROOT / "editors/neovim", "csieve.nvim") + licenses("csieve.nvim"))
    return file


def emacs(out: Path) -> Path:
    """Copies the package of Emacs, which is one file."""
    file = out / "csieve.el"
    file.write_bytes((ROOT / "editors/emacs/csieve.el").read_bytes())
    return file
