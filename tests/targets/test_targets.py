"""Tests that types have the sizes and numbers the values that clang gives them, on targets of many kinds."""

import os
import unittest
from pathlib import Path

import models
import values

ROOT = Path(__file__).resolve().parents[2]
CSIEVE = os.environ.get("CSIEVE", str(Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "debug" / "csieve"))

# The values compared for each target.
COUNT = 150


class Targets(unittest.TestCase):
    def test_types_have_the_sizes_of_the_target(self):
        for target in models.TARGETS:
            with self.subTest(target):
                self.assertEqual(models.differing(CSIEVE, target), [])

    def test_numbers_have_the_values_of_the_target(self):
        for target in values.TARGETS:
            with self.subTest(target):
                compared, missed, false = values.differing(CSIEVE, target, COUNT, "test")
                self.assertGreater(compared, COUNT // 2)
                self.assertEqual((missed, false), ([], []))


if __name__ == "__main__":
    unittest.main()
