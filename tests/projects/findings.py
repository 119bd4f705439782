"""Reads the results folder of check.py: csieve's JSON output for each project."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from catalogue import Project

# The outcomes of a finding. A doubtful finding is not refuted, but csieve hides it unless asked to show it.
OUTCOMES = ("confirmed", "unrefuted", "doubtful", "refuted")


def outcome(finding: dict) -> str:
    """Returns the verdict of a finding, or `doubtful` if it has a doubt. Older versions had no doubts."""
    verdict = finding["verdict"]
    return "doubtful" if verdict != "refuted" and finding.get("doubt") else verdict


def documents(results: Path, chosen: list[Project]) -> Iterator[tuple[Project, dict]]:
    """Yields each checked project with csieve's JSON output. Loads one at a time, because they are large."""
    for project in chosen:
        path = results / f"{project.name}.json"
        if path.exists():
            yield project, json.loads(path.read_text())


def below(project: Project, path: str) -> str:
    """Returns a path relative to the project's folder; a path outside the folder is returned unchanged."""
    seen = os.path.relpath(path, project.folder)
    return path if seen.startswith("..") else seen
