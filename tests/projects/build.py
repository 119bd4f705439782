"""Reads compile_commands.json: the compiler and the options of each file."""

import json
import os
import shlex
from dataclasses import dataclass

from catalogue import Project

# Options that affect preprocessing and have a value, in the same or in the next argument.
WITH_VALUE = ("-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot")
ALONE = ("-std=", "-m", "-f", "-O", "-ansi", "-pthread", "-nostdinc", "-undef", "-trigraphs")


@dataclass(frozen=True)
class Entry:
    """The compile command of one file. `path` is the absolute path of the file."""

    directory: str
    path: str
    arguments: tuple[str, ...]

    @property
    def compiler(self) -> list[str]:
        return [self.arguments[0]]

    @property
    def preprocessing(self) -> list[str]:
        """The arguments that affect preprocessing."""
        chosen, rest = [], iter(self.arguments[1:])
        for argument in rest:
            if argument in WITH_VALUE:
                chosen += [argument, next(rest, "")]
            elif argument == "-o":
                next(rest, "")
            elif argument.startswith(WITH_VALUE + ALONE):
                chosen.append(argument)
        return chosen


def entries(project: Project) -> list[Entry]:
    """Returns the entries of a project, sorted by path; an empty list if the project is not prepared."""
    if not project.commands.exists():
        return []
    return sorted(map(entry, json.loads(project.commands.read_text())), key=lambda found: found.path)


def entry(raw: dict) -> Entry:
    arguments = raw.get("arguments") or shlex.split(raw["command"])
    path = os.path.normpath(os.path.join(raw["directory"], raw["file"]))
    return Entry(raw["directory"], path, tuple(arguments))
