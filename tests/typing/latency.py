#!/usr/bin/env python3
"""Measures how soon a large file answers, in an editor that says what it shows.

Usage: latency.py [--csieve PROGRAM] [--line N] [--edits N] FILE...

Each file is opened with 60 lines around a line on the screen (`--line`, from 1; without it the middle of the file). Printed are,
in milliseconds,

- the time from the opening to the first findings, which are those of the visible functions;
- for edits (`--edits`, a space in a comment or between two tokens near the middle of the screen) while the rest of the file is still
  analysed: the time to the first findings of the new text, and to the answer of a hover at the place of the edit;
- the same for as many edits when all is analysed, and the processor time of one.

Times are medians, and behind them the processor time of all threads of the server, which while the rest is analysed has their work
on that, too. The edits come slowly, so that none waits for the next one. Flags come from the `compile_commands.json` in a folder
around the file.
"""

import argparse
import statistics
import time
from pathlib import Path

from session import PROGRAM, Server, root_of

# How many lines are on the screen above and below the line.
HALF_SCREEN = 30

# The time between two edits in seconds, from which none waits for the next one.
REST = 1.1


def used(server: Server) -> float:
    """Returns the processor time of a server in milliseconds."""
    total = 0
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


class Editor:
    """An editor with one file, which shows the lines around one."""

    def __init__(self, server: Server, path: Path, line: int | None):
        self.server, self.uri, self.version, self.asked = server, path.as_uri(), 1, 10
        text = path.read_text(errors="replace").replace("\r\n", "\n")
        lines = text.split("\n")
        wanted = (line or len(lines) // 2) - 1
        # An edit in front of an indented statement is in a function.
        near = range(wanted, min(len(lines), wanted + 1000))
        self.line = next((at for at in near if lines[at].startswith("  ") and lines[at].endswith(";")), wanted)
        self.start, self.before = time.monotonic(), used(server)
        document = {"uri": self.uri, "languageId": "c", "version": 1, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        shown = {"start": self.at(max(0, self.line - HALF_SCREEN)), "end": self.at(self.line + HALF_SCREEN)}
        server.send("csieve/visible", {"uri": self.uri, "ranges": [shown]})

    def at(self, line: int) -> dict:
        return {"line": line, "character": 0}

    def first(self) -> tuple[float, float]:
        """Waits for the first findings of the current text. Returns the time since it was sent and the processor time, in
        milliseconds."""
        self.server.findings(self.version)
        return 1000 * (time.monotonic() - self.start), used(self.server) - self.before

    def edit(self) -> tuple[float, float]:
        """Types a space and waits for the first findings."""
        self.version += 1
        place = self.at(self.line)
        change = {"range": {"start": place, "end": place}, "text": " "}
        self.start, self.before = time.monotonic(), used(self.server)
        document = {"uri": self.uri, "version": self.version}
        self.server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return self.first()

    def hover(self) -> float:
        """Types a space and asks for what is there. Returns the time to the answer, in milliseconds."""
        self.version, self.asked = self.version + 1, self.asked + 1
        place = self.at(self.line)
        change = {"range": {"start": place, "end": place}, "text": " "}
        start = time.monotonic()
        document = {"uri": self.uri, "version": self.version}
        self.server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.server.ask("textDocument/hover", {"textDocument": {"uri": self.uri}, "position": place}, self.asked)
        return 1000 * (time.monotonic() - start)

    def until_idle(self) -> None:
        """Waits until all is analysed."""
        while self.server.state != "idle":
            time.sleep(0.1)
        while not self.server.published.empty():
            self.server.published.get()


def medians(measured: list[tuple[float, float]]) -> str:
    times, processor = zip(*measured)
    return f"{statistics.median(times):.0f} (processor {statistics.median(processor):.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csieve", type=Path, default=PROGRAM)
    parser.add_argument("--line", type=int)
    parser.add_argument("--edits", type=int, default=7)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    for path in map(Path.resolve, options.files):
        server = Server([str(options.csieve.resolve()), "serve", "--no-cache"], root_of(path))
        time.sleep(0.3)
        editor = Editor(server, path, options.line)
        print(f"{path.name}, line {editor.line + 1}: visible functions {medians([editor.first()])}", flush=True)
        early = [editor.edit() for _ in range(options.edits)]
        hovers = [editor.hover() for _ in range(options.edits)]
        print(f"  meanwhile: edit {medians(early)}, hover {statistics.median(hovers):.0f}", flush=True)
        editor.until_idle()
        late = []
        for _ in range(options.edits):
            time.sleep(REST)
            late.append(editor.edit())
        hovers = [editor.hover() for _ in range(options.edits)]
        print(f"  afterwards: edit {medians(late)}, hover {statistics.median(hovers):.0f}", flush=True)
        server.stop()


if __name__ == "__main__":
    main()
