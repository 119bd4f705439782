#!/usr/bin/env python3
"""Edits real files through the language server for a long time and watches its memory.

Usage: soak.py [--csieve PROGRAM] [--minutes N] [--seed N] FILE...

The files are opened, edited at random places, asked about, closed and opened again, for as long as is said. The memory of the
server (RSS) is printed once a minute. Each edit is undone after a few others, so that the texts stay as long as they are. Exit
code: 1 if the median of the last quarter of the time is more than a tenth and more than 20 MB above that of the second
quarter, or if the server ends.
"""

import argparse
import queue
import random
import statistics
import sys
import time
from pathlib import Path

from session import PROGRAM, Server, root_of

# What is typed: code, broken code, characters of all widths.
PIECES = ["int x = 1;\n", "x++;", "{", "}", "(", "/* é𝄞 */", "\n", "if (1) {", "}\n", "#define A 1\n", "return 0;", "*p = 0;\n"]

# The longest time to wait for the findings of a text.
PATIENCE = 300


def memory(process: int) -> float:
    """Returns the memory that a process has in use, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


class Document:
    """A document in the editor: its lines, and how to take back what was typed."""

    def __init__(self, server: Server, path: Path):
        self.server, self.uri, self.version = server, path.as_uri(), 0
        self.original = path.read_text(errors="replace").replace("\r\n", "\n")
        self.typed: list[tuple[int, str]] = []
        self.open()

    def open(self) -> None:
        self.version, self.typed = self.version + 1, []
        self.lines = self.original.count("\n")
        document = {"uri": self.uri, "languageId": "c", "version": self.version, "text": self.original}
        self.server.send("textDocument/didOpen", {"textDocument": document})

    def close(self) -> None:
        self.server.send("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def replace(self, line: int, rows: int, columns: int, text: str) -> None:
        self.version += 1
        span = {"start": {"line": line, "character": 0}, "end": {"line": line + rows, "character": columns}}
        document = {"uri": self.uri, "version": self.version}
        self.server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": span, "text": text}]})

    def edit(self, choice: random.Random) -> None:
        """Types something at the start of a line, or takes the last of it back."""
        if len(self.typed) > 3 or (self.typed and choice.random() < 0.4):
            line, text = self.typed.pop()
            last = text.split("\n")[-1]
            self.replace(line, text.count("\n"), len(last.encode("utf-16-le")) // 2, "")
        else:
            line, text = choice.randrange(self.lines + 1), choice.choice(PIECES)
            self.typed.append((line, text))
            self.replace(line, 0, 0, text)

    def wait(self) -> None:
        """Waits until the findings of the current text are there."""
        while True:
            published = self.server.published.get(timeout=PATIENCE)
            if published["uri"] == self.uri and published.get("version") == self.version:
                return

    def ask(self, choice: random.Random, number: int) -> None:
        at = {"line": choice.randrange(self.lines + 1), "character": choice.randrange(20)}
        document = {"uri": self.uri}
        method = choice.choice(["textDocument/hover", "textDocument/codeLens", "textDocument/documentSymbol", "csieve/findings"])
        self.server.send(method, {"textDocument": document, "position": at, "uri": self.uri}, number)


def step(documents: list[Document], choice: random.Random, number: int) -> None:
    """Does one random thing."""
    document = choice.choice(documents)
    kind = choice.random()
    if kind < 0.75:
        document.edit(choice)
        if choice.random() < 0.5:
            document.wait()
    elif kind < 0.97:
        document.ask(choice, number)
    else:
        document.close()
        document.open()
        document.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    files = [path.resolve() for path in options.files]
    server = Server([str(options.csieve.resolve()), "serve", "--no-cache"], root_of(files[0]))
    choice = random.Random(options.seed)
    documents = [Document(server, path) for path in files]
    start = told = measured = time.monotonic()
    used, steps = [], 0
    try:
        while time.monotonic() < start + 60 * options.minutes:
            steps += 1
            step(documents, choice, 1000 + steps)
            now = time.monotonic()
            if now >= measured + 1:
                measured = now
                used.append(memory(server.process.pid))
            if now >= told + 60:
                told = now
                print(f"{(now - start) / 60:.0f} min: {used[-1]:.0f} MB after {steps} steps", flush=True)
    except (queue.Empty, OSError, StopIteration) as error:
        print(f"the server ended or is silent after {steps} steps: {error!r}")
        return 1
    finally:
        server.stop()
    quarter = max(1, len(used) // 4)
    early, late = statistics.median(used[quarter : 2 * quarter]), statistics.median(used[-quarter:])
    print(f"{steps} steps; {early:.0f} MB in the second quarter, {late:.0f} MB in the last, {max(used):.0f} MB at most")
    return 1 if late > 1.1 * early and late > early + 20 else 0


if __name__ == "__main__":
    sys.exit(main())
