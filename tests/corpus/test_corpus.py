#!/usr/bin/env python3
"""Tests the generator of the corpus and what measures it. Run: python3 -m unittest discover tests/corpus"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cases import Case, cases, left_out
from flows import FLOWS
from kinds import KINDS
from measure import Result, judge, remarks, row, table
from verify import REPORTS, fails_as_labelled, first_place


def case(kind: str, flow: str, bug: bool) -> Case:
    [found] = cases(f"{kind}.{flow}.{'bug' if bug else 'fixed'}")
    return found


def finding(line: int, verdict: str, rule: str = "use-after-free", doubt: str | None = None) -> dict:
    return {"line": line, "verdict": verdict, "rule": rule, "doubt": doubt, "message": "a message"}


class Generator(unittest.TestCase):
    def test_names_are_unique_and_every_defect_has_its_line(self):
        every = cases()
        self.assertEqual(len({each.name for each in every}), len(every))
        for each in every:
            marks = each.text().count("// bug: " + each.kind.rule)
            self.assertEqual(marks, int(each.bug), each.name)
            self.assertNotRegex(each.text(), r"\bX\b", each.name)
            self.assertEqual(each.text().count("{"), each.text().count("}"), each.name)

    def test_every_combination_exists_or_is_left_out_with_a_reason(self):
        pairs = len(KINDS) * len(FLOWS)
        self.assertEqual(len(cases()), 2 * (pairs - len(left_out())))
        self.assertGreater(len(cases()), 2 * 1000)

    def test_a_twin_differs_from_the_defect(self):
        for each in cases():
            if each.bug:
                twin = Case(each.kind, each.flow, bug=False)
                without_comments = [line.split(" //")[0] for line in each.text().splitlines()[1:]]
                self.assertNotEqual(without_comments, twin.text().splitlines()[1:], each.name)

    def test_a_flag_chooses_the_action(self):
        self.assertIn("int flag = 1;", case("double-free", "local-flag", True).text())
        self.assertIn("int flag = 0;", case("double-free", "local-flag", False).text())
        self.assertIn("int flag = 0;", case("leak-at-return", "local-flag", True).text())

    def test_an_absence_is_expected_at_any_line(self):
        self.assertGreater(len(case("leak-at-return", "straight", True).expected()), 10)
        self.assertEqual(len(case("double-free", "straight", True).expected()), 1)

    def test_files_and_environments(self):
        with tempfile.TemporaryDirectory() as folder:
            path = case("null-of-malloc", "on-input", True).write(Path(folder))
            self.assertEqual(path.name, "null-of-malloc.on-input.bug.c")
        given = case("null-of-malloc", "on-input", True).environments()
        self.assertEqual([each["RAND"] for each in given], ["0", "0", "0", "1", "1", "1"])
        self.assertEqual(sum("MALLOC_FAILS" in each for each in given), 4)


class Labels(unittest.TestCase):
    def test_a_report_must_name_the_line(self):
        subject = case("double-free", "straight", True)
        [line] = subject.expected()
        said = "exit code 98: attempting double-free #1 in work {}.c:{}:5\n #2 in main {}.c:99"
        self.assertEqual(first_place(said.format(subject.name, line, subject.name), subject), line)
        self.assertTrue(fails_as_labelled(subject, said.format(subject.name, line, subject.name)))
        self.assertFalse(fails_as_labelled(subject, said.format(subject.name, line + 1, subject.name)))
        self.assertFalse(fails_as_labelled(subject, f"exit code 98: SEGV {subject.name}.c:{line}:5"))
        self.assertFalse(fails_as_labelled(subject, "no end"))
        self.assertTrue(fails_as_labelled(case("infinite-loop", "straight", True), "no end"))
        watched = f"watch: {REPORTS['double-lock'][0]}"
        self.assertTrue(fails_as_labelled(case("double-lock", "straight", True), watched))
        self.assertEqual({kind.rule for kind in KINDS}, set(REPORTS))


class Judgements(unittest.TestCase):
    def setUp(self):
        self.bug = case("use-after-free-write", "straight", True)
        self.twin = case("use-after-free-write", "straight", False)
        [self.line] = self.bug.expected()

    def test_of_a_defect(self):
        line = self.line
        for findings, outcome in (
            ([], "missed"),
            ([finding(line + 1, "confirmed")], "missed"),
            ([finding(line, "confirmed", rule="double-free")], "missed"),
            ([finding(line, "unrefuted", doubt="why")], "doubtful"),
            ([finding(line, "refuted")], "REFUTED"),
            ([finding(line, "refuted"), finding(line, "unrefuted")], "unrefuted"),
            ([finding(line, "unrefuted"), finding(line, "confirmed")], "confirmed"),
        ):
            self.assertEqual(judge(self.bug, findings).outcome, outcome)
        beside = judge(self.bug, [finding(line + 1, "confirmed"), finding(line, "unrefuted", rule="double-free")])
        self.assertEqual((len(beside.own), len(beside.others)), (1, 1))

    def test_of_a_twin(self):
        self.assertEqual(judge(self.twin, [finding(3, "refuted"), finding(4, "unrefuted", doubt="why")]).own, ())
        self.assertEqual(judge(self.twin, [finding(4, "confirmed", rule="unreachable-code")]).others, ())
        flagged = judge(self.twin, [finding(4, "unrefuted"), finding(5, "confirmed", rule="memory-leak")])
        self.assertEqual((len(flagged.own), len(flagged.others)), (1, 1))
        self.assertEqual(len(remarks(flagged)), 2)

    def test_rows(self):
        results = [Result(self.bug, "confirmed"), Result(self.bug, "missed"), Result(self.twin, "", ("shown",))]
        self.assertEqual(row("all", results), "| all | 1/2 | 1 | 0 | 1 | 0 | 0 | 1/1 | 0/1 |")
        self.assertEqual(len(table("kind", results, lambda result: result.case.kind.name)), 4)
        self.assertEqual(remarks(results[1]), [f"{self.bug.name}: missed"])


if __name__ == "__main__":
    unittest.main()
