#!/usr/bin/env python3
"""Writes docs/ranking.md and server/src/present/rank/shares.rs: what judged samples say of each kind of finding.

Usage: ranks.py [--check]

The samples are docs/judged.toml and the draws in docs/draws. A kind with few judged findings gets a share near that of
all findings: 4 more findings count for it, with the share of all.
--check writes nothing; its exit code is 1 if a file is not that of the samples.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import judged
from catalogue import HERE
from judged import Finding

DOCS = HERE.parent.parent / "docs"
PAGE = DOCS / "ranking.md"
CODE = HERE.parent.parent / "server" / "src" / "present" / "rank" / "shares.rs"
WEIGHT = 4
ALLOCATION = "null-dereference, a call fails"

HEAD = """\
# Ranking

Every finding has a rank from 1 to 100. `csieve check --top N` shows the N findings of the highest ranks, JSON and SARIF have it as
`rank`, `--fail-on rank=N` fails on those of at least this rank, and editors list findings in this order.

- Confirmed findings have ranks from 75 to 100, other reported ones from 30 to 75, doubtful ones from 5 to 30.
- Within these bounds the share decides that was true among the judged findings of the same kind: those of the rule, and of
  null dereferences apart those that need an allocation or another call to fail. For doubtful findings it is the share of
  real ones among those of the same [hint](doubts.md) about which people care.
- Each two decisions on the path, up to ten, take 1 off: short paths are understood first.
- What hardly anyone cares about has half the rank: what is lost right before the program ends, losses of which a comment speaks,
  and calls that fail in tests, examples and benchmarks (by the names of folders and files). It is called *minor*. `--no-minor`
  and the setting `csieve.showMinor` turn it off. What `main` still holds when it returns is no finding at all.

`tests/projects/ranks.py` writes this page and the table in the program from the judged samples. A kind of which few findings were
judged gets a share near that of all.
"""

# Draws of which no share is made, so that ranks can be checked on them.
APART = ("8", "9")


def kind(finding: Finding) -> str:
    """Returns the kind under which a finding counts."""
    fails = finding.rule == "null-dereference" and re.search(r"is NULL here if .* fails", finding.message)
    return ALLOCATION if fails else finding.rule


def samples(name: str) -> list[Finding]:
    """Returns the judged findings of the draws' samples in the files whose name matches."""
    paths = sorted(path for path in (DOCS / "draws").glob("*.toml") if re.fullmatch(name, path.name) and path.name.partition(".")[0] not in APART)
    return [one for path in paths for one in (judged.read(path) or judged.Sample(0, 0, "", 0)).findings if one.judgement]


def counted(findings: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """Returns how many findings of each kind there are, and how many of them are true."""
    all_of, true = Counter(), Counter()
    for name, is_true in findings:
        all_of[name] += 1
        true[name] += is_true
    return {name: (all_of[name], true[name]) for name in sorted(all_of)}


def smoothed(counts: dict[str, tuple[int, int]]) -> tuple[dict[str, int], int]:
    """Returns the share of each kind and that of all, in percent."""
    number, true = (sum(column) for column in zip(*counts.values())) if counts else (0, 0)
    overall = true / number if number else 0
    shares = {name: round(100 * (good + WEIGHT * overall) / (many + WEIGHT)) for name, (many, good) in counts.items()}
    return shares, round(100 * overall)


def table(title: str, word: str, counts: dict[str, tuple[int, int]], shares: dict[str, int]) -> str:
    rows = [f"| {title} | judged | {word} | share that counts |", "|---|---:|---:|---:|"]
    rows += [f"| {name} | {many} | {good} | {shares[name]} % |" for name, (many, good) in counts.items()]
    return "\n".join(rows) + "\n"


def variant(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def code(shares: dict[str, int], overall: int, hints: dict[str, int], of_hints: int) -> str:
    """Returns the table of the program."""
    rules = [f"        (Rule::{variant(name)}, false) => {share}," for name, share in shares.items() if name != ALLOCATION]
    doubts = [f"        HintId::{variant(name)} => {share}," for name, share in hints.items()]
    return "\n".join([
        "//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.",
        "",
        "use csieve_analysis::{finding::HintId, rule::Rule};",
        "",
        "/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a",
        "/// call to fail.",
        "pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {",
        "    match kind {",
        *rules,
        f"        (Rule::NullDereference, true) => {shares.get(ALLOCATION, overall)},",
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
    main = judged.read(judged.FILE)
    reported = [one for one in (main.findings if main else []) if one.judgement] + samples(r"\d+\.toml")
    reported = [one for one in reported if one.rule != "unreachable-code"]
    counts = counted((kind(one), one.judgement == "true") for one in reported)
    doubtful = samples(r"\d+\.doubtful\.toml")
    of_hints = counted((one.verdict.removeprefix("doubtful: "), one.care == "yes") for one in doubtful)
    (shares, overall), (hints, hidden) = smoothed(counts), smoothed(of_hints)
    page = "\n".join([HEAD, table("kind", "true", counts, shares), table("hint", "people care", of_hints, hints)])
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
