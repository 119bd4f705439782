"""Tests of the documentation: its links lead somewhere, and the site has every page."""

import re
import subprocess
import sys
import unittest
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

from outside import led_outside  # noqa: E402

LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(<?([^)\s>]+)>?\)")
HEADING = re.compile(r"^#{1,6} (.*)$")


def lines(page: Path):
    """Yields the lines of a page that are not code."""
    is_code = False
    for line in page.read_text().splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield line


def anchors(page: Path) -> set[str]:
    """Returns the names of a page's headings, as GitHub and mdBook make them."""
    names: set[str] = set()
    for line in lines(page):
        if match := HEADING.match(line):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1]).lower()
            names.add(re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-"))
        names.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
    return names


def pages() -> list[Path]:
    """Returns all pages for users."""
    top = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bazel/README.md", "python/README.md")]
    return top + sorted(DOCS.rglob("*.md"))


class Docs(unittest.TestCase):
    def test_links_lead_somewhere(self):
        broken = []
        for page in pages():
            for line in lines(page):
                for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                    if "://" in target or target.startswith("mailto:"):
                        continue
                    name, _, anchor = target.partition("#")
                    file = (page.parent / name).resolve() if name else page
                    if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
                        broken.append(f"{page.relative_to(ROOT)}: {target}")
        self.assertEqual(broken, [])

    def test_the_site_has_every_page(self):
        named = set(re.findall(r"\]\(([^)]+)\)", (DOCS / "SUMMARY.md").read_text()))
        there = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"SUMMARY.md"}
        self.assertEqual(named, there)

    def test_links_out_of_the_site_lead_to_the_repository(self):
        text = "[a](../README.md#x), [b](cache.md), [c](https://a.b/c), [d](checks/use-after-free.md)"
        outside = led_outside(text, PurePosixPath("tour.md"))
        self.assertEqual(outside, text.replace("../README.md", "https://github.com/csieve/csieve/blob/main/README.md"))
        deeper = led_outside("[a](../cache.md), [b](../../demo/p1_ok.c)", PurePosixPath("decisions/0001.md"))
        self.assertEqual(deeper, "[a](../cache.md), [b](https://github.com/csieve/csieve/blob/main/demo/p1_ok.c)")

    def test_the_picture_shows_what_the_program_prints(self):
        picture = Path(__file__).with_name("picture.py")
        run = subprocess.run([sys.executable, picture, "--check"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
