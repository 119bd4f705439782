#!/usr/bin/env python3
"""Tests the tools that vary the bounds of loops. Run: python3 -m unittest discover tests/bounds"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bounds import Result, growth, outcome, row, totals
from variants import BOUNDS, Program, Variant, programs, variants

BUG, LATER = 7, 9


def program(**settings: list[str]) -> Program:
    rules = {BUG: "assertion-failure", LATER: "assertion-failure"}
    return Program(Path("p.c"), {key.replace("_", " "): value for key, value in settings.items()}, rules)


def finding(line: int, verdict: str, rule: str = "assertion-failure", doubt: str | None = None) -> dict:
    return {"line": line, "verdict": verdict, "rule": rule, "doubt": doubt}


class Variants(unittest.TestCase):
    def test_every_program_is_complete(self):
        for each in programs():
            text = each.path.read_text()
            for macro in ("BOUND", "#ifdef BUG", "#ifdef LEAST"):
                self.assertIn(macro, text, each.path)
            self.assertTrue(each.setting("call") or "int main(void)" in text, each.path)
            self.assertGreater(len(variants(each)), 8, each.path)

    def test_bounds_are_left_out_with_a_reason(self):
        one = program(left_out=["1000000, too large"], left_out_with_the_bug=["10, too small"])
        names = [(variant.bound.name, variant.bug) for variant in variants(one)]
        self.assertNotIn(("1000000", False), names)
        self.assertNotIn(("10", True), names)
        self.assertIn(("10", False), names)
        self.assertEqual(one.left_out(BOUNDS[3], bug=False), "too large")

    def test_symbolic_bounds_are_a_variable(self):
        self.assertEqual(Variant(program(), BOUNDS[0], bug=True).macros(), ["-DBOUND=10", "-DBUG"])
        self.assertEqual(Variant(program(), BOUNDS[5], bug=False).macros(), ["-DBOUND=n", "-DLEAST=1000"])


class Outcomes(unittest.TestCase):
    def said(self, bug: bool, *findings: dict) -> tuple[str, bool]:
        return outcome(Variant(program(), BOUNDS[0], bug), list(findings))

    def test_of_a_correct_version(self):
        self.assertEqual(self.said(False), ("silent", False))
        self.assertEqual(self.said(False, finding(3, "refuted")), ("proved", False))
        hidden = finding(3, "unrefuted", doubt="its search stopped")
        self.assertEqual(self.said(False, finding(3, "refuted"), hidden), ("doubtful", False))
        self.assertEqual(self.said(False, finding(3, "unrefuted"), hidden), ("FALSE", True))
        self.assertEqual(self.said(False, finding(3, "confirmed", rule="memory-leak")), ("silent", False))

    def test_of_a_version_with_the_bug(self):
        self.assertEqual(self.said(True), ("missed", False))
        self.assertEqual(self.said(True, finding(BUG, "refuted")), ("REFUTED", False))
        self.assertEqual(self.said(True, finding(BUG, "confirmed"), finding(LATER, "refuted")), ("confirmed", False))
        self.assertEqual(self.said(True, finding(BUG, "unrefuted", doubt="no")), ("doubtful", False))
        self.assertEqual(self.said(True, finding(LATER, "unrefuted"), finding(3, "confirmed")), ("unrefuted", True))


class Tables(unittest.TestCase):
    def test_rows_totals_and_growth(self):
        small, large = BOUNDS[0], BOUNDS[3]
        results = [
            Result(Variant(program(), small, True), "confirmed", 0.5),
            Result(Variant(program(), large, True), "doubtful", 2.0, false_alarm=True),
        ]
        self.assertEqual(row(program(), True, results), "| p | bug | confirmed 0.5 | - | - | doubtful! 2.0 | - | - |")
        self.assertEqual(totals(results)[0], "| bugs shown |  | 1/1 | 0/0 | 0/0 | 0/1 | 0/0 | 0/0 |")
        self.assertEqual(growth(results), "time at 1000000 relative to time at 10: 2.0 s / 0.5 s = 4.0")
        self.assertIn("not measured", growth(results[:1]))


if __name__ == "__main__":
    unittest.main()
