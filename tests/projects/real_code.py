#!/usr/bin/env python3
"""Writes the findings of the last run, the judged sample and the cppcheck comparison into docs/real-code.md.

Usage: real_code.py [--results FOLDER] [--judged FILE] [--page FILE]
"""

import argparse
import json
import math
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import build
import compare
import judged
import refuters
from catalogue import Project, cache, projects
from check import lines
from document import ROOT, conditions, put, table
from findings import OUTCOMES, documents, outcome
from judged import Finding, Sample

PAGE = ROOT / "docs" / "real-code.md"
# Rules whose findings are proofs themselves, so that there is nothing to refute.
PROOFS = ("unreachable-code", "infinite-loop")


@dataclass
class Figures:
    """The counts of findings in one project, or in all, by rule and outcome or by rule and refuters."""

    lines: int = 0
    outcomes: dict[tuple[str, str], int] = field(default_factory=Counter)
    refuters: dict[tuple[str, str], int] = field(default_factory=Counter)
    withheld: dict[str, int] = field(default_factory=Counter)

    def add(self, other: "Figures") -> None:
        self.lines += other.lines
        for name in ("outcomes", "refuters", "withheld"):
            getattr(self, name).update(getattr(other, name))

    @property
    def rules(self) -> list[str]:
        return sorted({rule for rule, _ in self.outcomes} | set(self.withheld))

    def count(self, rules: list[str], *outcomes: str) -> int:
        return sum(self.outcomes.get((rule, one), 0) for rule in rules for one in outcomes)


def counted(document: dict, size: int) -> Figures:
    """Counts the findings in csieve's JSON output. `size` is the number of lines checked."""
    found = Figures(size)
    for finding in document["findings"]:
        found.outcomes[finding["rule"], outcome(finding)] += 1
        if finding["verdict"] == "refuted":
            found.refuters[finding["rule"], combination(finding)] += 1
    found.withheld.update(document["summary"].get("withheld") or {})
    return found


def combination(finding: dict) -> str:
    """Returns the refuters that refuted a finding, each once and cheapest first, joined by ` + `."""
    names = {proof["refuter"] for proof in finding.get("proofs") or []}
    known = [name for name in refuters.REFUTERS if name in names]
    return " + ".join(known + sorted(names - set(known))) or "not said"


def size(project: Project) -> int:
    """Returns the number of lines that csieve checked. Exits if the sources of the project are missing."""
    found = sum(lines(path) for path in {entry.path for entry in build.entries(project)})
    return found or sys.exit(f"the sources of {project.name} are not in {project.folder}")


def densities(found: Figures, shown: list[str], rules: list[str]) -> list[object]:
    """Returns for each outcome the number of findings, and the number per 1000 lines."""
    cells: list[object] = []
    for name in shown:
        count = found.count(rules, name)
        cells += [count, f"{1000 * count / max(1, found.lines):.3f}"]
    return cells


def shown_outcomes(total: Figures) -> list[str]:
    """Returns the names of the outcomes, with `confirmed` only if there are confirmed findings."""
    return [name for name in OUTCOMES if name != "confirmed" or total.count(total.rules, name)]


def density(found: dict[str, Figures], total: Figures) -> str:
    shown = shown_outcomes(total)
    head = [cell for name in shown for cell in (name, "per KLOC")]
    rules = [[rule, *densities(total, shown, [rule])] for rule in total.rules]
    rules.append(["total", *densities(total, shown, total.rules)])
    each = [[name, f"{one.lines / 1000:.1f}", *densities(one, shown, one.rules)] for name, one in found.items()]
    each.append(["total", f"{total.lines / 1000:.1f}", *densities(total, shown, total.rules)])
    return f"{table(['rule', *head], rules)}\n{table(['project', 'KLOC', *head], each)}"


def reduction(total: Figures) -> str:
    """Returns a table of how many candidates of each rule were refuted, withheld, doubtful or remained."""
    rules = [rule for rule in total.rules if rule not in PROOFS]
    combinations = sorted({name for rule, name in total.refuters if rule in rules})
    alone = [name for name in combinations if "+" not in name]
    together = [name for name in combinations if "+" in name]
    head = ["rule", "candidates", *alone, "several", "withheld", "doubtful", "remaining", "refuted share", "removed share"]
    body = [[name, *row(total, some, alone, together)] for name, some in [*((rule, [rule]) for rule in rules), ("total", rules)]]
    return table(head, body)


def row(total: Figures, rules: list[str], alone: list[str], together: list[str]) -> list[object]:
    """Returns a row of the table of `reduction`. Findings that needed several refuters share one column."""
    candidates, *rest = reduced(total, rules, [*alone, *together])
    several = sum(rest[len(alone) : len(alone) + len(together)])
    return [candidates, *rest[: len(alone)], several, *rest[len(alone) + len(together) :]]


def reduced(total: Figures, rules: list[str], combinations: list[str]) -> list[object]:
    """Returns for some rules the number of candidates, that of each outcome, and the shares removed."""
    by = [sum(total.refuters.get((rule, name), 0) for rule in rules) for name in combinations]
    withheld = sum(total.withheld.get(rule, 0) for rule in rules)
    doubtful, remaining = total.count(rules, "doubtful"), total.count(rules, "confirmed", "unrefuted")
    candidates = sum(by) + withheld + doubtful + remaining
    shares = [percent(sum(by), candidates), percent(candidates - remaining, candidates)]
    return [candidates, *by, withheld, doubtful, remaining, *shares]


def ablation(total: Figures, without: dict[str, Figures]) -> str:
    """Returns a table of how many candidates are refuted with all refuters, and with all but one."""
    head = ["refuters", "candidates", "refuted", "withheld", "doubtful", "remaining", "refuted share", "removed share"]
    rows = [["all", *summed(total)], *([f"all but {name}", *summed(one)] for name, one in without.items())]
    return table(head, rows)


def summed(total: Figures) -> list[object]:
    """Returns a row of the table of `ablation`: all rules together, with all refuters in one column."""
    rules = [rule for rule in total.rules if rule not in PROOFS]
    combinations = sorted({name for rule, name in total.refuters if rule in rules})
    candidates, *rest = reduced(total, rules, combinations)
    return [candidates, sum(rest[: len(combinations)]), *rest[len(combinations) :]]


def figures(results: Path) -> dict[str, Figures]:
    """Returns the counts of findings, by project."""
    return {project.name: counted(document, size(project)) for project, document in documents(results, projects([]))}


def together(found: dict[str, Figures]) -> Figures:
    total = Figures()
    for one in found.values():
        total.add(one)
    return total


def refuted_by(total: Figures, refuter: str) -> int:
    """Returns how many findings were refuted by a refuter, alone or together with others."""
    return sum(count for (_, names), count in total.refuters.items() if refuter in names.split(" + "))


def yielded(results: Path, found: dict[str, Figures], total: Figures) -> list[str]:
    """Returns the sections on single refuters; an empty list if they were not measured."""
    measured = refuters.measured(results, projects([]))
    if not measured:
        return []
    without = {name: figures(refuters.folder(results, name)) for name in refuters.REFUTERS}
    without = {name: one for name, one in without.items() if one}
    parts = [f"### What each refuter yields\n\n{refuters.yields(measured, lambda name: refuted_by(total, name))}"]
    if without:
        # Compare only projects that were checked with all refuters and without each of these.
        common = [name for name in found if all(name in one for one in without.values())]
        chosen = {name: together({project: one[project] for project in common}) for name, one in without.items()}
        every = together({project: found[project] for project in common})
        parts.append(f"Without one of them, on {', '.join(common)}:\n\n{ablation(every, chosen)}")
    return parts


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def likely(false: int, number: int) -> tuple[float, float]:
    """Returns Wilson's 95 % confidence interval, in percent, of the share of false findings among all."""
    z, share = 1.96, false / number
    middle, scale = share + z * z / (2 * number), 1 + z * z / number
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return 100 * (middle - half) / scale, 100 * (middle + half) / scale


def sampled(sample: Sample) -> str:
    """Returns the section on the sample: the share of false findings, also by rule, and all judgements."""
    known, false = judged.shares(sample.findings)
    drawn = f"Drawn with seed {sample.seed}: {sample.number} of {sample.population} findings, of csieve at commit {sample.commit}. "
    if not known:
        return f"{drawn}None of them is judged yet.\n"
    low, high = likely(false, known)
    share = f"{known} are judged, {false} of them are false: **{percent(false, known)}**"
    share += f" (for all findings, that says {low:.0f} to {high:.0f} %, 19 times out of 20).\n"
    by = [[rule, *rule_row([one for one in sample.findings if one.rule == rule])] for rule in sorted({one.rule for one in sample.findings})]
    head = ["rule", "drawn", "judged", "false", "share"]
    verdicts = [line(number, one) for number, one in enumerate(sample.findings, 1) if one.judgement]
    every = table(["", "project", "place", "rule", "judgement", "why"], verdicts, 6)
    return f"{drawn}{share}\n{table(head, [*by, ['total', *rule_row(sample.findings)]])}\n{every}"


def rule_row(found: list[Finding]) -> list[object]:
    known, false = judged.shares(found)
    return [len(found), known, false, percent(false, known)]


def line(number: int, one: Finding) -> list[object]:
    return [number, one.project, one.place, one.rule, one.judgement, one.why.replace("|", "\\|")]


def compared(document: dict) -> str:
    """Returns the section on the comparison with cppcheck, which also names failures and stopped programs."""
    rows = compare.rows(document)
    versions = ", ".join(document["versions"].values())
    body = [[row.name, *compare.figures(row)] for row in [*rows, compare.total(rows)] if not row.problem]
    problems = "".join(f"\n{row.name} is not compared: {row.problem}.\n" for row in rows if row.problem)
    late = "".join(f"\n{name} was stopped after {document['timeout']:.0f} s on {', '.join(stopped)}.\n" for name, stopped in unfinished(rows))
    runs = f"{versions}, {document['jobs']} jobs each, rounds: {document['rounds']}."
    return f"{runs}\n\n{table(['project', *compare.COLUMNS], body)}{problems}{late}"


def unfinished(rows: list[compare.Row]) -> list[tuple[str, list[str]]]:
    """Returns the programs that were stopped at the time limit, each with the names of the projects."""
    stopped = [(name, [row.name for row in rows if not getattr(row, name).ended]) for name in ("csieve", "cppcheck")]
    return [pair for pair in stopped if pair[1]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=Path, default=cache() / "results")
    parser.add_argument("--judged", type=Path, default=judged.FILE)
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    found = figures(options.results)
    total = together(found)
    if not found:
        sys.exit(f"nothing was checked: no results in {options.results}")
    parts = [conditions(), f"### Findings\n\n{density(found, total)}", f"### What path reduction removes\n\n{reduction(total)}"]
    parts += yielded(options.results, found, total)
    sample = judged.read(options.judged)
    if sample:
        parts.append(f"### The sample\n\n{sampled(sample)}")
    timed = options.results / "compare.json"
    if timed.exists():
        parts.append(f"### Compared with cppcheck\n\n{compared(json.loads(timed.read_text()))}")
    put(options.page, parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
