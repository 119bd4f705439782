"""Tests of the tables that are made of what real projects cost."""

import contextlib
import io
import math
import unittest

from projects import Cost, Row, beside_compilers, beside_peers, cost, dearest, medians, number, parts, stages, standard
from refuters import Measured


def example(name: str, check: float, compiled: float, gave_up: int = 0) -> Row:
    costs = {"expand": Cost(0.5), "gcc -E": Cost(0.2), "-fsyntax-only": Cost(0.0), "-O2 -c": Cost(compiled, gave_up)}
    return Row(name, lines=8000, files=9, check=check, clock=check, megabytes=120.0, costs=costs)


class Figures(unittest.TestCase):
    def test_a_number_has_three_digits(self) -> None:
        self.assertEqual([number(value) for value in (0.123, 9.996, 12.34, 123.4, math.nan)], ["0.12", "10.0", "12.3", "123", "-"])

    def test_a_ratio_needs_a_time(self) -> None:
        row = example("one", 12.0, 3.0)
        self.assertEqual(row.ratio("-O2 -c"), 4.0)
        self.assertTrue(math.isnan(row.ratio("-fsyntax-only")))

    def test_a_median_is_of_what_is_known(self) -> None:
        self.assertEqual(medians([[1.0, 3.0, 9.0], [math.nan, 2.0, 4.0], [math.nan] * 3]), ["3.00", "3.00", "-"])

    def test_a_file_that_was_given_up_does_not_count(self) -> None:
        answers = {"a.c": (1.5, ""), "b.c": (60.0, "time-out"), "c.c": (0.5, "")}
        entries = {path: {"file": path} for path in answers}
        with contextlib.redirect_stderr(io.StringIO()) as said:
            found = cost("clang", lambda raw: answers[raw["file"]], entries)
            nothing = cost("clang", lambda raw: answers[raw["file"]], {"b.c": {"file": "b.c"}})
        self.assertEqual(found, Cost(2.0, 1))
        self.assertEqual(said.getvalue(), 2 * "clang: b.c is left out: time-out\n")
        self.assertTrue(math.isnan(nothing.seconds))


class Tables(unittest.TestCase):
    def test_compilers(self) -> None:
        lines = beside_compilers([example("one", 12.0, 3.0), example("two", 6.0, 3.0, gave_up=2)]).splitlines()
        self.assertEqual(lines[0], "| project | KLOC | check s | MB | expand s | gcc -E s | -fsyntax-only s | -O2 -c s | check / -O2 -c | check / -fsyntax-only |")
        self.assertEqual(lines[2], "| one | 8.00 | 12.0 | 120 | 0.50 | 0.20 | 0.00 | 3.00 | 4.00 | - |")
        self.assertEqual(lines[3], "| two | 8.00 | 6.00 | 120 | 0.50 | 0.20 | 0.00 | 3.00 (2 of 9 files left out) | 2.00 | - |")
        self.assertEqual(lines[4], "| median | 8.00 | 9.00 | 120 | 0.50 | 0.20 | 0.00 | 3.00 | 3.00 | - |")

    def test_peers_that_are_not_installed_have_no_column(self) -> None:
        row = example("one", 12.0, 3.0)
        row.costs["gcc -fanalyzer"] = Cost(24.0, 1)
        lines = beside_peers([row]).splitlines()
        self.assertEqual(lines[0], "| project | KLOC | check s | gcc -fanalyzer s | check / gcc -fanalyzer |")
        self.assertEqual(lines[2], "| one | 8.00 | 12.0 | 24.0 (1 of 9 files left out) | 0.50 |")

    def test_parts_are_of_all_the_time(self) -> None:
        found = {"bits": Measured(yes=1, steps=7, nanoseconds=[1_000_000_000]), "runs of the program": Measured(no=2, nanoseconds=[10**9, 2 * 10**9])}
        lines = parts(found, 10.0).splitlines()
        self.assertEqual(lines[2], "| runs of the program | 2 | - | 3.00 | 30.0 % |")
        self.assertEqual(lines[3], "| bits | 1 | 7 | 1.00 | 10.0 % |")
        self.assertEqual(len(lines), 4)

    def test_stages_of_all_projects_are_added_up(self) -> None:
        written = [{"stages": {"reading": 10**9, "summaries": 2 * 10**9}}, {"stages": {"reading": 10**9}}, {}]
        lines = stages(written, 8.0).splitlines()
        self.assertEqual(lines[2], "| reading | 2.00 | 25.0 % |")
        self.assertEqual(lines[3], "| summaries | 2.00 | 25.0 % |")
        self.assertEqual(lines[4], "| all else | 4.00 | 50.0 % |")

    def test_the_dearest_functions_come_first(self) -> None:
        function = lambda name, seconds: {"file": f"src/{name}.c", "function": name, "steps": 3, "nanoseconds": seconds * 10**9}
        written = {"one": {"functions": [function("f", 1)]}, "two": {"functions": [function("g", 2)]}}
        lines = dearest(written, 10.0).splitlines()
        self.assertEqual(lines[2], "| two | g.c | `g` | 3 | 2.00 | 20.0 % |")
        self.assertEqual(lines[3], "| one | f.c | `f` | 3 | 1.00 | 10.0 % |")

    def test_the_projects_are_those_of_crates_and_some_of_debian(self) -> None:
        names = standard()
        self.assertTrue({"bzip2", "lua", "dash", "nginx"} <= set(names))
        self.assertNotIn("openssl", names)


if __name__ == "__main__":
    unittest.main()
