#!/usr/bin/env python3
"""Runs the variants of all programs with sanitizers: is every expectation right?

Usage: verify.py [PROGRAM...]

A run of a version with the bug must end with a report of the address or undefined-behaviour sanitizer, of the
memory sanitizer (`memory: yes`) or with a failed assertion. Runs of a correct version must end without one: a
run with the inputs of the bug and runs with random inputs. A symbolic bound is run with a few values. A sum
that overflows is a report as well, so such bounds have to be left out.
Exit code: 0, or 1 if an expectation is wrong.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from variants import Bound, Variant, programs, variants

RANDOM_RUNS = 20
# Values of `nondet_int`: the sequence of the program, or random ones between -1 and 12, with some large ones.
# The first call of a symbolic variant gives `n`. Seed and `n` come from the environment.
DRIVER = """
#include <stdlib.h>
int nondet_int(void)
{{
    static int calls, k;
    static unsigned seed;
    if (calls++ == 0) {{
        seed = (unsigned)atoi(getenv("SEED"));
#ifdef LEAST
        return atoi(getenv("LENGTH"));
#endif
    }}
    if (seed) {{
        seed = seed * 1103515245u + 12345u;
        return k++ > 3000 ? 0 : (int)(seed >> 16) % 14 - 1 + ((seed >> 8) % 16 == 0) * 60;
    }}
    int value = ({inputs});
    k++;
    return value;
}}
{main}
"""
# The comparison is for the memory sanitizer, which reports only values that decide something.
MAIN = "int main(void) {{ int value = 0; {call}; if (value == 1234) abort(); return 0; }}"


def values(bound: Bound, bug: bool) -> list[int]:
    """The values of `n` to run a variant with."""
    if bound.least is None:
        return [0]
    some = bound.least + 57
    return [some] if bug else [bound.least + 1, bound.least + 2, some]


def build(variant: Variant, folder: Path) -> Path:
    """The program of a variant with its driver. Raises CalledProcessError if it does not compile."""
    program = variant.program
    call = program.setting("call")
    if call and variant.bound.least is not None:
        call = call[:-1] + ("" if call[-2] == "(" else ", ") + 'atoi(getenv("LENGTH")))'
    main = MAIN.format(call=call) if call else ""
    text = folder / "variant.c"
    driver = DRIVER.format(inputs=program.setting("inputs") or "0", main=main)
    text.write_text(f'#include "{program.path}"\n{driver}')
    sanitizers = "memory,undefined" if program.setting("memory") else "address,undefined"
    command = ["clang", "-g", "-O0", "-w", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    built = folder / "variant"
    subprocess.run([*command, *variant.macros(), str(text), "-o", str(built)], check=True)
    return built


def run(built: Path, seed: int, n: int) -> tuple[bool, str]:
    """Whether a run ends without a report, and what it printed."""
    environment = os.environ | {"SEED": str(seed), "LENGTH": str(n)}
    ran = subprocess.run([str(built)], capture_output=True, text=True, timeout=60, env=environment)
    return ran.returncode == 0, ran.stderr


def problems(variant: Variant, folder: Path) -> list[str]:
    """What is wrong with the expectation of this variant."""
    built = build(variant, folder)
    if variant.bug and variant.program.setting("unseen"):
        return []
    found = []
    for n in values(variant.bound, variant.bug):
        seeds = range(RANDOM_RUNS) if not variant.bug and variant.program.asks() else [0]
        for seed in seeds:
            ended_well, said = run(built, seed, n)
            if ended_well == variant.bug or "signed integer overflow" in said:
                found.append(f"n = {n}, seed {seed}: " + (said[:600] or "no report"))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    wrong = checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(parser.parse_args().programs):
            for variant in variants(program):
                checked += 1
                for problem in problems(variant, Path(folder)):
                    wrong += 1
                    version = "bug" if variant.bug else "correct"
                    print(f"{program.name} {version}, bound {variant.bound.name}: {problem}")
    print(f"{checked} variants run, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
