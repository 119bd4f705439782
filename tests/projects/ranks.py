#!/usr/bin/env python3
"""Writes docs/ranking.md and server/src/present/rank/shares.rs: what judged samples say of each kind of finding.

Usage: ranks.py [--check]

The samples are the draws in docs/draws. What counts is whether people care for a finding; findings of one rule in one
function, or of one function that fails, count once. A kind with few judged causes gets a share near that of all: 6 more
causes count for it, with the share of all; and 10 more for what is confirmed of a kind, with the share of the kind.
--check writes nothing; its exit code is 1 if a file is not that of the samples.
"""

import argparse
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import judged
from catalogue import HERE
from judged import Finding

DOCS = HERE.parent.parent / "docs"
PAGE = DOCS / "ranking.md"
CODE = HERE.parent.parent / "server" / "src" / "present" / "rank" / "shares.rs"
FIRST_CAUSES = DOCS / "first.toml"
WEIGHT, OF_VERDICT = 6, 10
ALLOCATION = "null-dereference, an allocation fails"
CALL = "null-dereference, another call fails"

HEAD = """\
# Ranking

Every finding has a rank from 1 to 100: how much it is worth to look at it before the others. `csieve check --top N` shows the N
causes of the highest ranks, JSON and SARIF have it as `rank`, `--fail-on rank=N` fails on those of at least this rank, and editors list
findings in this order.

## Causes

Findings of one cause are told once, at the place of the highest rank, with the others as a list. A cause is

- the statement without which the findings would not be: the allocation that is lost at three returns, the `free` before two
  accesses, the declaration without a value;
- a function of the program whose failure nobody notices, or which may leave a variable without a value: all its unchecked calls, in
  whatever files;
- a handler of which nobody knows whether it returns, where the path goes on behind it;
- two functions that do not belong together, such as an allocator and the release of other objects;
- a macro that brings all of the misuse with it.

JSON lists the findings one by one and has `causes` with their positions; in SARIF a cause is one result with
`relatedLocations`, `occurrenceCount` and the fingerprint `csieveCause/v1`.

Memory that is used although its allocation may have failed is a class of its own, and so is, in tests, examples and benchmarks, what any
call gives that may fail: usually it is told in a line for each file
(`--allocations fold`). `--allocations all` tells each use, `off` none.

## What the rank is made of

- Doubtful findings have ranks up to 30: the share of those with the same [hint](doubts.md) about which people care.
- The others have ranks from 30 on, up to 100. The greatest part is the share of judged causes of the same kind about which
  people care: those of the rule, of null dereferences apart those that need an allocation or another call to fail, and
  what is confirmed apart from what is not.
- 10 percent points are added if a run confirms it whatever callers pass, 5 if for values that the function itself tests for.
- That is weighed with the harm: 1 for use after free, double free and memory out of bounds, 0.75 for what reads or computes what
  it must not, 0.5 for the rest, 0.35 for code that no run reaches; and with the reach: 0.6 in tests, examples and benchmarks, 0.8 in code of others that the project
  brings along, by the names of folders and files.
- The rank of a cause is that of the finding that is told, less 3 for each doubling of the places of a function or macro: what
  nobody checks at many places is a habit.
- Each two decisions on the path, up to ten, take 1 off: short paths are understood first.
- What hardly anyone cares about has half the rank: what is lost right before the program ends, losses of which a comment speaks,
  what a loop over the options of the command line loses if an option is given twice (of 20 judged, people cared for 2), and calls that fail in tests, examples and benchmarks. It is called *minor*. `--no-minor`
  and the setting `csieve.showMinor` turn it off. What `main` still holds when it returns is no finding at all.

## Whether it is right

"""

FIRST = """\

## The first twenty

What people meet first, in eight projects that are checked as they are, without being built or configured. `first.toml` in this folder has
the causes that were judged, at most twenty of a project, with the reasons. Two people judged each; what counts is what both say.
*Folded* are findings of allocations that may fail. *Before* is how many of the first twenty findings were such, when each was told and a
rank was mostly the verdict.

"""

TAIL = """\

`tests/projects/ranks.py` writes this page and the table in the program from the judged samples.
"""

# Draws of which no share is made, so that ranks can be checked on them.
APART = ("8", "9", "13")

# Rules whose misuses are the most dangerous, and those that read or compute what they must not; as csieve's severities.
CRITICAL = ("use-after-free", "double-free", "out-of-bounds")
HIGH = ("invalid-free", "stack-address-escape", "uninitialized-read", "integer-overflow")

# Functions of the library that fail for other reasons than a lack of memory. csieve knows them from its tables.
CALLS = frozenset("fopen fdopen freopen popen tmpfile opendir getenv getpwnam getpwuid getgrnam getgrgid getlogin localtime gmtime "
                  "ctime ttyname getcwd dlopen mmap gethostbyname setlocale".split())


class Kind(NamedTuple):
    """Under what a finding counts: its kind, and whether a run confirmed it."""

    name: str
    confirmed: bool


class Judged(NamedTuple):
    """A judged cause: its draw, one of its findings, and the share of its readers who care."""

    draw: str
    finding: Finding
    care: float


def failing(finding: Finding) -> str | None:
    """Returns the function that has to fail for a finding, if it is a null dereference."""
    found = re.search(r"is NULL here if `(\w+)`.* fails", finding.message)
    return found.group(1) if found and finding.rule == "null-dereference" else None


def kind(finding: Finding) -> Kind:
    """Returns the kind under which a finding counts."""
    callee = failing(finding)
    name = finding.rule if callee is None else CALL if callee in CALLS else ALLOCATION
    return Kind(name, finding.verdict == "confirmed")


def samples(name: str) -> list[tuple[str, Finding]]:
    """Returns the judged findings of the draws in the files whose name matches, with the numbers of the draws."""
    paths = sorted(path for path in (DOCS / "draws").glob("*.toml") if re.fullmatch(name, path.name))
    read = ((path.name.partition(".")[0], judged.read(path)) for path in paths)
    return [(draw, one) for draw, sample in read if sample for one in sample.findings if one.judgement]


def causes() -> list[Judged]:
    """Returns the judged causes of what was reported."""
    readers: dict[tuple, list[float]] = defaultdict(list)
    first: dict[tuple, tuple[str, Finding]] = {}
    for draw, one in samples(r"\d+(\.confirmed|\.again)?\.toml"):
        if one.care and one.rule != "unreachable-code":
            key = draw, one.project, one.rule, failing(one) or one.function
            readers[key].append(float(one.care == "yes"))
            first.setdefault(key, (draw, one))
    return [Judged(*first[key], sum(cares) / len(cares)) for key, cares in readers.items()]


def counted(findings: Iterable[tuple[str, float]]) -> dict[str, tuple[int, float]]:
    """Returns how many findings of each kind there are, and for how many of them people care."""
    all_of, cared = Counter(), Counter()
    for name, care in findings:
        all_of[name] += 1
        cared[name] += care
    return {name: (all_of[name], cared[name]) for name in sorted(all_of)}


def smoothed(counts: dict[str, tuple[int, float]]) -> tuple[dict[str, int], int]:
    """Returns the share of each kind and that of all, in percent."""
    number, cared = (sum(column) for column in zip(*counts.values())) if counts else (0, 0)
    overall = cared / number if number else 0
    shares = {name: round(100 * (good + WEIGHT * overall) / (many + WEIGHT)) for name, (many, good) in counts.items()}
    return shares, round(100 * overall)


def by_verdict(judged_causes: list[Judged]) -> tuple[dict[Kind, tuple[int, float]], dict[Kind, int], int]:
    """Returns how many causes of each kind there are and for how many people care, the shares of the kinds, and that of all."""
    shares, overall = smoothed(counted((kind(one.finding).name, one.care) for one in judged_causes))
    counts = counted((kind(one.finding), one.care) for one in judged_causes)
    of = {key: round((100 * good + OF_VERDICT * shares[key.name]) / (many + OF_VERDICT)) for key, (many, good) in counts.items()}
    for name, share in shares.items():
        for confirmed in (False, True):
            of.setdefault(Kind(name, confirmed), share)
    return counts, of, overall


def table(counts: dict[str, tuple[int, float]], shares: dict[str, int]) -> str:
    rows = ["| hint | judged | people care | share that counts |", "|---|---:|---:|---:|"]
    rows += [f"| {name} | {many} | {good:g} | {shares[name]} % |" for name, (many, good) in counts.items()]
    return "\n".join(rows) + "\n"


def table_of_kinds(counts: dict[Kind, tuple[int, float]], shares: dict[Kind, int]) -> str:
    rows = ["| kind | verdict | causes | people care | share that counts |", "|---|---|---:|---:|---:|"]
    for key, (many, good) in sorted(counts.items()):
        rows.append(f"| {key.name} | {'confirmed' if key.confirmed else 'unrefuted'} | {many} | {good:.1f} | {shares[key]} % |")
    return "\n".join(rows) + "\n"


def rank(shares: dict[Kind, int], overall: int) -> Callable[[Finding], float]:
    """Returns what the program makes of shares, without the part of the path."""

    def of(finding: Finding) -> float:
        key = kind(finding)
        harm = 1.0 if finding.rule in CRITICAL else 0.75 if finding.rule in HIGH else 0.5
        return (shares.get(key, overall) + 10 * key.confirmed) * harm

    return of


def ordered(rank_of: Callable[[Finding], float], judged_causes: list[Judged]) -> float:
    """Returns in how many pairs of causes of one project the one for which people care has the higher rank; equal ranks count half.

    A project counts by the number of its causes.
    """
    projects: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for one in judged_causes:
        projects[one.draw, one.finding.project].append(one)
    right = all_pairs = 0.0
    for of_project in projects.values():
        for one, other in combinations(of_project, 2):
            ranks = rank_of(one.finding), rank_of(other.finding)
            for better, worse, first in ((one, other, ranks[0] - ranks[1]), (other, one, ranks[1] - ranks[0])):
                weight = better.care * (1 - worse.care) / len(of_project)
                all_pairs += weight
                right += weight * (1 if first > 0 else 0.5 if first == 0 else 0)
    return right / all_pairs if all_pairs else 0.5


def checked(fitted: list[Judged], apart: list[Judged]) -> str:
    """Returns the sentences about how often ranks are right."""
    def of(known: list[Judged]) -> Callable[[Finding], float]:
        _, shares, overall = by_verdict(known)
        return rank(shares, overall)

    def percent(rank_of: Callable[[Finding], float], judged_causes: list[Judged]) -> str:
        return f"{100 * ordered(rank_of, judged_causes):.0f} %"

    told, others = ([one for one in some if kind(one.finding).name != ALLOCATION] for some in (apart, fitted))
    by_word = {"confirmed": 1.0}
    return (
        f"The shares are those of all draws but {', '.join(APART[:-1])} and {APART[-1]}. In these, of two causes of one project of which people "
        f"care for one, the rank is higher for that one in {percent(of(fitted), told)} of the pairs, without allocations that fail ({len(told)} causes). "
        f"By the verdict alone it would be {percent(lambda one: by_word.get(one.verdict, 0.0), told)}, by chance 50 %. The other way round, with shares of "
        f"just these draws, it is {percent(of(apart), others)} on the others ({len(others)} causes). That is little: what people care for depends more on the project than "
        "on the kind of a finding. The weights of the harm are a judgement, not a fit.\n"
    )


def first_twenty() -> str:
    """Returns the table of the causes that people meet first."""
    with FIRST_CAUSES.open("rb") as file:
        table = tomllib.load(file)
    rows = ["| project | findings | folded | other causes | judged | true | people care | before |", "|---|---:|---:|---:|---:|---:|---:|---:|"]
    sums = Counter()
    for project in table["project"]:
        own = [one for one in table["cause"] if one["project"] == project["name"]]
        counts = {
            "findings": project["findings"], "folded": project["folded"], "causes": project["causes"], "judged": len(own),
            "true": sum(one["judgement"] == "true" for one in own), "care": sum(one["care"] == "yes" for one in own),
        }
        sums.update(counts)
        rows.append(f"| {project['name']} | {' | '.join(map(str, counts.values()))} | {project.get('failing_before', '')} |")
    rows.append(f"| all | {' | '.join(str(sums[name]) for name in counts)} | |")
    return "\n".join(rows) + "\n"


def variant(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def code(shares: dict[Kind, int], overall: int, hints: dict[str, int], of_hints: int) -> str:
    """Returns the table of the program."""
    fails = {ALLOCATION: "Fails::Allocation", CALL: "Fails::Call"}

    def pattern(key: Kind) -> str:
        rule = "null-dereference" if key.name in fails else key.name
        return f"(Rule::{variant(rule)}, {fails.get(key.name, 'Fails::Nothing')}, {str(key.confirmed).lower()})"

    kinds = [f"        {pattern(key)} => {share}," for key, share in sorted(shares.items())]
    doubts = [f"        HintId::{variant(name)} => {share}," for name, share in hints.items()]
    return "\n".join([
        "//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.",
        "",
        "use csieve_analysis::{finding::HintId, rule::Rule};",
        "",
        "use super::Fails;",
        "",
        "/// Returns the share of causes about which people care, in percent: of a rule, by what has to fail, and by whether they are",
        "/// confirmed.",
        "pub(super) fn of_kind(kind: (Rule, Fails, bool)) -> u8 {",
        "    match kind {",
        *kinds,
        f"        _ => {overall},",
        "    }",
        "}",
        "",
        "/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.",
        "pub(super) fn of_doubt(hint: HintId) -> u8 {",
        "    match hint {",
        *doubts,
        f"        _ => {of_hints},",
        "    }",
        "}",
        "",
    ])


def files() -> dict[Path, str]:
    """Returns the texts of both files."""
    judged_causes = causes()
    fitted = [one for one in judged_causes if one.draw not in APART]
    counts, shares, overall = by_verdict(fitted)
    doubtful = [(draw, one) for draw, one in samples(r"\d+\.doubtful\.toml") if draw not in APART]
    of_hints = counted((one.verdict.removeprefix("doubtful: "), float(one.care == "yes")) for _, one in doubtful)
    hints, hidden = smoothed(of_hints)
    apart = [one for one in judged_causes if one.draw in APART]
    page = HEAD + checked(fitted, apart) + FIRST + first_twenty() + TAIL + "\n" + "\n".join([table_of_kinds(counts, shares), table(of_hints, hints)])
    return {PAGE: page, CODE: code(shares, overall, hints, hidden)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    made = files()
    if options.check:
        stale = [path.name for path, text in made.items() if not path.exists() or path.read_text() != text]
        print(f"not those of the samples: {', '.join(stale)}; run ranks.py" if stale else "the ranking is up to date")
        return 1 if stale else 0
    for path, text in made.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
