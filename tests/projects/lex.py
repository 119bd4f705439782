"""Splits preprocessed C into tokens, each with the file and line that it comes from."""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?:u8|[LuU])?"(?:[^"\\\n]|\\.)*"
  | (?:[LuU])?'(?:[^'\\\n]|\\.)*'
  | \.?[0-9](?:[eEpP][+-]|[\w.])*
  | (?:[A-Za-z_$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})(?:[\w$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*
  | \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\| | [-+*/%&|^]= | \#\#
  | [^\s]
    """,
    re.VERBOSE | re.ASCII,
)
MARKER = re.compile(r'#(?:line)? (\d+) "((?:[^"\\]|\\.)*)"')
# Directives that some preprocessors pass on and others drop. They are ignored.
PASSED_ON = re.compile(r"\s*#\s*(pragma|ident|sccs)\b")


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    file: str
    line: int

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def spellings(text: str) -> list[str]:
    """Returns the texts of the tokens that `tokens` returns, without places. Several times as fast."""
    rows = text.split("\n")
    if "\n#" in text or text.startswith("#"):
        rows = [row for row in rows if "#" not in row or not (MARKER.match(row) or PASSED_ON.match(row))]
    return TOKEN.findall("\n".join(rows))


def tokens(text: str) -> list[Token]:
    """Returns the tokens of `gcc -E` output. Without line markers, places are lines of the text itself."""
    found, file, line = [], "", 1
    for row in text.split("\n"):
        marker = MARKER.match(row)
        if marker:
            line, file = int(marker[1]), marker[2]
            continue
        if "#" not in row or not PASSED_ON.match(row):
            found += [Token(match, file, line) for match in TOKEN.findall(row)]
        line += 1
    return found
