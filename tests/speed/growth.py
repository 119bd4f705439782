#!/usr/bin/env python3
"""Measures how the time and the memory of csieve grow with the size of a function, for each shape of shapes.py.

Usage: growth.py [--csieve PROGRAM] [--sizes N,N,...] [--seconds N] [--shape NAME]... [--write]

Each file is checked once, in a process with one thread. A shape that takes longer than the given seconds, or dies, is not
tried with larger sizes. The exponent e says that time, or memory, grew as size^e between the two largest sizes; the memory
of an empty file is taken off before. --write puts the table into docs/performance.md.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from shapes import SHAPES

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "performance.md"
PROGRAM = ROOT / "target" / "release" / "csieve"


@dataclass(frozen=True)
class Cost:
    """What one check cost: processor time in seconds, the peak of memory in megabytes, and why it ended if not by itself."""

    seconds: float
    megabytes: float
    problem: str = ""


def cost(program: Path, text: str, seconds: int) -> Cost:
    """Returns what it costs to check a file with this text. The check is stopped after twice the given seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shape.c"
        path.write_text(text)
        command = [str(program), "check", "--quiet", "--no-cache", "--threads", "1", "--format", "json", str(path)]
        child = subprocess.Popen(["timeout", str(2 * seconds), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    problems = {0: "", 1: "", 3: "", 124: f"stopped after {2 * seconds} s"}
    problem = problems.get(child.returncode, f"ended with {child.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, problem)


def exponent(small: float, large: float, ratio: float, least: float) -> float:
    """Returns e such that `large` is `small` times `ratio` to the power of e. Amounts below `least` say nothing: 0."""
    return math.log(large / small) / math.log(ratio) if small >= least and large > small else 0.0


def row(name: str, sizes: list[int], costs: list[Cost], base: Cost) -> str:
    """Returns the row of a shape: the cost of each size, and the exponents between the two largest ones."""
    cells = [each.problem or f"{each.seconds:.1f} s, {each.megabytes:.0f} MB" for each in costs]
    cells += ["-"] * (len(sizes) - len(cells))
    measured = [(size, each) for size, each in zip(sizes, costs) if not each.problem]
    grown = ["-", "-"]
    if len(measured) > 1:
        (small, one), (large, other) = measured[-2:]
        above = lambda kind: [getattr(each, kind) - getattr(base, kind) for each in (one, other)]
        grown = [f"{exponent(*above(kind), large / small, least):.1f}" for kind, least in (("seconds", 0.2), ("megabytes", 5))]
    return f"| {' | '.join([name, *cells, *grown])} |\n"


def table(program: Path, sizes: list[int], seconds: int, names: list[str]) -> str:
    """Measures shapes and returns the table."""
    base = cost(program, "", seconds)
    lines = [f"| shape | {' | '.join(f'{size:,}' for size in sizes)} | time grows as | memory grows as |\n", f"|---|{'---:|' * (len(sizes) + 2)}\n"]
    for name in names:
        costs: list[Cost] = []
        for size in sizes:
            costs.append(cost(program, SHAPES[name](size), seconds))
            if costs[-1].problem or costs[-1].seconds > seconds:
                break
        lines.append(row(name, sizes, costs, base))
        print(lines[-1], end="", file=sys.stderr, flush=True)
    return "".join(lines)


def put(name: str, made: str) -> None:
    """Puts a table into docs/performance.md, between the two marker comments with its name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = PAGE.read_text().partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n{made}{end}{after}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--sizes", default="1000,3000,10000")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--shape", action="append", choices=list(SHAPES))
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    if not options.csieve.exists():
        sys.exit(f"there is no {options.csieve}; `cargo build --release -p csieve` makes it")
    sizes = [int(size) for size in options.sizes.split(",")]
    made = table(options.csieve, sizes, options.seconds, options.shape or list(SHAPES))
    if not options.write:
        print(made, end="")
        return 0
    put("growth", made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
