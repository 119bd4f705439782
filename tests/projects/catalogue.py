"""The projects of projects.toml, and the folders of their sources and results in the cache."""

import os
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Project:
    name: str
    apt: tuple[str, str] | None = None
    crate: tuple[str, str] | None = None
    prepare: tuple[str, ...] = field(default_factory=tuple)
    real: str = ""
    skip: str = ""

    @property
    def folder(self) -> Path:
        """The folder of the project's sources."""
        return cache() / "src" / self.name

    @property
    def commands(self) -> Path:
        return self.folder / "compile_commands.json"


def cache() -> Path:
    """Returns the folder of all sources and results: CSIEVE_PROJECTS, else one in the user's cache."""
    given = os.environ.get("CSIEVE_PROJECTS")
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(user) / "csieve-projects"


def projects(names: list[str]) -> list[Project]:
    """Returns the projects with these names; all projects if there are no names. Exits on an unknown name."""
    with open(HERE / "projects.toml", "rb") as file:
        table = tomllib.load(file)
    unknown = [name for name in names if name not in table]
    if unknown:
        sys.exit(f"no such project: {', '.join(unknown)}; known: {', '.join(table)}")
    chosen = names or list(table)
    return [Project(name, **{key: as_given(value) for key, value in table[name].items()}) for name in chosen]


def as_given(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
