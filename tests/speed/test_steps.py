"""Tests of steps.py, and the comparison of the steps themselves."""

import tempfile
import unittest
from pathlib import Path

import steps
from steps import PROGRAM, RECORD, Project, deviation, recorded, write

EXAMPLE = Project("one-sys", "1.0.0", ("src/one.c",), 1000)


class Record(unittest.TestCase):
    def test_small_differences_are_none(self) -> None:
        self.assertEqual(deviation(EXAMPLE, 1050), "")
        self.assertEqual(deviation(EXAMPLE, 950), "")

    def test_more_and_fewer_steps_are_said(self) -> None:
        self.assertIn("one-sys: 1,100 steps, 1,000 recorded (+10 %)", deviation(EXAMPLE, 1100))
        self.assertIn("(-20 %)", deviation(EXAMPLE, 800))
        self.assertIn("(new)", deviation(Project("two-sys", "1.0.0", (), 0), 5))

    def test_a_record_is_read_as_it_was_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "steps.json"
            write(path, [EXAMPLE], [7])
            self.assertEqual(recorded(path), [Project("one-sys", "1.0.0", ("src/one.c",), 7)])

    def test_ten_projects_are_compared(self) -> None:
        self.assertEqual(len(recorded(RECORD)), 10)


class Steps(unittest.TestCase):
    def test_csieve_takes_the_steps_that_are_recorded(self) -> None:
        if not PROGRAM.exists():
            self.skipTest(f"there is no {PROGRAM}")
        projects = recorded(RECORD)
        with tempfile.TemporaryDirectory() as folder:
            sources = steps.fetch(projects, Path(folder))
            said = [deviation(project, steps.measured(PROGRAM, project, sources)) for project in projects]
        self.assertEqual([one for one in said if one], [])


if __name__ == "__main__":
    unittest.main()
