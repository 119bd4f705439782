#!/usr/bin/env python3
"""Writes the figures of the last complete run into docs/projects.md, between its two marker comments.

Usage: document.py [RESULTS]
"""

import json
import os
import platform
import subprocess
import sys
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from catalogue import HERE, cache, projects
from check import kinds, top
from findings import OUTCOMES
from tokens import PATH

ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "projects.md"
START, END = "<!-- figures -->", "<!-- end of figures -->"


def table(head: list[str], rows: list[list[object]], words: int = 1) -> str:
    """Returns a Markdown table. The first `words` columns are aligned as text, the others as numbers."""
    lines = [head, ["---"] * words + ["---:"] * (len(head) - words), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def conditions() -> str:
    """Returns a line with the date, commit, machine and gcc version of the figures."""
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    commit, gcc = output("git", "rev-parse", "--short=10", "HEAD"), output("gcc", "-dumpfullversion")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores, {memory:.0f} GB"
    return f"{date}, commit {commit}, {machine}, gcc {gcc}.\n"


def version(name: str) -> str:
    """Returns the version of a project's sources, as noted by fetch.py, else that of the package or crate."""
    folder = cache() / "src"
    path = folder / f"{name}.version"
    if path.exists() or name == "total":
        return path.read_text().strip() if path.exists() else ""
    [project] = projects([name])
    if project.crate:
        return project.crate[1]
    packages = sorted(folder.glob(f"{project.apt[0]}_*.dsc"))
    return packages[-1].stem.partition("_")[2] if packages else ""


def checked(rows: list[dict]) -> str:
    head = ["project", "version", "KLOC", "files", "functions", "analysed", "skipped", *OUTCOMES, "cpu s", "MB"]
    body = []
    for row in rows:
        figures = [f"{row['lines'] / 1000:.1f}", row["files"], row["analysed"] + row["skipped"], row["analysed"]]
        figures += [row["skipped"], *(row["verdicts"].get(verdict, 0) for verdict in OUTCOMES)]
        figures += [f"{row['processor']:.1f}", f"{row['megabytes']:.0f}"]
        body.append([row["name"], version(row["name"]), *figures])
    total = rows[-1]
    reasons = top(kinds(total["reasons"]), 12) or "nothing"
    return f"{table(head, body)}\nSkipped: {reasons}.\n\nFindings kept: {top(total['rules'], 30)}.\n"


def functions(results: dict[str, dict]) -> str:
    body, total, causes = [], Counter(), Counter()
    for name, found in results.items():
        body.append([name, *function_row(found["counts"])])
        total.update(found["counts"])
        causes.update(found["causes"])
    body.append(["total", *function_row(total)])
    different = top(causes, 12) or "none"
    return f"{table(['project', 'gcc', 'csieve', 'both', 'agreement'], body)}\nDifferences: {different}.\n"


def function_row(counts: dict[str, int]) -> list[object]:
    gcc, ours, both = (counts.get(key, 0) for key in ("gcc", "ours", "both"))
    return [gcc, ours, both, f"{100 * both / max(1, gcc + ours - both):.2f} %"]


def tokens(results: dict[str, dict]) -> str:
    body, causes, total = [], Counter(), []
    for name, files in results.items():
        body.append([name, *token_row(list(files.values()))])
        total += files.values()
        causes.update(one["kind"] for found in files.values() for one in found[:1])
    body.append(["total", *token_row(total)])
    different = top(causes, 12) or "none"
    head = ["project", "files", "equal", "share", "but for paths", "share"]
    return f"{table(head, body)}\nFirst differences: {different}.\n"


def token_row(files: list[list[dict]]) -> list[object]:
    equal = sum(not found for found in files)
    spelt = equal + sum(bool(found) and all(one["kind"] == PATH for one in found) for found in files)
    shares = [f"{100 * count / max(1, len(files)):.1f} %" for count in (equal, spelt)]
    return [len(files), equal, shares[0], spelt, shares[1]]


def put(path: Path, parts: list[str]) -> None:
    """Replaces the text between the two marker comments of a page."""
    page = path.read_text()
    before, after = page.partition(START)[0], page.partition(END)[2]
    path.write_text(f"{before}{START}\n\n" + "\n".join(parts) + f"\n{END}{after}")


def main(arguments: list[str]) -> int:
    results = Path(arguments[0]) if arguments else cache() / "results"
    parts = [conditions()]
    for name, title, render in (
        ("check", "What csieve finds", checked),
        ("functions", "Functions, compared with gcc", functions),
        ("tokens", "Tokens, compared with gcc", tokens),
    ):
        path = results / f"{name}.json"
        if path.exists():
            parts.append(f"### {title}\n\n{render(json.loads(path.read_text()))}")
    put(PAGE, parts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
