"""Compares what csieve takes for the sizes of types with what clang takes for them, for many targets."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

# Without 32-bit SPARC and m68k, for which clang 14 does something else than gcc: csieve follows gcc.
TARGETS = """x86_64-linux-gnu i686-linux-gnu aarch64-linux-gnu arm-linux-gnueabihf arm-none-eabi thumbv7m-none-eabi
riscv64-linux-gnu riscv32 mips-linux-gnu mipsel-linux-gnu mips64el-linux-gnuabi64 powerpc-linux-gnu powerpc64-linux-gnu
powerpc64le-linux-gnu s390x-linux-gnu sparc64-linux-gnu wasm32 avr msp430
x86_64-w64-mingw32 i686-w64-mingw32 x86_64-pc-windows-msvc arm64-apple-macos x86_64-apple-macos""".split()

# Each is a constant expression of which clang writes the value, and which csieve must find equal.
QUESTIONS = """(char)-1<0 (wchar)-1<0 sizeof(short) sizeof(int) sizeof(long) sizeof(long_long) sizeof(void*) sizeof(size)
sizeof(wchar) sizeof(double) sizeof(long_double) sizeof(enum{A=1}) sizeof(enum{B=300}) sizeof(enum{C=70000})
offsetof(char_long_long,at) offsetof(char_double,at) offsetof(char_int,at) offsetof(char_pointer,at)
offsetof(char_long_double,at) sizeof(bits) sizeof(other_bits) sizeof(mixed_bits) sizeof(1?1:1u) sizeof(1l+1u) sizeof('a')
sizeof(40000) sizeof(3000000000) sizeof(0x80000000) ((short)-1>1u) ((char)-1>1u) sizeof(union_of)""".split()

HEAD = """typedef __SIZE_TYPE__ size;
typedef __WCHAR_TYPE__ wchar;
typedef long long long_long;
typedef long double long_double;
#define offsetof(t, m) __builtin_offsetof(t, m)
typedef struct { char c; long long at; } char_long_long;
typedef struct { char c; double at; } char_double;
typedef struct { char c; int at; } char_int;
typedef struct { char c; void *at; } char_pointer;
typedef struct { char c; long double at; } char_long_double;
typedef struct { int a : 3; int b : 7; } bits;
typedef struct { char c; int a : 3; long b : 30; } other_bits;
typedef struct { char a : 3; int b : 7; short d : 4; } mixed_bits;
typedef union { char c; int i; char t[5]; } union_of;
"""

# The macros that name types must name types of the width that others say.
MACROS = """SIZEOF_SHORT SIZEOF_INT SIZEOF_LONG SIZEOF_LONG_LONG SIZEOF_POINTER SIZEOF_SIZE_T SIZEOF_WCHAR_T SIZEOF_DOUBLE
SIZEOF_LONG_DOUBLE SHRT_MAX INT_MAX LONG_MAX SIZE_MAX WCHAR_MAX INT8_MAX INT16_MAX INT32_MAX INT64_MAX UINT16_MAX
UINT32_MAX PTRDIFF_MAX INTPTR_MAX UINTPTR_MAX""".split()


def clang(target, text):
    """Returns the values that clang gives variables of type `long long`."""
    command = ["clang", f"--target={target}", "-w", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-"]
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return dict((name, int(value)) for name, value in re.findall(r"^@(v\d+) = .*?i64 (-?\d+)", out, re.M))


def questions():
    every = [*QUESTIONS, *(f"__{name}__" for name in MACROS)]
    return [f"(long long)({question})" for question in every]


def differing(csieve, target):
    """Returns the questions about a target that csieve answers otherwise."""
    asked = questions()
    variables = "".join(f"long long v{at} = {question};\n" for at, question in enumerate(asked))
    known = clang(target, HEAD + variables)
    assert len(known) == len(asked), (target, len(known))
    lines, at_line = HEAD, {}
    for at, question in enumerate(asked):
        lines += f"int f{at}(void) {{ return 1 / ({question} == {known[f'v{at}']}ll); }}\n"
        at_line[lines.count("\n")] = question
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.c").write_text(lines)
        command = [csieve, "check", "-q", "--no-cache", "--only-flags", "--target", target, "--format", "json", "a.c"]
        out = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
    document = json.loads(out)
    wrong = [at_line.get(finding["line"], finding["message"]) for finding in document["findings"]]
    skipped = document.get("summary", {}).get("skipped")
    return wrong + ([f"skipped {skipped}"] if skipped else [])
