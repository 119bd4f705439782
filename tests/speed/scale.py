#!/usr/bin/env python3
"""Estimates how long a very large project takes on many machines, from what the steps cost on real projects.

Usage: scale.py --measure PROJECT... [--csieve PROGRAM]     measures the steps of projects; writes scale.json
       scale.py [--write]                                  simulates; --write puts the tables into docs/scale.md

scale_model.py says what the synthetic project is, and how its steps run.
"""

import argparse
import json
import sys
import textwrap
from pathlib import Path

from scale_model import (
    CALLS,
    CORES,
    ENGINES,
    LAYERS,
    LINES,
    MACHINES,
    SEED,
    SUMMARISE,
    UNIT_LINES,
    Component,
    Costs,
    Kind,
    bytes_of,
    costs,
    kind,
    project,
)

HERE = Path(__file__).resolve().parent
DATA = HERE / "scale.json"
PAGE = HERE.parent.parent / "docs" / "scale.md"


def clock(seconds: float) -> str:
    """Returns a time in words of at most two digits' worth of detail."""
    if seconds < 120:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def one_process(components: list[Component]) -> str:
    """Returns what one process for all files would take, as a sentence."""
    work = sum(each.kind.whole for each in components)
    memory = sum(each.kind.memory for each in components)
    return (
        f"One process for all files: {clock(work)} of processor time, {clock(work / CORES)} on {CORES} cores, "
        f"{memory / 1e9:.0f} GB of memory.\n"
    )


def sizes(kinds: list[Kind], costs: Costs) -> str:
    """Returns a table of the whole time for smaller projects."""
    lines = ["| engine | machines | 1 million lines | 10 million lines | 100 million lines |\n", "|---|" + "---:|" * 4 + "\n"]
    projects = [project(kinds, LINES // part, LAYERS, SEED) for part in (100, 10, 1)]
    for name, engine in ENGINES:
        for machines in MACHINES[:2]:
            cells = [clock(engine(components, costs, machines).all) for components in projects]
            lines.append(f"| {name} | {machines} | {' | '.join(cells)} |\n")
    return "".join(lines)


def shapes(kinds: list[Kind], costs: Costs) -> str:
    """Returns a table of the whole time for other shapes of the project."""
    lines = ["| layers | calls | heads of a component, mean | callees first | callees first, direct | rounds |\n", "|---:|" + "---:|" * 5 + "\n"]
    for layers, calls in ((1, 0), (LAYERS, CALLS), (2 * LAYERS, CALLS), (2 * LAYERS, CALLS + 1)):
        components = project(kinds, LINES, layers, SEED, calls)
        mean = sum(each.below for each in components) / len(components)
        cells = [clock(engine(components, costs, MACHINES[-1]).all) for _, engine in ENGINES]
        lines.append(f"| {layers} | {calls} | {mean / 1e6:.0f} MB | {' | '.join(cells)} |\n")
    return "".join(lines)


def table(components: list[Component], costs: Costs) -> str:
    head = ["engine", "machines", "all", "summaries", "links", "checks", "merge", "network", "processor time"]
    lines = [f"| {' | '.join(head)} |\n", "|---|" + "---:|" * (len(head) - 1) + "\n"]
    for name, engine in ENGINES:
        for machines in MACHINES:
            found = engine(components, costs, machines)
            parts = [found.all, found.summaries, found.links, found.checks, found.merge, found.network, found.work]
            lines.append(f"| {name} | {machines} | {' | '.join(map(clock, parts))} |\n")
    return "".join(lines)


def measured_table(data: dict) -> str:
    head = ["project", "KLOC", "units", "one process", "summarise", "again", "rounds", "check", "last link", "read all", "heads", "bytes"]
    lines = [f"| {' | '.join(head)} |\n", "|---|" + "---:|" * (len(head) - 1) + "\n"]
    for name, each in data["projects"].items():
        units = each["units"]
        again = sum(cost for one in each["rounds"] for _, cost in one["tasks"])
        cells = [
            f"{sum(unit[UNIT_LINES] for unit in units) / 1000:.0f}", len(units), clock(each["whole"] / 1000),
            clock(sum(unit[SUMMARISE] for unit in units) / 1000), clock(again / 1000), len(each["rounds"]) - 1,
            clock(sum(cost for _, cost in each["checks"]) / 1000), f"{each['rounds'][-1]['link']:.0f} ms", f"{each['load']:.0f} ms",
            f"{each['head'] / 1e6:.1f} MB", f"{each['bytes'] / 1e6:.1f} MB",
        ]
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |\n")
    return "".join(lines)


def described(components: list[Component]) -> str:
    """Returns what the synthetic project is, as a sentence."""
    whole, heads = bytes_of(components)
    largest = max(each.below for each in components)
    mean = sum(each.below for each in components) / len(components)
    text = (
        f"{sum(each.kind.lines for each in components) / 1e6:.0f} million lines in {sum(each.kind.units for each in components):,} units "
        f"and {len(components)} components. Summary files have {whole / 1e9:.1f} GB, their heads {heads / 1e9:.1f} GB. With all that it "
        f"calls, a component has heads of {mean / 1e6:.0f} MB in the mean and {largest / 1e6:.0f} MB at most."
    )
    return textwrap.fill(text, 120) + "\n"


def said(costs: Costs) -> str:
    """Returns what all steps cost, as a sentence."""
    return (
        f"A process starts in {1000 * costs.start:.0f} ms. It reads a megabyte of heads in {1e9 * costs.load:.0f} ms. "
        f"A link takes {1000 * costs.link:.2f} ms for each unit.\n"
    )


def tables(data: dict) -> dict[str, str]:
    """Returns the tables of docs/scale.md by their names."""
    kinds = [kind(name, each) for name, each in data["projects"].items()]
    common = costs(data)
    components = project(kinds, LINES, LAYERS, SEED)
    return {
        "measured": measured_table(data),
        "common": said(common),
        "project": described(components),
        "whole": one_process(components),
        "estimate": table(components, common),
        "sizes": sizes(kinds, common),
        "shapes": shapes(kinds, common),
    }


def put(page: str, name: str, made: str) -> str:
    """Replaces a table of a page, between the two marker comments with its name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n{made}{end}{rest.partition(end)[2]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measure", nargs="+", metavar="PROJECT")
    parser.add_argument("--csieve", type=Path, default=HERE.parent.parent / "target/release/csieve")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/scale.md")
    options = parser.parse_args()
    if options.measure:
        # Neither is needed to simulate.
        import scale_measure
        from catalogue import projects

        known = json.loads(DATA.read_text())["projects"] if DATA.exists() else {}
        for each in projects(options.measure):
            known[each.name] = scale_measure.measure(options.csieve.resolve(), each)
            DATA.write_text(scale_measure.written({"projects": known}))
            print(each.name, file=sys.stderr)
        return 0
    made_now = tables(json.loads(DATA.read_text()))
    if not options.write:
        print(*made_now.values(), sep="\n")
        return 0
    page = PAGE.read_text()
    for name, made in made_now.items():
        page = put(page, name, made)
    PAGE.write_text(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
