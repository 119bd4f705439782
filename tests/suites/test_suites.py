"""Tests of how the expected warnings of the suites are read."""

import tempfile
import unittest
from pathlib import Path

from measure import judge
from suites import Case, Expected, clang_case, gcc_case
from warnings_of import CLANG, GCC, rules_of


def written(text: str, read) -> Case:
    """The case of a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.c"
        file.write_text(text)
        return read(file)


def lines(case: Case) -> list[tuple[int, tuple[str, ...]]]:
    return [(expected.line, expected.rules) for expected in case.expected]


class Reading(unittest.TestCase):
    def test_gcc_names_lines_by_distance_and_by_label(self):
        case = written(
            "void f(int *p) {\n"
            "  *p = 1; /* { dg-line second } */\n"
            "}\n"
            '/* { dg-warning "leak of \'p\'" "" { target *-*-* } .-1 } */\n'
            '/* { dg-warning "dereference of NULL \'p\'" "" { target *-*-* } second } */\n'
            '/* { dg-warning "double-\'free\' of \'p\'" "" { xfail *-*-* } } */\n',
            gcc_case,
        )
        self.assertEqual(lines(case), [(3, ("memory-leak", "resource-leak")), (2, ("null-dereference",))])

    def test_clang_looks_only_at_code_that_the_run_compiles(self):
        case = written(
            "// RUN: %clang_analyze_cc1 -analyzer-checker=core -DON -verify %s\n"
            "#ifdef ON\n"
            "int f(int x) { return x / 0; } // expected-warning {{Division by zero}}\n"
            "#else\n"
            "int g; // expected-warning {{Division by zero}}\n"
            "#endif\n"
            "// expected-warning@-4 {{Dereference of null pointer}}\n"
            "// FIXME: Should not warn.\n"
            "int h; // expected-warning {{Division by zero}}\n",
            clang_case,
        )
        self.assertEqual(lines(case), [(3, ("division-by-zero",)), (3, ("null-dereference",))])

    def test_warnings_about_other_questions_belong_to_no_rule(self):
        self.assertEqual(rules_of("TRUE", GCC), ())
        self.assertEqual(rules_of("write to string literal", GCC), ())
        self.assertEqual(rules_of("Call to function 'strcpy' is insecure", CLANG), ())


class Judging(unittest.TestCase):
    def finding(self, line: int, **others) -> dict:
        step = {"line": 9, "decisive": True, "callee": {"function": "g", "depth": 1}}
        plain = {"rule": "double-free", "file": "a.c", "line": line, "end_line": line, "verdict": "confirmed"}
        return {**plain, "doubt": None, "message": "", "path": [step], **others}

    def outcome(self, line: int, *findings: dict) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "a.c"
            file.write_text("int f(void)\n{\n}\n" * 4)
            expected = Expected(line, "double-free", ("double-free",))
            return judge(Case(file, [], [expected]), list(findings)).outcomes[0][1]

    def test_a_step_in_a_callee_counts_and_a_doubt_does_not(self):
        self.assertEqual(self.outcome(9, self.finding(3)), "confirmed")
        self.assertEqual(self.outcome(8, self.finding(3)), "missed")
        self.assertEqual(self.outcome(3, self.finding(3, doubt="unless")), "doubtful")


if __name__ == "__main__":
    unittest.main()
