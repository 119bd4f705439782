#!/usr/bin/env python3
"""Takes the place of the C compiler in a project's own build, and records the compile commands.

A compile job only writes an empty object file, and a link job an empty program, so that the build ends within
seconds. Programs that the build runs (generators of sources) are really compiled: every output or source
whose path matches the regular expression RECORD_REAL. RECORD_INTO is the file that gets one JSON object per
compiled source, RECORD_CC the real compiler. Jobs that compile nothing (`-E`, `--version`, `-M`) go to the
real compiler unchanged. All jobs do if RECORD_INTO is not set, because a configure script needs a compiler
that really compiles.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = re.compile(r"\.(c|i)$")
# Options whose value is the next argument.
WITH_VALUE = {"-o", "-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-MF", "-MT", "-MQ", "-x", "-L", "-l", "-u", "-T", "-z", "-Xlinker", "-Xassembler", "-Xpreprocessor", "--param"}


def split(arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """Returns the input files, and the last value of each option whose value is the next argument."""
    inputs, values = [], {}
    rest = iter(arguments)
    for argument in rest:
        if argument in WITH_VALUE:
            values[argument] = next(rest, "")
        elif argument.startswith("-MF"):
            values["-MF"] = argument[3:]
        elif not argument.startswith("-"):
            inputs.append(argument)
    return inputs, values


def record(compiler: str, arguments: list[str], source: str, output: str) -> None:
    """Appends an entry of a compile_commands.json. Writes the line at once: parallel jobs must not mix."""
    entry = {"directory": os.getcwd(), "file": source, "arguments": [compiler, *arguments], "output": output}
    line = json.dumps(entry) + "\n"
    into = os.open(os.environ["RECORD_INTO"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(into, line.encode())
    os.close(into)


def empty_object(compiler: str, output: str) -> int:
    """Copies an empty but valid object file, compiled once, to `output`: `ar` and `ld` read it."""
    kept = Path(os.environ["RECORD_INTO"] + ".o")
    if not kept.exists():
        subprocess.check_call([compiler, "-c", "-x", "c", os.devnull, "-o", kept])
    shutil.copyfile(kept, output)
    return 0


def empty_program(output: str) -> int:
    Path(output).write_text("#!/bin/sh\nexit 0\n")
    Path(output).chmod(0o755)
    return 0


def dependencies(arguments: list[str], values: dict[str, str], source: str, output: str) -> None:
    """Writes the dependency file that a Makefile includes later, without headers, if arguments ask for it."""
    asked = next((argument.partition(",")[2].partition(",")[2] for argument in arguments if argument.startswith(("-Wp,-MD,", "-Wp,-MMD,"))), None)
    if "-MD" in arguments or "-MMD" in arguments:
        asked = values.get("-MF", str(Path(output).with_suffix(".d")))
    if asked:
        Path(asked).write_text(f"{output}: {source}\n")


def main(arguments: list[str]) -> int:
    compiler = os.environ.get("RECORD_CC", "cc")
    real = os.environ.get("RECORD_REAL")
    inputs, values = split(arguments)
    sources = [name for name in inputs if SOURCE.search(name)]
    assembly_only = any(option in arguments for option in ("-E", "-S", "-M", "-MM", "-fsyntax-only"))
    compiles = "-c" in arguments
    output = values.get("-o", Path(sources[0]).with_suffix(".o").name if compiles and sources else "a.out")
    if not inputs or assembly_only or "RECORD_INTO" not in os.environ:
        return subprocess.call([compiler, *arguments])
    for source in sources:
        record(compiler, arguments, source, output)
    if real and any(re.search(real, name) for name in [output, *sources]):
        return subprocess.call([compiler, *arguments])
    if not compiles:
        return empty_program(output)
    if not sources:
        return subprocess.call([compiler, *arguments])
    dependencies(arguments, values, sources[0], output)
    return empty_object(compiler, output)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
