#!/usr/bin/env python3
"""Compares csieve verify with runs of random programs on all of their inputs.

Usage: differential.py [--csieve PROGRAM] [--property NAME] [--first SEED] [--programs N] [--keep FOLDER]

Each program has up to three inputs with at most four values each. gcc compiles it with -fwrapv, as `unreach-call` takes
signed numbers. For `termination`, programs also have loops that may go on for ever. A run does so if it passes more
rounds than csieve takes steps: an answer "false" about a run that ends is wrong, and so is "true" about one that does not.
Prints how often which answer was given, and keeps programs whose answers are wrong.
Exit code: 0, or 1 if an answer is wrong.
"""

import argparse
import itertools
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

BUILT = Path(__file__).parents[2] / "target" / "release" / "csieve"
TYPES = ["int", "unsigned", "char", "unsigned char", "short", "long", "_Bool"]
FIXED = ["g0", "g1", "s.p", "s.q", "s.w", "t.p", "a[1]", "p[1]", "**pp", "*(p+2)", "s.c[1]", "a[(unsigned)x0 % 4]"]
PLACES = ["g0", "g1", "s.p", "s.q", "s.w", "a[0]", "a[2]", "p[1]", "**pp", "s.c[2]", "a[(unsigned)v0 % 4]", "a[x0 & 3]"]
OPERATORS = ["+", "-", "*", "&", "|", "^", "<", ">", "==", "!=", "<=", ">=", "&&", "||"]
HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int g0 = 2, g1;
static int f(int x, int y) { static int n = 2; n++; return x > y ? x - y + n : g1; }
static void h(int *q) { *q = *q * 2 + 1; g1++; }
"""
OBJECTS = """\
    int a[4] = {1, -2};
    struct s { short p; int q : 5; unsigned w : 3; char c[3]; } s = {1, 2, 3}, t;
    int *p = a; int **pp = &p; t = s;
"""
# The number of rounds after which a run counts as one that goes on for ever: more than csieve takes steps for "true".
ROUNDS = 20_000_000
# The exit codes of runs that violate a property.
CODES = {"unreach-call": 7, "termination": 9}
DRIVER = """\
#include <stdlib.h>
int at, inputs[8];
extern int program(void);
int __VERIFIER_nondet_int(void) { return inputs[at++]; }
void __VERIFIER_assume(int holds) { if (!holds) exit(3); }
void reach_error(void) { exit(7); }
void turn(void) { static long turns; if (turns++ > %d) exit(9); }
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        inputs[i - 1] = atoi(argv[i]);
    program();
    return 0;
}
""" % ROUNDS


class Writer:
    """Writes one program. `ranges` are the values of its inputs."""

    def __init__(self, seed: int, may_go_on: bool) -> None:
        self.random = random.Random(seed)
        self.may_go_on = may_go_on
        starts = [(self.random.choice([0, -1, 5]), self.random.choice([2, 3, 4])) for _ in range(self.random.randint(1, 3))]
        self.ranges = [range(start, start + count) for start, count in starts]
        self.inputs = [f"x{index}" for index in range(len(self.ranges))]
        self.loops = 0

    def value(self, depth: int = 0) -> str:
        chance = self.random.random()
        if depth > 2 or chance < 0.35:
            return self.random.choice([*self.inputs, "v0", "v1", *FIXED])
        if chance < 0.5:
            return str(self.random.choice([0, 1, 2, 3, 7, -1, 100, 255, 1 << 20]))
        left, right = self.value(depth + 1), self.value(depth + 1)
        if chance < 0.8:
            return f"({left} {self.random.choice(OPERATORS)} {right})"
        if chance < 0.9:
            return f"({left} {self.random.choice('/%')} {self.random.choice([2, 3, -2, 5])})"
        if chance < 0.93:
            return f"(({self.random.choice(TYPES)}){left})"
        return f"f({left}, {right})" if chance < 0.96 else f"{self.random.choice('-~!')}({left})"

    def place(self) -> str:
        return self.random.choice(["v0", "v1", *PLACES])

    def statements(self, depth: int) -> list[str]:
        chance, indent = self.random.random(), "    " * (depth + 1)
        if chance < 0.5 or depth > 2:
            return [f"{indent}{self.place()} {self.random.choice(['=', '=', '+=', '-=', '^='])} {self.value()};"]
        if self.may_go_on and depth < 2 and chance < 0.62:
            return self.loop(depth)
        inner = self.statements(depth + 1)
        if chance < 0.7:
            return [f"{indent}if ({self.value()}) {{", *inner, f"{indent}}} else {{", *self.statements(depth + 1), f"{indent}}}"]
        if chance < 0.8:
            self.loops += 1
            head = f"for (int i{self.loops} = 0; i{self.loops} < {self.random.randint(1, 4)}; i{self.loops}++) {{"
            return [indent + head, *inner, *self.statements(depth + 1), f"{indent}}}"]
        if chance < 0.87:
            return [f"{indent}p = &a[{self.random.randint(0, 1)}];"]
        if chance < 0.93:
            cases = f"case 0: {self.place()} = 1; case 1: {self.place()} = 2; break; default: {self.place()} = {self.value()};"
            return [f"{indent}switch ({self.value()}) {{ {cases} }}"]
        return [f"{indent}h(&{self.random.choice(['a[0]', 'a[1]', 'g0', 'a[3]'])});"]

    def loop(self, depth: int) -> list[str]:
        """A loop that may go on for ever. Its own variable changes in a way that is kept small."""
        indent = "    " * (depth + 1)
        small = self.random.choice(["c0", "c1"])
        step = self.random.choice([1, 2, 3, 5, *self.inputs, "(v0 & 3)"])
        change = f"{small} = {small} {self.random.choice('+-^')} {step};"
        if self.random.random() < 0.3:
            change = f"{small} = {self.value(2)};"
        until = self.random.choice([0, 1, 7, 100, "c0", "c1", *self.inputs])
        condition = f"{small} {self.random.choice(['!=', '<', '>'])} {until}"
        if self.random.random() < 0.3:
            condition = f"{condition} || {self.value(2)} == {self.random.choice([0, 1, 2])}"
        inner = self.statements(depth + 1) if self.random.random() < 0.5 else []
        return [f"{indent}while ({condition}) {{ TURN;", f"{indent}    {change}", *inner, f"{indent}}}"]

    def program(self) -> str:
        lines = [HEAD, "int main(void)\n{"]
        for name, values in zip(self.inputs, self.ranges):
            lines.append(f"    int {name} = __VERIFIER_nondet_int();")
            lines.append(f"    __VERIFIER_assume({name} >= {values.start} && {name} < {values.stop});")
        lines += [f"    {self.random.choice(TYPES)} v{index} = {self.random.randint(-3, 5)};" for index in range(2)]
        if self.may_go_on:
            lines.append(f"    unsigned char c0 = {self.random.randint(0, 9)}, c1 = {self.random.randint(0, 9)};")
        lines.append(OBJECTS)
        for _ in range(self.random.randint(3, 8)):
            lines += self.statements(0)
        lines.append(f"    if ({self.value()} == {self.random.choice([0, 1, 2, 3, 5, 8])})\n        reach_error();")
        return "\n".join([*lines, "    return 0;\n}\n"])


def violates(folder: Path, ranges: list[range], code: int) -> bool:
    """Whether the program in a folder ends with a code on some inputs: with that of an error call, or of too many rounds."""
    compiled = ["gcc", "-w", "-O1", "-fwrapv", "-Dmain=program", "-DTURN=extern void turn(void); turn()", "-c", "program.c"]
    subprocess.run(compiled, cwd=folder, check=True)
    subprocess.run(["gcc", "driver.c", "program.o", "-o", "program"], cwd=folder, check=True)
    inputs = itertools.product(*ranges)
    return any(subprocess.run([folder / "program", *map(str, given)]).returncode == code for given in inputs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", default=str(BUILT))
    parser.add_argument("--property", choices=CODES, default="unreach-call")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    answers: Counter[tuple[str, str]] = Counter()
    is_wrong = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "driver.c").write_text(DRIVER)
        for seed in range(options.first, options.first + options.programs):
            writer = Writer(seed, options.property == "termination")
            text = writer.program()
            (folder / "program.c").write_text(text)
            right = "false" if violates(folder, writer.ranges, CODES[options.property]) else "true"
            command = [options.csieve, "verify", "-q", "--steps", "200000", "-DTURN=", "program.c"]
            command += ["--property", options.property]
            answer = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout.split(":")[0].split("(")[0].strip()
            answers[(right, answer)] += 1
            if answer in ("true", "false") and answer != right:
                is_wrong = True
                print(f"{seed}: {answer} is wrong")
                if options.keep:
                    (options.keep / f"wrong-{seed}.c").write_text(text)
    for (right, answer), count in sorted(answers.items()):
        print(f"{right} is right, {answer or 'no answer'} is said: {count}")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
