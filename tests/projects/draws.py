#!/usr/bin/env python3
"""Writes docs/draws.md: what csieve says of the drawn projects, and how much of it is true.

Usage: draws.py [--check]

--check writes nothing; its exit code is 1 if the page is not that of the files in docs/draws.
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import judged
from catalogue import HERE
from findings import OUTCOMES
from judged import Finding, Sample

DRAWS = HERE.parent.parent / "docs" / "draws"
PAGE = HERE.parent.parent / "docs" / "draws.md"
HEAD = """\
# Draws of projects that nobody tuned on

`tests/projects/draw.py --seed N` draws C projects of the distribution on which csieve was never tried, checks them, and samples
the reports: of all rules alike, and only a few of each project. People read each report of the sample with the code around it and
judge whether a run of the program, or a call of the library that its documentation allows, does what the report says. Failing
allocations and system calls, and hostile input, count as runs. Unreachable code is apart: it is no misuse. A draw that is
judged is *seen*: its projects serve only against regressions from then on. `tests/projects/draws.py` writes this page from
`docs/draws`, where the judgements stand with their reasons. From draw 7 on the projects are those of the distribution whose
homepage is a public repository, at the newest commit; their version is that commit. Draw 8 takes larger ones, of 300 KB to 8 MB.
Its confirmed findings are sampled apart. Draw 9 takes the source packages of the distribution again, draws
10 to 13 public repositories, draw 11 also smaller ones and two of up to 180,000 lines; all that is confirmed there is judged. From draw 8 on only reports in
product code are sampled: not in tests, examples, benchmarks, vendored or generated files.
"""


def share(findings: Iterable[Finding]) -> str:
    """Returns how many of the judged findings are true."""
    known, false = judged.shares(list(findings))
    return f"{known - false} of {known} ({100 * (known - false) / known:.0f} %)" if known else "none judged"


def by(findings: list[Finding], key: Callable[[Finding], str], title: str) -> list[str]:
    """Returns a table of the share of true findings for each value of a key."""
    rows = [f"| {title} | true |", "|---|---:|"]
    for value in sorted({key(one) for one in findings}):
        rows.append(f"| {value} | {share(one for one in findings if key(one) == value)} |")
    return rows


def table(projects: list[dict]) -> list[str]:
    """Returns the projects with their figures, and a row for all of them."""
    columns = ["lines", *OUTCOMES, "skipped", "seconds", "megabytes"]
    rows = [f"| project | version | {' | '.join(columns)} |", f"|---|---|{'---:|' * len(columns)}"]
    for each in projects:
        rows.append(f"| {each['name']} | {each['version']} | {' | '.join(str(each[column]) for column in columns)} |")
    total = {column: sum(each[column] for each in projects) for column in columns[:-1]}
    total["seconds"], total["megabytes"] = round(total["seconds"], 1), max(each["megabytes"] for each in projects)
    rows.append(f"| all | | {' | '.join(str(total[column]) for column in columns)} |")
    return rows


def counted(projects: list[dict], title: str, key: str) -> list[str]:
    """Returns a line with the counts of all projects by a key. No line for draws that did not record them."""
    counts = sum((Counter(each.get(key, {})) for each in projects), Counter())
    return [f"\n{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) + ".\n"] if counts else []


def read_again(first: Sample, second: Sample | None) -> list[str]:
    """Returns what a second reader says, who did not know the judgements of the first."""
    pairs = list(zip(first.findings, second.findings)) if second else []
    known = [(one, two) for one, two in pairs if one.place == two.place and two.judgement]
    if not known:
        return []
    alike = sum(one.judgement == two.judgement for one, two in known)
    return [f"A second reader, who did not know these judgements, says {share(two for _, two in known)}. Both say the same of {alike} of {len(known)}.\n"]


def cared_for(findings: list[Finding], second: Sample | None) -> list[str]:
    """Returns how many of the judged findings their authors would want to fix, for draws that say so of true ones."""
    readers = [findings, *([second.findings] if second else [])]
    counts = [sum(one.care == "yes" for one in read) for read in readers if any(one.care for one in read)]
    said = " and ".join(str(count) for count in counts)
    return [f"Their authors would want to fix {said} of {len(findings)}{', as the two readers say' if len(counts) > 1 else ''}.\n"] if counts else []


def missing(false: list[Finding]) -> list[str]:
    """Returns how many false findings lack each kind of fact."""
    counts = Counter(one.fact for one in false if one.fact)
    return ["\nThe fact that csieve lacks: " + ", ".join(f"{fact} {count}" for fact, count in counts.most_common()) + ".\n"] if counts else []


def confirmed(sample: Sample) -> list[str]:
    """Returns what a sample of confirmed findings says."""
    known = [one for one in sample.findings if one.judgement]
    false = [one for one in known if one.judgement == "false"]
    return [
        f"\n### What is confirmed in draw {sample.seed}\n",
        f"Of {sample.population} confirmed findings, {len(known)} were read: {share(known)} are true, and their authors would want to fix {sum(one.care == 'yes' for one in known)}.",
        *missing(false),
        *([""] if false else []),
        *(f"- {one.rule}, {one.project} `{one.place}`: {one.why}" for one in false),
    ]


def section(sample: Sample, projects: list[dict], second: Sample | None = None) -> list[str]:
    false = [one for one in sample.findings if one.judgement == "false"]
    lines = [
        f"\n## Draw {sample.seed}\n",
        f"{len(projects)} projects, {sum(each['lines'] for each in projects) / 1000:.0f} KLOC, checked at {sample.commit}. Of {sample.population} reports, {len(sample.findings)} were drawn: {share(sample.findings)} are true.\n",
        *cared_for(sample.findings, second),
        *read_again(sample, second),
        *table(projects),
        *counted(projects, "Reports, by rule", "rules"),
        *counted(projects, "What makes findings doubtful", "hints"),
        *counted(projects, "What refutes findings", "refuters"),
        *by(sample.findings, lambda one: one.rule, "rule"),
        "",
        *by(sample.findings, lambda one: one.verdict or "not recorded", "verdict"),
    ]
    if false:
        lines += missing(false)
        lines.append("\nWhat is false, and why:\n")
        lines += [f"- {one.rule}, {one.project} `{one.place}`: {one.why}" for one in false]
    return lines


def hidden(sample: Sample, kind: str) -> list[str]:
    """Returns what a sample of findings that are not reported hides."""
    known = [one for one in sample.findings if one.judgement]
    real = [one for one in known if one.judgement == "true"]
    lines = [
        f"\n### What is {kind} in draw {sample.seed}\n",
        f"Of {sample.population} {kind} findings, {len(known)} were read: {len(real)} are real, {sum(one.care == 'yes' for one in real)} of them such that their authors would care.\n",
        "| why | read | real | people care |",
        "|---|---:|---:|---:|",
    ]
    for why in sorted({one.verdict for one in known}):
        of = [one for one in known if one.verdict == why]
        lines.append(f"| {why} | {len(of)} | {sum(one.judgement == 'true' for one in of)} | {sum(one.care == 'yes' for one in of)} |")
    if real:
        lines.append("\nWhat is real:\n")
        lines += [f"- {one.verdict}, {one.rule}, {one.project} `{one.place}`: {one.why}" for one in real]
    return lines


def peers(table: dict, samples: dict[str, Sample | None]) -> list[str]:
    """Returns the figures of csieve and its peers on a draw, and the true reports of the peers that csieve does not have.

    `table` is what peers.py wrote, `samples` has the sample of each tool by its name.
    """
    of = {tool["name"]: samples[tool["name"]].findings if samples.get(tool["name"]) else [] for tool in table["tool"]}
    lines = [
        f"\n### Peers on draw {table['seed']}\n",
        f"The same files, checked by the analysers of other tools with their default checks, at most {table['timeout']:.0f} s for a file. Dead stores are style, and left out.\n",
        "| tool | files | gave up | reports | per KLOC | true | CPU seconds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for tool in table["tool"]:
        name = "csieve" if tool["name"] == "csieve" else tool["version"]
        figures = [tool["files"], tool["gave_up"], tool["reports"], f"{tool['per_kloc']:.2f}", share(of[tool["name"]]), f"{tool['seconds']:.0f}"]
        lines.append(f"| {name} | {' | '.join(map(str, figures))} |")
    real = [(name, one) for name, found in of.items() if name != "csieve" for one in found if one.judgement == "true"]
    missed = [(name, one) for name, one in real if one.verdict not in ("csieve: confirmed", "csieve: unrefuted")]
    if real:
        lines.append(f"\nOf {len(real)} true reports of the peers, csieve has {len(real) - len(missed)} as well: it reports a misuse of a comparable kind within three lines in the same function.")
    if missed:
        lines.append("What csieve does not report:\n")
        lines += [f"- {name}, {one.rule}, {one.project} `{one.place}` ({one.verdict}): {one.why}" for name, one in missed]
    return lines


def page() -> str:
    lines = [HEAD]
    for path in sorted(DRAWS.glob("*.projects.toml"), key=lambda path: int(path.name.partition(".")[0])):
        beside = lambda name: judged.read(Path(str(path).replace(".projects.toml", name)))
        sample = beside(".toml")
        if sample is not None:
            lines += section(sample, tomllib.loads(path.read_text())["project"], beside(".again.toml"))
        sample = beside(".confirmed.toml")
        if sample is not None and any(one.judgement for one in sample.findings):
            lines += confirmed(sample)
        for kind in ("doubtful", "refuted"):
            sample = beside(f".{kind}.toml")
            if sample is not None and any(one.judgement for one in sample.findings):
                lines += hidden(sample, kind)
        of_peers = Path(str(path).replace(".projects.toml", ".peers.toml"))
        if of_peers.exists():
            found = tomllib.loads(of_peers.read_text())
            lines += peers(found, {tool["name"]: beside(".toml" if tool["name"] == "csieve" else f".{tool['name']}.toml") for tool in found["tool"]})
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        is_same = PAGE.exists() and PAGE.read_text() == page()
        print("docs/draws.md is up to date" if is_same else "docs/draws.md is not that of docs/draws: run draws.py")
        return 0 if is_same else 1
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
