"""Runs what is in ci/, action.yml and .pre-commit-hooks.yaml on small projects, as their services would.

CSIEVE is the program; that of a debug build if it is not set.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CSIEVE = Path(os.environ.get("CSIEVE", TARGET / "debug/csieve")).resolve()

CLEAN = "int first(int *p)\n{\n    return *p;\n}\n"
WRONG = "#include <stdlib.h>\nint second(int *p)\n{\n    free(p);\n    return *p;\n}\n"


class Project:
    """A folder with a repository, in which csieve is on the PATH."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="csieve-ci-"))
        self.tools = Path(tempfile.mkdtemp(prefix="csieve-tools-"))
        (self.tools / "csieve").symlink_to(CSIEVE)
        self.environment = {
            **os.environ,
            "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}",
            "CSIEVE_CACHE_DIR": str(self.tools / "cache"),
            "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org",
            "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.org",
            "GIT_CONFIG_GLOBAL": "/dev/null",
        }

    def remove(self) -> None:
        shutil.rmtree(self.folder)
        shutil.rmtree(self.tools)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**self.environment, **variables}
        return subprocess.run(list(command), cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300)

    def commit(self) -> None:
        if not (self.folder / ".git").exists():
            self.run("git", "init", "-q", "-b", "main")
        self.run("git", "add", "-A")
        done = self.run("git", "commit", "-q", "-m", "more", "--no-verify")
        assert done.returncode == 0, done


class OfCi(unittest.TestCase):
    def setUp(self) -> None:
        self.project = Project()
        self.addCleanup(self.project.remove)

    def done(self, code: int, *command: str | Path, **variables: str) -> str:
        """Runs a command that must end with a code, and returns what it says."""
        ran = self.project.run(*command, **variables)
        self.assertEqual(ran.returncode, code, f"{command}\n{ran.stdout}\n{ran.stderr}")
        return ran.stdout + ran.stderr


class TheAction(OfCi):
    def setUp(self) -> None:
        super().setUp()
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())
        self.outputs = self.project.tools / "outputs"

    def step(self, code: int, **inputs: str) -> str:
        """Runs the step that checks, with the defaults of the action for the inputs that are not given."""
        step = next(step for step in self.action["runs"]["steps"] if step.get("id") == "check")
        given = {name: str(value.get("default", "")) for name, value in self.action["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        variables = {}
        for name, value in step["env"].items():
            if name.startswith("INPUT_"):
                wanted = re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value)
                self.assertIsNotNone(wanted, value)
                variables[name] = given[wanted.group(1)]
        self.outputs.write_text("")
        return self.done(code, "bash", "-c", step["run"], GITHUB_ACTION_PATH=str(ROOT), GITHUB_OUTPUT=str(self.outputs), **variables)

    def test_findings_are_annotations_a_log_and_a_page(self) -> None:
        self.project.write("src/a.c", WRONG)
        said = self.step(1)
        self.assertIn("::error file=src/a.c,line=5,", said)
        self.assertEqual(self.outputs.read_text(), "exit-code=1\n")
        log = json.loads((self.project.folder / "csieve.sarif").read_text())
        self.assertEqual(log["runs"][0]["results"][0]["ruleId"], "use-after-free")
        self.assertIn("<!DOCTYPE html>", (self.project.folder / "csieve.html").read_text())

    def test_only_what_is_new_is_told(self) -> None:
        self.project.write("src/a.c", WRONG)
        self.project.commit()
        self.project.write("src/b.c", CLEAN)
        self.assertNotIn("::error", self.step(0, new_since="HEAD"))
        self.assertIn("::error", self.step(0, fail_on="never", sarif="", html=""))
        self.step(0, options="--checks memory-leak", paths="src/a.c\nsrc/b.c")
        self.assertEqual(self.outputs.read_text(), "exit-code=0\n")

    def test_what_cannot_be_done_is_told_once(self) -> None:
        self.project.write("a.c", WRONG)
        self.assertEqual(self.step(2, fail_on="nonsense").count("is no threshold"), 1)
        self.step(3, paths="nowhere")

    def test_every_input_is_used(self) -> None:
        text = (ROOT / "action.yml").read_text()
        for name in self.action["inputs"]:
            self.assertTrue(f"inputs.{name}" in text, name)


class TheTemplateOfGitLab(OfCi):
    def test_the_script_writes_the_report_and_fails_on_findings(self) -> None:
        template = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
        job = template["csieve"]
        script = "set -e\n" + "\n".join(job["script"])
        self.project.write("src/a.c", WRONG)
        self.project.commit()
        self.done(1, "sh", "-c", script, **template["variables"])
        report = self.project.folder / job["artifacts"]["reports"]["codequality"]
        self.assertEqual(json.loads(report.read_text())[0]["location"]["path"], "src/a.c")
        self.assertTrue((self.project.folder / "csieve.html").is_file())
        # In a merge request, what was there before is none of its business.
        base = self.project.run("git", "rev-parse", "HEAD").stdout.strip()
        self.done(0, "sh", "-c", script, CI_MERGE_REQUEST_DIFF_BASE_SHA=base, **template["variables"])
        self.assertEqual(json.loads(report.read_text()), [])


class TheHooks(OfCi):
    def test_a_commit_is_stopped_by_what_it_brings(self) -> None:
        hooks = self.project.tools / "hooks"
        hooks.mkdir()
        for name in [".pre-commit-hooks.yaml"]:
            shutil.copy(ROOT / name, hooks / name)
        run = {"cwd": hooks, "env": self.project.environment, "check": True, "capture_output": True}
        for command in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "hooks"]]:
            subprocess.run(["git", *command], **run)
        revision = subprocess.run(["git", "rev-parse", "HEAD"], **run).stdout.decode().strip()
        config = f"repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: csieve-system\n"
        self.project.write(".pre-commit-config.yaml", config)
        self.project.write("old.c", WRONG)
        self.project.commit()
        variables = {"PRE_COMMIT_HOME": str(self.project.tools / "pre-commit"), "GIT_CONFIG_COUNT": "1",
                     "GIT_CONFIG_KEY_0": "protocol.file.allow", "GIT_CONFIG_VALUE_0": "always"}
        self.project.write("fine.c", CLEAN)
        self.project.run("git", "add", "fine.c")
        self.assertIn("Passed", self.done(0, "pre-commit", "run", **variables))
        self.project.write("new.c", WRONG.replace("second", "third"))
        self.project.run("git", "add", "new.c")
        said = self.done(1, "pre-commit", "run", **variables)
        self.assertIn("new.c:5", said)
        self.assertNotIn("old.c:5", said)


class TheBuildSystems(OfCi):
    def setUp(self) -> None:
        super().setUp()
        # Without the flags of the build, the header is not found and nothing is wrong.
        self.project.write("src/a.c", '#include "level.h"\n#include <stdlib.h>\nint f(int *p)\n{\n    if (LEVEL)\n        free(p);\n'
                           "    return *p;\n}\nint main(int argc, char **argv)\n{\n    return argc > 1 ? f((int *)argv[1]) : 0;\n}\n")
        self.project.write("deep/level.h", "#define LEVEL 1\n")

    def test_cmake(self) -> None:
        shutil.copy(ROOT / "ci/csieve.cmake", self.project.folder)
        self.project.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(p C)\nenable_testing()\n"
                           "include(csieve.cmake)\nadd_executable(a src/a.c)\ntarget_include_directories(a PRIVATE deep)\n"
                           "csieve_check()\ncsieve_check(NAME gate TEST PATHS src OPTIONS --fail-on never)\n")
        self.done(0, "cmake", "-S", ".", "-B", "build")
        self.assertIn("use-after-free", self.done(2, "cmake", "--build", "build", "--target", "csieve"))
        self.assertIn("100% tests passed", self.done(0, "ctest", "--test-dir", "build"))

    def test_meson(self) -> None:
        shutil.copytree(ROOT / "ci/meson", self.project.folder / "csieve")
        self.project.write("meson.build", "project('p', 'c')\nexecutable('a', 'src/a.c', include_directories: 'deep')\nsubdir('csieve')\n")
        self.done(0, "meson", "setup", "build")
        self.assertIn("use-after-free", self.done(1, "meson", "compile", "-C", "build", "csieve"))

    def test_make(self) -> None:
        shutil.copy(ROOT / "ci/csieve.mk", self.project.folder)
        self.project.write("Makefile", "CSIEVE_PATHS = src\nCSIEVE_OPTIONS = -Ideep\ninclude csieve.mk\n")
        self.assertIn("use-after-free", self.done(2, "make", "csieve"))
        self.done(0, "make", "csieve.html")
        self.assertTrue((self.project.folder / "csieve.html").is_file())
        self.done(0, "make", "csieve-baseline")
        self.project.write("csieve.toml", 'baseline = "csieve.baseline"\n')
        self.done(0, "make", "csieve")


if __name__ == "__main__":
    unittest.main()
