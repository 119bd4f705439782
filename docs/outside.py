#!/usr/bin/env python3
"""A preprocessor of mdBook: links to files outside of the book lead to the repository."""

import json
import re
import sys
from pathlib import PurePosixPath

REPOSITORY = "https://github.com/csieve/csieve/blob/main/"
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")


def led_outside(text: str, page: PurePosixPath) -> str:
    """Returns the text of a page of the folder `docs` with links out of the folder as addresses."""

    def address(match: re.Match) -> str:
        target, anchor = match[1], match[2] or ""
        if "://" in target:
            return match[0]
        parts: list[str] = ["docs"]
        for part in (page.parent / target).parts:
            if part == "..":
                parts = parts[:-1]
            else:
                parts.append(part)
        is_inside = parts[:1] == ["docs"]
        return match[0] if is_inside else f"]({REPOSITORY}{'/'.join(parts)}{anchor})"

    return LINK.sub(address, text)


def visit(items: list) -> None:
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            if chapter.get("path"):
                chapter["content"] = led_outside(chapter["content"], PurePosixPath(chapter["path"]))
            visit(chapter["sub_items"])


def main() -> int:
    if sys.argv[1:2] == ["supports"]:
        return 0
    _, book = json.load(sys.stdin)
    visit(book.get("items", book.get("sections", [])))
    json.dump(book, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
