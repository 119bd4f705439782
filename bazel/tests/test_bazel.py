#!/usr/bin/env python3
"""Tests the Bazel rules with Debian's Bazel and csieve. Run: python3 -m unittest discover bazel/tests

It installs Bazel and nginx if they are missing. The csieve under test is $CSIEVE, or the one in target/debug.
"""

import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import tools
from tools import Checkout

SUMMARIES = {"memory/memory.csum", "names/names.csum", "store/store.csum", "program.csum"}
CHECKS = {name.replace(".csum", ".sarif") for name in SUMMARIES}
ABOVE_MEMORY = {"memory/memory", "store/store", "program"}

# What is wrong in the example: the file, the line, the rule. All of it needs another library.
FINDINGS = [
    ("main.c", 11, "null-dereference"),
    ("main.c", 21, "use-after-free"),
    ("store/store.c", 14, "memory-leak"),
]


def findings(log: bytes) -> list[tuple[str, int, str]]:
    """Returns file, line and rule of each finding of a SARIF log, sorted."""
    found = []
    for result in json.loads(log)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        found.append((place["artifactLocation"]["uri"], place["region"]["startLine"], result["ruleId"]))
    return sorted(found)


class Bazel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tools.install()
        cls.program = tools.csieve()
        cls.folder = Path(tempfile.mkdtemp(prefix="csieve-bazel-"))
        cls.checkouts = []
        cls.one = cls.checkout("one")

    @classmethod
    def tearDownClass(cls):
        for checkout in cls.checkouts:
            checkout.bazel("shutdown")
        # Bazel takes away the right to write.
        for path in cls.folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(cls.folder)

    @classmethod
    def checkout(cls, name):
        checkout = Checkout(cls.folder / name, cls.program)
        cls.checkouts.append(checkout)
        return checkout

    def restore(self, name):
        """Puts a file of the first checkout back after the test."""
        path = self.one.workspace / name
        self.addCleanup(path.write_bytes, path.read_bytes())

    def test_bugs_across_libraries_are_found(self):
        self.one.build("//:findings")
        self.assertEqual(findings(self.one.log("findings.sarif")), FINDINGS)

    def test_a_test_fails_for_findings_and_prints_them(self):
        build = self.one.bazel("test", "//:program_test", "//:memory_test", "//:quiet_test", "--test_output=errors")
        self.assertEqual(build.code, 3, build.said)
        self.assertRegex(build.said, r"//:memory_test .*PASSED")
        self.assertRegex(build.said, r"//:quiet_test .*PASSED")
        self.assertRegex(build.said, r"//:program_test .*FAILED")
        for path, line, rule in FINDINGS:
            self.assertRegex(build.said, rf"(?m)^{path}:{line}:\d+: .* \[{rule}, confirmed\]$")

    def test_a_second_build_does_nothing(self):
        self.one.build("//:findings")
        self.assertEqual(self.one.build("//:findings").actions, ())

    def test_a_change_redoes_what_depends_on_it(self):
        # A change of a comment, too: the summary file of a library has its texts.
        self.one.build("//:findings")
        self.restore("memory/memory.c")
        self.one.replace("memory/memory.c", "or returns NULL", "or returns 0")
        build = self.one.build("//:findings")
        self.assertEqual(build.steps("Summarise"), {f"{name}.csum" for name in ABOVE_MEMORY})
        self.assertEqual(build.steps("Check"), {f"{name}.sarif" for name in ABOVE_MEMORY})
        self.assertEqual(findings(self.one.log("findings.sarif")), FINDINGS)

    def test_a_change_of_the_program_redoes_only_the_program(self):
        self.one.build("//:findings")
        self.restore("main.c")
        self.one.replace("main.c", "return name->length;", "return name ? name->length : 0;")
        build = self.one.build("//:findings")
        self.assertEqual(build.steps(), {"program.csum", "program.sarif", "findings.sarif"})
        self.assertEqual(findings(self.one.log("findings.sarif")), FINDINGS[1:])

    def test_a_library_that_behaves_differently_changes_what_is_found_above_it(self):
        self.one.build("//:findings")
        self.restore("memory/memory.c")
        self.one.replace("memory/memory.c", "    free(memory);", "    (void)memory;")
        self.one.build("//:findings")
        found = findings(self.one.log("findings.sarif"))
        self.assertNotIn(("main.c", 21, "use-after-free"), found)

    def test_actions_read_only_what_is_declared(self):
        self.one.bazel("clean")
        build = self.one.build("//:findings")
        self.assertEqual(build.steps("Summarise"), SUMMARIES)
        self.assertEqual(build.steps("Check"), CHECKS)
        for action in build.actions:
            if action.mnemonic == "CsieveCheck":
                kinds = {Path(name).suffix for name in action.inputs}
                self.assertLessEqual(kinds, {"", ".csum"}, action)
            for name in action.inputs:
                self.assertFalse(Path(name).is_absolute(), name)

    def test_files_that_are_no_inputs_do_not_count(self):
        self.one.build("//:findings")
        expected = self.one.log("findings.sarif")
        flags = self.one.workspace / "compile_flags.txt"
        flags.write_text("-Dmalloc=other_malloc\n")
        self.addCleanup(flags.unlink)
        for strategy in ("local", "sandboxed"):
            with self.subTest(strategy):
                self.one.bazel("clean")
                self.one.build("//:findings", f"--spawn_strategy={strategy}")
                self.assertEqual(self.one.log("findings.sarif"), expected)

    def test_long_command_lines_go_into_files(self):
        self.one.build("//:findings", "--min_param_file_size=1")
        self.assertEqual(findings(self.one.log("findings.sarif")), FINDINGS)

    def test_options_reach_csieve(self):
        self.one.build("//:findings", "--@csieve//:options=--checks=use-after-free")
        self.assertEqual(findings(self.one.log("findings.sarif")), [FINDINGS[1]])

    def test_a_cache_over_http_serves_another_checkout(self):
        with tools.http_cache(self.folder / "cache") as address:
            self.one.bazel("clean")
            first = self.one.build("//:findings", f"--remote_cache={address}")
            self.assertEqual([action for action in first.actions if action.cached], [])
            other = self.checkout("in/another/folder")
            second = other.build("//:findings", f"--remote_cache={address}")
        ours = [action for action in second.actions if action.mnemonic.startswith("Csieve")]
        self.assertEqual(len(ours), len(SUMMARIES) + len(CHECKS) + 1)
        self.assertEqual([action.output for action in ours if not action.cached], [])
        logs = {checkout.log("findings.sarif") for checkout in (self.one, other)}
        self.assertEqual(len(logs), 1)
        self.assertEqual(findings(logs.pop()), FINDINGS)


if __name__ == "__main__":
    unittest.main()
