#!/usr/bin/env python3
"""Tests what runs the peers of csieve. Run: python3 -m unittest discover tests/projects"""

import shlex
import sys
import tomllib
import unittest
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import build
import draws
import outputs
import peers
from judged import Sample
from test_tools import finding, proved, raw

PLIST = b"""<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>files</key><array><string>a.c</string><string>inc/a.h</string></array>
<key>diagnostics</key><array><dict>
<key>path</key><array>
<dict><key>kind</key><string>control</string></dict>
<dict><key>kind</key><string>event</string><key>location</key><dict><key>line</key><integer>3</integer><key>col</key><integer>5</integer><key>file</key><integer>1</integer></dict><key>message</key><string>'p' is set to NULL</string></dict>
</array>
<key>description</key><string>Division by zero</string>
<key>check_name</key><string>core.DivideZero</string>
<key>issue_context</key><string>f</string>
<key>location</key><dict><key>line</key><integer>9</integer><key>col</key><integer>2</integer><key>file</key><integer>0</integer></dict>
</dict></array>
</dict></plist>"""

GCC = b"""[{"kind": "warning", "option": "-Wanalyzer-malloc-leak", "message": "leak of 'p'", "children": [],
"locations": [{"caret": {"line": 9, "column": 2, "file": "a.c"}}],
"path": [{"location": {"line": 3, "column": 1, "file": "a.c"}, "description": "allocated here", "depth": 2, "function": "g"},
{"location": {"line": 9, "column": 2, "file": "a.c"}, "description": "'p' leaks here", "depth": 1, "function": "f"}]},
{"kind": "warning", "option": "-Wunused", "message": "unused", "locations": [{"caret": {"line": 1, "column": 1, "file": "a.c"}}]}]""".replace(b"\n", b"")

CPPCHECK = b"""<?xml version="1.0" encoding="UTF-8"?>
<results version="2"><cppcheck version="2.10"/><errors>
<error id="nullPointer" severity="warning" msg="Null pointer dereference: p"><location file="a.c" line="9" column="2" info="Null pointer dereference"/><location file="a.c" line="3" column="1" info="Assignment"/></error>
<error id="missingInclude" severity="information" msg="no"><location file="a.c" line="1" column="0"/></error>
</errors></results>"""


class Peers(unittest.TestCase):
    def read(self, reader, written: bytes) -> list[tuple]:
        return [(one["rule"], one["file"], one["line"], one["column"], one["function"], one["message"], [tuple(step.values()) for step in one["path"]]) for one in reader(written, "/d")]

    def test_what_each_peer_writes_is_read(self):
        self.assertEqual(self.read(outputs.clang, PLIST), [("core.DivideZero", "/d/a.c", 9, 2, "f", "Division by zero", [(3, "[a.h] 'p' is set to NULL")])])
        self.assertEqual(self.read(outputs.gcc, b"cc1: note\n" + GCC), [("-Wanalyzer-malloc-leak", "/d/a.c", 9, 2, "f", "leak of 'p'", [(3, "allocated here (in g)"), (9, "'p' leaks here")])])
        self.assertEqual(self.read(outputs.cppcheck, CPPCHECK), [("nullPointer", "/d/a.c", 9, 2, "", "Null pointer dereference: p", [(3, "Assignment"), (9, "Null pointer dereference")])])

    def test_a_file_that_cppcheck_gives_up_is_told(self):
        self.assertRaises(outputs.Refused, outputs.cppcheck, CPPCHECK.replace(b"nullPointer", b"syntaxError"), "/d")

    def test_rules_are_compared_with_those_of_the_same_kind(self):
        kinds = {"-Wanalyzer-possible-null-argument": "null-dereference", "resourceLeak": "resource-leak", "core.uninitialized.Assign": "uninitialized-read", "zerodivcond": "division-by-zero", "deallocuse": "use-after-free"}
        self.assertEqual([rule for rule, ours in kinds.items() if ours not in outputs.comparable(rule)], [])
        self.assertEqual(outputs.comparable("identicalInnerCondition"), set())

    def test_only_options_with_a_meaning_are_passed_on(self):
        arguments = "gcc -O2 -DB=1 -Wall -flto -fshort-enums -MD -MF d -c -o x.o x.c".split()
        entry = build.entry({"directory": "/d", "file": "x.c", "arguments": arguments})
        self.assertEqual(peers.settings(entry), ["-O2", "-DB=1", "-fshort-enums"])

    def test_quotes_stand_where_cppcheck_reads_them(self):
        told = {"-DA=1": "-DA=1", '-DB="a \\n"': '-DB="\\"a \\\\n\\""', "-Ia b": '-I"a b"', "a b.c": '"a b.c"'}
        self.assertEqual([peers.quoted(argument) for argument in told], list(told.values()))

    def ask(self, script: str, patience: float = 30, reader: Callable = lambda written, folder: [{"said": written, "in": folder}]) -> tuple:
        peer = peers.Peer("sh", lambda entry, folder: ["sh", "-c", script], reader, "log")
        answer = peers.ask(peer, {"directory": "/", "file": "x.c", "arguments": ["cc", "x.c"]}, patience)
        return answer.gave_up, answer.findings

    def test_what_a_peer_does_not_end_is_counted(self):
        self.assertEqual(self.ask("pwd"), ("", [{"said": b"/\n", "in": "/"}]))
        self.assertEqual(self.ask("sleep 60", 0.2), ("time-out", []))
        self.assertEqual(self.ask("kill -SEGV $$"), ("crash", []))
        self.assertEqual(self.ask("echo internal compiler error; exit 1"), ("crash", []))
        self.assertEqual(self.ask("exit 1"), ("not taken", []))

    def test_what_cannot_be_read_does_not_stop_the_run(self):
        for reader, written in ((outputs.clang, "<plist"), (outputs.clang, "<plist version='1.0'><dict></dict></plist>"), (outputs.gcc, "[{"), (outputs.cppcheck, "<a")):
            self.assertEqual(self.ask(f"printf %s {shlex.quote(written)}", reader=reader), ("unreadable", []))

    def test_of_several_at_one_line_one_counts(self):
        self.assertEqual(peers.once([raw(2), raw(1, column=7), raw(1), raw(1, "double-free")]), [raw(1, "double-free"), raw(1), raw(2)])

    def test_what_csieve_has_is_near_and_of_the_same_kind(self):
        there = raw(9, "-Wanalyzer-null-dereference")
        near, far, hidden, other = raw(12, doubt="no"), raw(13), proved(8, "atoms"), raw(9, "memory-leak")
        elsewhere = raw(9, function="g")
        self.assertEqual(peers.beside(there, [far, other, elsewhere]), ("csieve: nothing", ["null-dereference in line 13 is unrefuted"]))
        self.assertEqual(peers.beside(there, [hidden, near])[0], "csieve: doubtful")
        self.assertEqual(peers.beside(raw(9, "nullPointer", function=""), [elsewhere])[0], "csieve: unrefuted")

    def table(self) -> dict:
        gcc = peers.Row("gcc", "gcc 12", 3, 2000, Counter({"time-out": 1}), 0, 1.5, Counter({"-Wanalyzer-null-dereference": 5}), Counter({"csieve: nothing": 5}))
        return tomllib.loads(peers.text([peers.Row("csieve", "abc", 3, 2000, rules=Counter(a=1)), gcc], 7, 120))

    def test_the_figures_are_written(self):
        csieve, gcc = self.table()["tool"]
        self.assertEqual((csieve["reports"], csieve["per_kloc"], csieve["gave_up"]), (1, 0.5, 0))
        self.assertEqual((gcc["reports"], gcc["per_kloc"], gcc["reasons"], gcc["csieve"]), (5, 2.5, {"time-out": 1}, {"csieve: nothing": 5}))

    def test_the_page_has_the_peers(self):
        has = finding(1, judgement="true", why="yes", verdict="csieve: unrefuted")
        found = [has, finding(2, judgement="true", why="it is", verdict="csieve: refuted"), finding(3, judgement="false", why="no", verdict="csieve: nothing")]
        page = draws.peers(self.table(), {"csieve": None, "gcc": Sample(7, 3, "abc", 5, found)})
        self.assertIn("| csieve | 3 | 0 | 1 | 0.50 | none judged | 0 |", page)
        self.assertIn("| gcc 12 | 3 | 1 | 5 | 2.50 | 2 of 3 (67 %) | 2 |", page)
        self.assertEqual(page[-1], "- gcc, null-dereference, zlib `a.c:2` (csieve: refuted): it is")
        self.assertIn("Of 2 true reports of the peers, csieve has 1 as well:", page[-3])
        self.assertNotIn("What csieve does not report", "\n".join(draws.peers(self.table(), {})))

    def test_a_second_reading_is_beside_the_first(self):
        first = Sample(7, 2, "abc", 9, [finding(1, judgement="true"), finding(2, judgement="false")])
        second = Sample(7, 2, "abc", 9, [finding(1, judgement="true"), finding(2, judgement="true")])
        [said] = draws.read_again(first, second)
        self.assertIn("says 2 of 2 (100 %). Both say the same of 1 of 2.", said)
        self.assertEqual(draws.read_again(first, None), [])

    def test_what_takes_findings_away_is_counted(self):
        self.assertEqual(draws.counted([{"hints": {"b": 2, "a": 1}}, {"hints": {"b": 1}}], "Doubts", "hints"), ["\nDoubts: a 1, b 3.\n"])
        self.assertEqual(draws.counted([{}], "Doubts", "hints"), [])


if __name__ == "__main__":
    unittest.main()
