"""Checks the configuration files of Helix, Kate and Zed, which no test runs: they parse and name csieve."""

import json
import sys
from pathlib import Path

try:
    import tomllib
except ImportError:
    tomllib = None

EDITORS = Path(__file__).resolve().parents[2] / "editors"


def toml(path: Path) -> dict | None:
    """Returns the contents of a TOML file, or None if this Python (before 3.11) cannot read TOML."""
    if tomllib is None:
        print(f"  skipped {path.relative_to(EDITORS)}: Python 3.11 is needed")
        return None
    return tomllib.loads(path.read_text())


def helix() -> None:
    languages = toml(EDITORS / "helix/languages.toml")
    if languages is None:
        return
    server = languages["language-server"]["csieve"]
    assert [server["command"], *server["args"]] == ["csieve", "serve"], server
    (c,) = (language for language in languages["language"] if language["name"] == "c")
    (ours,) = (one for one in c["language-servers"] if isinstance(one, dict))
    assert ours == {"name": "csieve", "except-features": ["document-symbols"]}, ours
    assert "clangd" in c["language-servers"], c


def kate() -> None:
    server = json.loads((EDITORS / "kate/settings.json").read_text())["servers"]["c"]
    assert server["command"] == ["csieve", "serve"], server
    assert server["highlightingModeRegex"] == "^(C|ANSI C89)$", server


def zed() -> None:
    extension, crate = toml(EDITORS / "zed/extension.toml"), toml(EDITORS / "zed/Cargo.toml")
    if extension is None or crate is None:
        return
    assert extension["schema_version"] == 1, extension
    assert extension["language_servers"]["csieve"]["languages"] == ["C"], extension
    assert extension["version"] == crate["package"]["version"], "both say the same version"
    assert crate["lib"]["crate-type"] == ["cdylib"], crate
    assert (EDITORS / "zed/src/lib.rs").is_file()
    settings = json.loads((EDITORS / "zed/settings.json").read_text())
    assert settings["languages"]["C"]["language_servers"] == ["csieve", "clangd"], settings
    assert settings["lsp"]["csieve"]["initialization_options"]["documentSymbols"] is False, settings


def main() -> int:
    failed = 0
    for check in (helix, kate, zed):
        try:
            check()
            print(f"  ok {check.__name__}")
        except (AssertionError, LookupError, OSError, ValueError) as error:
            print(f"  FAILED {check.__name__}: {error!r}")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
