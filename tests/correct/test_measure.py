#!/usr/bin/env python3
"""Tests the program that measures csieve on correct programs. Run: python3 -m unittest discover tests/correct"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure
from measure import Checked


class Measure(unittest.TestCase):
    def test_folders_are_searched_and_files_taken_once(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in").mkdir()
            inner, other = Path(folder) / "in" / "b.c", Path(folder) / "a.h"
            inner.touch()
            other.touch()
            self.assertEqual(measure.subjects([Path(folder), inner]), [inner])

    def test_a_crash_and_a_timeout_are_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            for script, problem in (("kill -SEGV $$", "crash"), ("exec sleep 9", "timeout"), ("exit 0", "")):
                program = Path(folder) / "csieve"
                program.write_text(f"#!/bin/sh\n{script}\n")
                program.chmod(0o755)
                self.assertEqual(measure.check(program, Path("a.c"), [], 1).problem, problem)

    def test_the_table_counts_findings_and_files(self):
        leak, doubt = {"rule": "memory-leak", "verdict": "confirmed"}, {"rule": "memory-leak", "verdict": "unrefuted"}
        found = Checked("a.c", findings=[leak, leak, doubt | {"doubt": "a reason"}])
        lines = measure.table([found, Checked("b.c", "timeout")]).splitlines()
        self.assertEqual(lines[0], "files 2, crashes 0, timeouts 1")
        self.assertEqual(lines[2].split(), ["memory-leak", "2", "0", "1", "0"])
        self.assertEqual(lines[-1].split(), ["files", "with", "1", "0", "1", "0"])


if __name__ == "__main__":
    unittest.main()
