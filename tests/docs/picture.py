#!/usr/bin/env python3
"""Draws docs/csieve.svg: what `csieve check --show-refuted demo/sieve.c` prints of a finding that is kept and of its twin.

`--check` compares the picture with what the program prints instead. CSIEVE is the program, else that of the debug build.
"""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "csieve.svg"
COMMAND = ["check", "--no-cache", "--color", "always", "--show-refuted", "demo/sieve.c"]
PROMPT = "$ csieve check --show-refuted demo/sieve.c"
COLOURS = {"31": "#ef7f8a", "91": "#ef7f8a", "32": "#98c379", "92": "#98c379", "33": "#d19a66", "93": "#d19a66",
           "34": "#7cc7ff", "94": "#7cc7ff", "36": "#56b6c2", "96": "#56b6c2"}
LINE, CHARACTER, MARGIN = 19, 8.43, 16
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def printed() -> str:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = os.environ.get("CSIEVE", str(target / "debug" / "csieve"))
    return subprocess.run([program, *COMMAND], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def chosen(text: str) -> list[str]:
    """The use after a free that is kept, and the first one that is refuted."""
    blocks = text.split("\n\n")
    plain = [ESCAPE.sub("", block) for block in blocks]
    kept = next(at for at, block in enumerate(plain) if block.startswith("error[use-after-free]"))
    refuted = next(at for at, block in enumerate(plain) if block.startswith("note[use-after-free]"))
    return ["", *blocks[kept].split("\n"), "", *blocks[refuted].split("\n")]


def spans(line: str) -> str:
    parts, colour, bold, at = [], None, False, 0
    for match in [*ESCAPE.finditer(line), None]:
        piece = line[at:match.start() if match else len(line)]
        if piece:
            style = (f' fill="{colour}"' if colour else "") + (' font-weight="bold"' if bold else "")
            parts.append(f"<tspan{style}>{html.escape(piece, quote=False)}</tspan>")
        if match is None:
            break
        for code in match.group(1).split(";"):
            if code in ("", "0"):
                colour, bold = None, False
            elif code == "1":
                bold = True
            else:
                colour = COLOURS.get(code, colour)
        at = match.end()
    return "".join(parts)


def drawn(lines: list[str]) -> str:
    width = round(max(len(ESCAPE.sub("", line)) for line in lines) * CHARACTER) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    font = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="{font}" font-size="14" fill="#d7dae0">'
            f'<rect width="{width}" height="{height}" rx="10" fill="#1e2127"/>')
    rows = [f'<text x="{MARGIN}" y="{34 + at * LINE}" xml:space="preserve">{spans(line)}</text>'
            for at, line in enumerate(lines)]
    return "\n".join([head, *rows, "</svg>", ""])


def main() -> int:
    picture = drawn([PROMPT, *chosen(printed())])
    if "--check" in sys.argv[1:]:
        if PICTURE.read_text(encoding="utf-8") != picture:
            print("docs/csieve.svg is not what the program prints: run tests/docs/picture.py", file=sys.stderr)
            return 1
        return 0
    PICTURE.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
