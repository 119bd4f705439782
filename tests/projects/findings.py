"""What a run of check.py left in the results folder: a JSON document for each project."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from catalogue import Project

# What may become of a finding. A doubtful one is not refuted, but hidden unless asked for.
OUTCOMES = ("confirmed", "unrefuted", "doubtful", "refuted")


def outcome(finding: dict) -> str:
    """The verdict, but for findings with a doubt; csieve before there were doubts says nothing of them."""
    verdict = finding["verdict"]
    return "doubtful" if verdict != "refuted" and finding.get("doubt") else verdict


def documents(results: Path, chosen: list[Project]) -> Iterator[tuple[Project, dict]]:
    """The projects that were checked, each with csieve's JSON output; one at a time, because they are large."""
    for project in chosen:
        path = results / f"{project.name}.json"
        if path.exists():
            yield project, json.loads(path.read_text())


def below(project: Project, path: str) -> str:
    """A path as seen from the project's folder; one outside stays as it is."""
    seen = os.path.relpath(path, project.folder)
    return path if seen.startswith("..") else seen
