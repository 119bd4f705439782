#!/usr/bin/env python3
"""Tests the tools that measure csieve on real projects. Run: python3 -m unittest discover tests/projects"""

import json
import os
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))

import build
import check
import compare
import difference
import document
import draw
import draws
import functions
import judged
import ranks
import real_code
import sample
from compare import Row, Run
from catalogue import Project
from findings import outcome
from judged import Finding, Sample
from lex import spellings, tokens
from tokens import differences


class Tokens(unittest.TestCase):
    def test_white_space_markers_and_pragmas_do_not_count(self):
        marked = '# 1 "a.c"\n#pragma once\nint  x\n=1;\n# 9 "b.h" 2\nint y;\n'
        self.assertEqual(spellings(marked), spellings("int x = 1;int y;"))
        self.assertEqual([token.text for token in tokens(marked)], spellings(marked))
        self.assertEqual(tokens(marked)[-1].place, "b.h:9")

    def test_tokens_are_the_longest(self):
        text = r"""a+++b 1e+5x .5 ...->L'\'' u8"a\"b" x##y $z <<="""
        self.assertEqual(
            spellings(text),
            ["a", "++", "+", "b", "1e+5x", ".5", "...", "->", r"L'\''", r'u8"a\"b"', "x", "##", "y", "$z", "<<="],
        )

    def test_streams_come_together_again(self):
        same = " ".join(f"x{number}" for number in range(20))
        found = differences(tokens(f"a {same} b {same}"), tokens(f"{same} c {same}"))
        self.assertEqual([(one.kind, one.gcc, one.ours) for one in found][0], ("tokens missing", "a", ""))
        self.assertEqual([(one.gcc, one.ours) for one in found][1:], [("b", "c")])
        self.assertEqual(differences(tokens(same), tokens(same)), [])


class Builds(unittest.TestCase):
    def test_only_options_of_the_preprocessor_are_taken(self):
        arguments = "gcc -O2 -I a -DB=1 -Wall -o x.o -include c.h -c -MF d -std=gnu99 x.c".split()
        entry = build.entry({"directory": "/d", "file": "x.c", "arguments": arguments})
        self.assertEqual(entry.path, "/d/x.c")
        self.assertEqual(entry.preprocessing, "-O2 -I a -DB=1 -include c.h -std=gnu99".split())


def printed(rule: str, line: int, verdict: str = "unrefuted", **more: object) -> dict:
    """Returns a finding as csieve prints it."""
    return {"rule": rule, "file": "/f/a.c", "line": line, "column": 1, "function": "f", "subject": "p", "verdict": verdict, "message": "m", **more}


class Differences(unittest.TestCase):
    def changes(self, old: list[dict], new: list[dict]) -> list[tuple]:
        found = difference.changes(Project("p"), {"findings": old}, {"findings": new})
        return [(one.rule, one.place.rpartition(":")[2], one.old, one.new) for one in found]

    def test_a_finding_that_moved_is_the_same(self):
        self.assertEqual(self.changes([printed("r", 1), printed("r", 5)], [printed("r", 2), printed("r", 6)]), [])

    def test_new_gone_and_other_verdicts_are_told(self):
        old = [printed("a", 1), printed("b", 2), printed("c", 3)]
        new = [printed("b", 2, "confirmed"), printed("c", 4, doubt="d"), printed("d", 1)]
        expected = [("a", "1", "unrefuted", None), ("b", "2", "unrefuted", "confirmed"), ("c", "4", "unrefuted", "doubtful"), ("d", "1", None, "unrefuted")]
        self.assertEqual(self.changes(old, new), expected)


class Draws(unittest.TestCase):
    def test_packages_are_read_from_an_index(self):
        text = "Package: a\nFiles:\n 1 20 a.dsc\n 2 30 a.orig.tar.gz\n\nPackage: b\nTag: x::y,\n z::c\n"
        first, second = draw.paragraphs(text)
        self.assertEqual((first["Package"], first["Files"].splitlines()[1].split()[1]), ("a", "30"))
        self.assertEqual(second["Tag"], "x::y,\n z::c")

    def test_a_sample_has_all_rules_and_no_project_too_often(self):
        def one(project: str, rule: str, line: int) -> tuple[Finding, str]:
            return Finding(project, "1", "a.c", line, 1, "f", "p", rule, "m"), ""

        found = [one("big", "common", line) for line in range(50)] + [one("small", "rare", 1), one("small", "common", 2)]
        sample = [finding for finding, _ in draw.sampled(found, 1, 8)]
        self.assertEqual(sorted({finding.rule for finding in sample}), ["common", "rare"])
        self.assertEqual(sum(finding.project == "big" for finding in sample), 4)
        self.assertEqual(draw.sampled(found, 1, 8), draw.sampled(list(reversed(found)), 1, 8))

    def test_a_build_is_found_by_its_files(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.assertEqual(draw.commands(folder), ())
            (folder / "CMakeLists.txt").touch()
            self.assertIn("cmake", draw.commands(folder)[0])
            (folder / "configure").touch()
            self.assertEqual(draw.commands(folder)[1], "$MAKE")

    def test_product_code_is_told_by_its_path(self):
        product = "src/attest.c", "lib/contest/latest.c", "io/sampler.c", "src/t/a.c", "backend.c", "src/depsolve.c"
        others = "tests/a.c", "src/test-io.c", "src/io_test2.c", "unittests/a.c", "t/a.c", "testdir/a.c", "Examples/a.c", "demo.c", "fuzz/a.c", "contrib/a.c", "src/third_party/a.c", "src/lz4.c", "y.tab.c", "/usr/include/a.h"
        self.assertEqual([path for path in (*product, *others) if draw.is_product(path)], list(product))

    def test_generated_code_is_told_by_its_top(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, CSIEVE_PROJECTS=folder):
            tops = {"a.c": "/* A Bison parser, made by GNU Bison 3.8.2. */", "b.c": "/* Parses what Bison parses. */", "c.c": "// Generated by tables.py"}
            Project("p").folder.mkdir(parents=True)
            for name, top in tops.items():
                (Project("p").folder / name).write_text(f"{top}\n")
            found = [(replace(finding(1), project="p", file=name), "") for name in (*tops, "test/d.c")]
            self.assertEqual([one.file for one, _ in draw.in_product(found)], ["b.c"])

    def test_the_page_is_that_of_the_judgements(self):
        self.assertEqual(draws.PAGE.read_text(), draws.page())


class Functions(unittest.TestCase):
    def test_names_stand_where_gcc_puts_them(self):
        for prototype, name in {
            "static int f (void); /* () */": "f",
            "extern void (*g (int a, void (*h) (int))) (int); /* (a, h) */": "g",
            "static int (*k (void)) (int); /* () */": "k",
        }.items():
            self.assertEqual(functions.NAME.search(prototype)[1], name)

    def test_a_name_made_by_a_macro_is_told_from_one_in_the_text(self):
        with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
            file.write("MAKE(one)\nint two(void)\n{\n")
            file.flush()
            self.assertEqual(functions.cause("f_one", 1, file.name, True), "its name is made by a macro")
            self.assertNotEqual(functions.cause("two", 2, file.name, True), "its name is made by a macro")


def raw(line: int, rule: str = "null-dereference", verdict: str = "unrefuted", **more: object) -> dict:
    """Returns a finding in the form of csieve's JSON output."""
    place = {"file": "/cache/src/zlib/a.c", "line": line, "column": 1, "function": "f", "subject": "p"}
    return {"rule": rule, "verdict": verdict, "message": "`p` is NULL", "path": [], **place, **more}


def proved(line: int, *refuters: str) -> dict:
    return raw(line, verdict="refuted", proofs=[{"refuter": name} for name in refuters])


def finding(line: int, **more: object) -> Finding:
    return replace(Finding("zlib", "1", "a.c", line, 1, "f", "p", "null-dereference", "`p` is NULL"), **more)


class Outcomes(unittest.TestCase):
    def test_doubt_is_missing_in_older_output(self):
        self.assertEqual(outcome(raw(1)), "unrefuted")
        self.assertEqual(outcome(raw(1, doubt=None)), "unrefuted")
        self.assertEqual(outcome(raw(1, doubt="two unknown decisions")), "doubtful")
        self.assertEqual(outcome(raw(1, verdict="refuted", doubt="two unknown decisions")), "refuted")

    def test_doubtful_findings_are_counted_apart(self):
        summary = {"functions": 1, "skipped": 0, "reasons": {}}
        row = check.Row("zlib")
        check.read(row, {"summary": summary, "findings": [raw(1), raw(2, doubt="no", limit="steps"), proved(3, "atoms")]})
        self.assertEqual(row.verdicts, {"unrefuted": 1, "doubtful": 1, "refuted": 1})
        self.assertEqual((row.rules, row.limited), ({"null-dereference": 1}, 0))


class Samples(unittest.TestCase):
    def population(self, found: list[dict]) -> list:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, CSIEVE_PROJECTS="/cache"):
            document = {"findings": found}
            (Path(folder) / "zlib.json").write_text(json.dumps(document))
            return sample.population(Path(folder))

    def test_only_what_is_reported_is_drawn(self):
        found = self.population([raw(1), raw(2, doubt="no"), proved(3, "atoms")])
        self.assertEqual([(one.file, one.line) for one, _ in found], [("a.c", 1)])

    def test_the_order_of_the_run_does_not_matter(self):
        found = [raw(line) for line in range(50)]
        drawn = [sample.draw(self.population(some), 7, 10) for some in (found, found[::-1])]
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(len(drawn[0]), 10)
        self.assertNotEqual(drawn[0], sample.draw(self.population(found), 8, 10))
        self.assertEqual(len(sample.draw(self.population(found), 7, 100)), 50)

    def test_judgements_are_kept(self):
        old = [finding(1, judgement="true", why="yes"), finding(2, judgement="false", why="no")]
        moved, other = finding(2, column=9, message="other words"), finding(1, function="g")
        self.assertEqual(
            judged.kept([finding(1), moved, other, finding(3)], old),
            [old[0], replace(moved, judgement="false", why="no"), other, finding(3)],
        )

    def test_of_two_at_one_line_each_keeps_its_own(self):
        old = [finding(1, judgement="true"), finding(1, column=5, judgement="false")]
        self.assertEqual(judged.kept([finding(1, column=5), finding(1)], old), old[::-1])

    def test_the_file_says_the_same_when_it_is_read(self):
        strange = finding(1, message='"a\\b"\n\t∅ \x7f', judgement="true", why="it's so")
        written = Sample(7, 2, "abc", 9, [strange, finding(2)])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "judged.toml"
            self.assertIsNone(judged.read(path))
            path.write_text(judged.text(written))
            self.assertEqual(judged.read(path), written)
            path.write_text(judged.text(replace(written, findings=[finding(1, judgement="perhaps")])))
            self.assertRaises(ValueError, judged.read, path)

    def test_judgements_come_by_number_and_place(self):
        said = {"n": 2, "project": "zlib", "file": "a.c", "line": 2, "rule": "null-dereference", "judgement": "false", "why": "a\n b"}
        found = judged.filled([finding(1), finding(2)], [said])
        self.assertEqual(found, [finding(1), finding(2, judgement="false", why="a b")])
        self.assertRaises(ValueError, judged.filled, [finding(2), finding(1)], [said])

    def test_paths_are_told_without_what_repeats_itself(self):
        step = {"line": 3, "text": "`p == NULL`"}
        inside = {"line": 9, "text": "it returns 0", "file": "/b/c.c", "callee": {"function": "g"}}
        told = sample.described(raw(4, path=[step, step, inside], limit="too many steps"))
        self.assertEqual(
            told.split("\n    ")[1:], ["`p` is NULL", "limit: too many steps", ":3 `p == NULL`", "c.c:9 it returns 0 (in g)"]
        )

    def test_what_is_not_judged_is_said(self):
        said = sample.state([finding(1, judgement="true"), finding(2, judgement="false"), finding(3)])
        self.assertEqual(said.splitlines()[0], "[3] null-dereference zlib/a.c:3 is not judged")
        self.assertIn("3 findings, 2 judged, 1 of them false, 50.0 %", said)


class RealCode(unittest.TestCase):
    def figures(self) -> real_code.Figures:
        found = [raw(1), raw(2, doubt="no"), proved(3, "atoms", "atoms"), proved(4, "intervals", "atoms"), raw(5, "unreachable-code")]
        return real_code.counted({"findings": found, "summary": {"withheld": {"memory-leak": 2}}}, 2000)

    def test_refuters_count_once_for_each_finding(self):
        self.assertEqual(real_code.combination(proved(1, "misuse", "new", "atoms", "misuse")), "atoms + misuse + new")
        self.assertEqual(
            self.figures().refuters, {("null-dereference", "atoms"): 1, ("null-dereference", "atoms + intervals"): 1}
        )

    def test_each_candidate_is_in_one_column(self):
        rows = [line.strip("| ").split(" | ") for line in real_code.reduction(self.figures()).splitlines()]
        self.assertEqual(rows[0][1:7], ["candidates", "atoms", "several", "withheld", "doubtful", "remaining"])
        self.assertEqual(rows[2:], [
            ["memory-leak", "2", "0", "0", "2", "0", "0", "0.0 %", "100.0 %"],
            ["null-dereference", "4", "1", "1", "0", "1", "1", "50.0 %", "75.0 %"],
            ["total", "6", "1", "1", "2", "1", "1", "33.3 %", "83.3 %"],
        ])

    def test_findings_per_thousand_lines(self):
        total = self.figures()
        total.add(self.figures())
        page = real_code.density({"zlib": self.figures()}, total)
        self.assertIn("| null-dereference | 2 | 0.500 | 2 | 0.500 | 4 | 1.000 |\n", page)
        self.assertIn("| zlib | 2.0 | 2 | 1.000 | 1 | 0.500 | 2 | 1.000 |\n", page)

    def test_the_share_is_of_what_is_judged(self):
        found = [finding(1, judgement="true", why="a | b"), finding(2, judgement="false"), finding(3)]
        page = real_code.sampled(Sample(7, 3, "abc", 9, found))
        self.assertIn("2 are judged, 1 of them are false: **50.0 %**", page)
        self.assertIn("| 1 | zlib | a.c:1 | null-dereference | true | a \\| b |\n", page)
        self.assertNotIn("a.c:3", page)
        self.assertEqual([round(bound) for bound in real_code.likely(20, 100)], [13, 29])

    def test_only_what_stands_between_the_comments_is_replaced(self):
        with tempfile.NamedTemporaryFile("w+", suffix=".md") as file:
            file.write("before <!-- figures -->old<!-- end of figures --> after\n")
            file.flush()
            document.put(Path(file.name), ["new\n"])
            text = Path(file.name).read_text()
        self.assertEqual(text, "before <!-- figures -->\n\nnew\n\n<!-- end of figures --> after\n")


class Comparison(unittest.TestCase):
    def test_files_are_there_once_and_in_c(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, CSIEVE_PROJECTS=folder):
            project = functions.projects(["zlib"])[0]
            project.folder.mkdir(parents=True)
            for name in ("b.c", "a.c", "a.i"):
                (project.folder / name).touch()
            names = ["b.c", "a.c", "./b.c", "gone.c", "a.i"]
            entries = [{"directory": str(project.folder), "file": name, "arguments": ["cc", name]} for name in names]
            project.commands.write_text(json.dumps(entries))
            self.assertEqual([Path(path).name for path in compare.common(project)], ["a.c", "b.c"])

    def test_what_did_not_end_gives_a_bound(self):
        short, long, stopped = Run(1.0), Run(5.0), Run(9.0, ended=False)
        pairs = (short, long), (short, stopped), (stopped, long), (stopped, stopped)
        shown = [compare.ratio(Row("a", csieve=ours, cppcheck=theirs)) for ours, theirs in pairs]
        self.assertEqual(shown, ["5.0", ">9.0", "<0.6", "-"])

    def test_the_ranking_is_that_of_the_samples(self):
        self.assertEqual({path.name: path.read_text() == text for path, text in ranks.files().items()}, {"ranking.md": True, "shares.rs": True})
        shares, overall = ranks.smoothed(ranks.counted([("a", True), ("a", True), ("b", False), ("b", True)]))
        self.assertEqual((shares, overall), ({"a": 81, "b": 69}, 75))

    def test_failed_projects_are_not_in_the_total(self):
        good, failed = Row("a", 1, 10, 1, Run(1.0), Run(2.0)), Row("b", 1, 10, 0, Run(7.0), Run(7.0, problem="exit code 1"))
        self.assertEqual(compare.total([good, good, failed]), Row("total", 2, 20, 2, Run(2.0), Run(4.0)))
        self.assertIs(compare.better(failed.csieve, good.csieve), good.csieve)
        self.assertIs(compare.better(good.cppcheck, failed.cppcheck), failed.cppcheck)

    def test_files_that_cppcheck_gives_up_are_found_in_its_output(self):
        said = "/p/a.c:1:0: error: #error \"no\" [preprocessorErrorDirective]\n#error\n^\n/p/b.c:2:3: warning: x [uninitvar]\n"
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(said)
            file.flush()
            self.assertEqual(compare.stopped_at(Path(file.name)), {"/p/a.c"})

    def test_a_program_is_stopped_with_what_it_started(self):
        with tempfile.TemporaryDirectory() as folder:
            run = compare.run(["sh", "-c", "sleep 60 & sleep 60"], Path(folder) / "log", 0.2, (0,))
            self.assertEqual((run.ended, run.problem, run.seconds < 30), (False, "", True))
            failed = compare.run(["sh", "-c", "echo why; exit 3"], Path(folder) / "log", 30, (0,))
            self.assertEqual((failed.ended, failed.problem), (True, "sh: exit code 3: why"))


if __name__ == "__main__":
    unittest.main()
