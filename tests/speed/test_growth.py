"""Tests of the shapes and of the figures that are made of them."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import growth
from growth import Cost, exponent, put, row
from shapes import SHAPES


class Shapes(unittest.TestCase):
    def test_every_shape_is_valid_c(self) -> None:
        compiler = shutil.which("cc")
        assert compiler, "a C compiler is needed"
        for name, shape in SHAPES.items():
            with self.subTest(name):
                command = [compiler, "-fsyntax-only", "-Werror", "-x", "c", "-"]
                done = subprocess.run(command, input=shape(60), text=True, capture_output=True)
                self.assertEqual(done.stderr, "")

    def test_every_shape_grows(self) -> None:
        for name, shape in SHAPES.items():
            with self.subTest(name):
                self.assertGreater(len(shape(200)), 1.6 * len(shape(100)))


class Growth(unittest.TestCase):
    def test_an_exponent_is_that_of_the_growth(self) -> None:
        self.assertAlmostEqual(exponent(1.0, 9.0, 3.0, 0.2), 2.0)
        self.assertEqual(exponent(0.1, 9.0, 3.0, 0.2), 0.0)

    def test_a_row_says_what_was_stopped(self) -> None:
        costs = [Cost(1.0, 110.0), Cost(3.0, 130.0), Cost(60.0, 900.0, "stopped after 60 s")]
        shown = row("loops", [10, 30, 100], costs, Cost(0.0, 100.0))
        self.assertEqual(shown, "| loops | 1.0 s, 110 MB | 3.0 s, 130 MB | stopped after 60 s | 1.0 | 1.0 |\n")

    def test_a_table_goes_between_its_own_markers(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(growth, "PAGE", Path(folder) / "page.md"):
            growth.PAGE.write_text("a\n<!-- one: begin -->\nold\n<!-- one: end -->\nb\n<!-- two: begin -->\nkept\n<!-- two: end -->\n")
            put("one", "new\n")
            self.assertEqual(growth.PAGE.read_text(), "a\n<!-- one: begin -->\nnew\n<!-- one: end -->\nb\n<!-- two: begin -->\nkept\n<!-- two: end -->\n")


if __name__ == "__main__":
    unittest.main()
