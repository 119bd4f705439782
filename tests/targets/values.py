"""Random computations with integers, whose results csieve and a compiler must agree on, for several targets.

Each function computes a number in steps and then divides by zero if the number is, or is not, what the compiler says. csieve
must confirm the first ones and nothing of the second ones.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TARGETS = ["x86_64-linux-gnu", "i686-linux-gnu", "arm-none-eabi", "avr", "x86_64-w64-mingw32", "powerpc-linux-gnu", "msp430"]

TYPES = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
    "long long", "unsigned long long", "__SIZE_TYPE__", "__PTRDIFF_TYPE__", "__WCHAR_TYPE__", "enum few", "enum many"]

HEAD = "enum few { FEW = 200 }; enum many { MANY = 70000, LESS = -3 };\n"

LITERALS = ["0", "1", "2", "7", "100", "127", "128", "200", "255", "256", "32767", "32768", "40000", "65535", "65536u",
    "0x8000", "0xffff", "70000", "2147483647", "2147483648", "4294967295", "0x80000000", "0xffffffffu", "1L", "65536L", "3ULL",
    "0x7fffffffffffffffLL", "'a'", r"'\\xf0'", r"L'\\xf0'", "sizeof(int)", "sizeof(long)", "sizeof(void *)", "FEW", "MANY",
    "-1", "-1L", "-128", "-32768L"]


def operand(rng, names):
    if rng.random() < 0.5:
        return rng.choice(names)
    literal = rng.choice(LITERALS).replace("\\\\", "\\")
    return f"({rng.choice(TYPES)})({literal})" if rng.random() < 0.4 else f"({literal})"


def step(rng, names):
    """Returns an expression without undefined behaviour, as unsigned arithmetic is, or such that cannot overflow."""
    a, b = operand(rng, names), operand(rng, names)
    kind = rng.randrange(9)
    unsigned = rng.choice(["unsigned", "unsigned long", "unsigned long long", "__SIZE_TYPE__", "unsigned char"])
    if kind < 3:
        wide = rng.choice(["unsigned", "unsigned long", "unsigned long long"])
        return f"({wide}){a} {rng.choice('+-*')} ({wide}){b}"
    if kind == 3:
        return f"({unsigned}){a} {rng.choice('/%')} (({unsigned}){b} | 1u)"
    if kind == 4:
        return f"{a} {rng.choice('&|^')} {b}"
    if kind == 5:
        return f"{a} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {b}"
    if kind == 6:
        return f"(unsigned long){a} {rng.choice(['<<', '>>'])} ({b} & 15)"
    if kind == 7:
        return f"{a} < {b} ? {b} : {a}"
    return f"~{a}" if rng.random() < 0.5 else f"!{a}"


def body(rng):
    """Returns the statements of a function, and the name of its result."""
    names, lines = [], []
    for at in range(rng.randint(2, 5)):
        value = step(rng, names or ["(3)"])
        lines.append(f"{rng.choice(TYPES)} v{at} = {value};")
        names.append(f"v{at}")
    return " ".join(lines), names[-1]


def results(target, bodies):
    """Returns what clang computes for each body."""
    functions = "".join(f"long long f{at}(void) {{ {lines} return {last}; }}\n" for at, (lines, last) in enumerate(bodies))
    command = ["clang", f"--target={target}", "-w", "-O2", "-fno-strict-overflow", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-"]
    out = subprocess.run(command, input=HEAD + functions, capture_output=True, text=True, check=True).stdout
    return dict((int(at), int(value)) for at, value in re.findall(r"@f(\d+)\(.*?\n(?:.*?:.*\n)?\s*ret i64 (-?\d+)", out))


def differing(csieve, target, count, seed):
    """Returns how many values were compared, and the bodies that csieve computes otherwise."""
    rng = random.Random(f"{seed} {target}")
    bodies = [body(rng) for _ in range(count)]
    known = results(target, bodies)
    text, at_line = HEAD, {}
    for at, value in known.items():
        lines, last = bodies[at]
        value = "(-9223372036854775807LL - 1)" if value == -(1 << 63) else f"{value}LL"
        for sign in ["==", "!="]:
            text += f"int f{at}{'ab'[sign == '!=']}(void) {{ {lines} if ((long long){last} {sign} {value}) return 1 / 0; return 0; }}\n"
            at_line[text.count("\n")] = (at, sign)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.c").write_text(text)
        checks = "--checks=division-by-zero"
        command = [csieve, "check", "-q", "--no-cache", "--only-flags", checks, "--target", target, "--format", "json", "a.c"]
        out = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout)
    confirmed = {at_line[finding["line"]] for finding in out["findings"] if finding["verdict"] == "confirmed"}
    missed = [at for at in known if (at, "==") not in confirmed]
    false = [at for at in known if (at, "!=") in confirmed]
    return len(known), [(bodies[at], known[at]) for at in missed], [(bodies[at], known[at]) for at in false]


if __name__ == "__main__":
    csieve, count = sys.argv[1], int(sys.argv[2])
    for name in TARGETS:
        compared, missed, false = differing(csieve, name, count, sys.argv[3:])
        print(f"{name}: {compared} compared, {len(missed)} not confirmed, {len(false)} confirmed wrongly")
        for (lines, last), value in (false + missed)[:4]:
            print(f"    {lines} {last} == {value}")
