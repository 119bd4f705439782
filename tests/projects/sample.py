#!/usr/bin/env python3
"""Draws a random sample of the findings that csieve reports on the projects, for people to judge.

Usage: sample.py [--seed N] [--number N] [--commit NAME] [--results FOLDER] [--judged FILE]
       sample.py --check | --fill FILE...

Prints each finding with its message and path, and writes docs/judged.toml. A finding that is judged there
already keeps its judgement if it is drawn again. Refuted and doubtful findings are not drawn. The same
results and seed give the same sample. --fill reads judgements as JSON lines: n (the number printed), project,
file, line, rule, judgement, why. --check prints which findings are not judged yet, and the share of false
ones; its exit code is 1 if a finding is not judged.
"""

import argparse
import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import judged
from catalogue import cache, projects
from document import output, version
from findings import below, documents, outcome
from judged import Finding, Sample

# The greatest number of characters printed of a step.
WIDTH = 170


def population(results: Path) -> list[tuple[Finding, str]]:
    """Returns all reported findings with their printed form, in an order that is the same for all runs."""
    found = []
    for project, document in documents(results, projects([])):
        fetched = version(project.name)
        for raw in document["findings"]:
            if outcome(raw) in ("confirmed", "unrefuted"):
                found.append((reported(raw, project.name, fetched, below(project, raw["file"])), described(raw)))
    return sorted(found, key=lambda pair: order(pair[0]))


def reported(raw: dict, project: str, fetched: str, file: str) -> Finding:
    function, subject = (raw.get(name) or "" for name in ("function", "subject"))
    return Finding(project, fetched, file, raw["line"], raw["column"], function, subject, raw["rule"], raw["message"])


def order(finding: Finding) -> tuple:
    """Returns the sort key: project, file, line, column and rule; then fields that differ at one place."""
    place = (finding.project, finding.file, finding.line, finding.column, finding.rule)
    return *place, finding.function, finding.subject, finding.message


def draw(found: list[tuple[Finding, str]], seed: int, number: int) -> list[tuple[Finding, str]]:
    """Draws the sample and sorts it by rule, so that similar findings are read one after the other."""
    drawn = random.Random(seed).sample(found, min(number, len(found)))
    return sorted(drawn, key=lambda pair: (pair[0].rule, *order(pair[0])))


def described(raw: dict) -> str:
    """Returns a finding as text: place, message, the limit that ended the search, and the path."""
    lines = [f"{raw['rule']} {raw['file']}:{raw['line']}:{raw['column']} in {raw.get('function')}", raw["message"]]
    if raw.get("limit"):
        lines.append(f"limit: {raw['limit']}")
    for step in raw["path"]:
        line = described_step(step, raw["file"])
        if "has no value yet" not in line and line != lines[-1]:
            lines.append(line)
    return "\n    ".join(lines)


def described_step(step: dict, file: str) -> str:
    """Returns a step of a path as text. A step in a callee names the file and the function."""
    callee = step.get("callee")
    name = Path(step.get("file") or file).name if callee else ""
    inside = f" (in {callee['function']})" if callee else ""
    return f"{name}:{step['line']} {step['text']}{inside}"[:WIDTH]


def state(findings: list[Finding]) -> str:
    """Returns a text with the findings not judged yet, and the share of false ones among the others."""
    lines = [f"[{number}] {one.rule} {one.project}/{one.place} is not judged" for number, one in numbered(findings) if not one.judgement]
    known, false = judged.shares(findings)
    share = f", {100 * false / known:.1f} %" if known else ""
    return "\n".join([*lines, f"{len(findings)} findings, {known} judged, {false} of them false{share}"])


def numbered(findings: list[Finding]) -> list[tuple[int, Finding]]:
    return list(enumerate(findings, 1))


def drawn_anew(options: argparse.Namespace, old: Sample | None) -> Sample:
    """Draws and prints a new sample. Findings that were in the old sample keep their judgements."""
    seed = options.seed if options.seed is not None else old.seed if old else 1
    found = population(options.results)
    sample = draw(found, seed, options.number)
    for number, (_, described_finding) in enumerate(sample, 1):
        print(f"\n[{number}] {described_finding}")
    before = old.findings if old else []
    findings = judged.kept([finding for finding, _ in sample], before)
    lost = sum(bool(one.judgement) for one in before) - sum(bool(one.judgement) for one in findings)
    print(f"\n{len(sample)} of {len(found)} findings, seed {seed}; judgements that are no longer in the sample: {max(0, lost)}")
    commit = options.commit or output("git", "rev-parse", "--short=10", "HEAD")
    return Sample(seed, len(findings), commit, len(found), findings)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, help="by default that of the sample that is there, else 1")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--commit", help="the commit of the csieve that was run, by default the one checked out")
    parser.add_argument("--results", type=Path, default=cache() / "results")
    parser.add_argument("--judged", type=Path, default=judged.FILE)
    parser.add_argument("--fill", type=Path, nargs="+", help="take over judgements from JSON lines")
    parser.add_argument("--check", action="store_true", help="draw nothing, say what is not judged yet")
    options = parser.parse_args()
    sample = judged.read(options.judged)
    if options.check or options.fill:
        if sample is None:
            sys.exit(f"there is no sample in {options.judged}")
        said = [json.loads(line) for file in options.fill or [] for line in file.read_text().splitlines() if line.strip()]
        sample = replace(sample, findings=judged.filled(sample.findings, said))
    else:
        sample = drawn_anew(options, sample)
    if not options.check:
        options.judged.write_text(judged.text(sample))
    print(state(sample.findings))
    return 1 if options.check and not all(one.judgement for one in sample.findings) else 0


if __name__ == "__main__":
    sys.exit(main())
