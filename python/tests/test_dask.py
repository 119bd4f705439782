#!/usr/bin/env python3
"""Tests csieve_dask with a scheduler and worker processes. Run: python3 -m unittest discover python/tests

The csieve under test is $CSIEVE, or the one in target/debug. Dask is installed in a folder below `target` if it is missing.
"""

import contextlib
import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
SOURCE = HERE.parent / "src"


def python() -> str:
    """Returns a Python that has Dask."""
    if importlib.util.find_spec("distributed"):
        return sys.executable
    folder = TARGET / "dask"
    program = folder / "bin/python"
    if not (folder / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([program, "-m", "pip", "install", "-q", "distributed>=2024.1"], check=True)
        (folder / "installed").touch()
    return str(program)


def csieve() -> Path:
    """Returns the csieve under test."""
    program = Path(os.environ.get("CSIEVE", TARGET / "debug/csieve"))
    if not program.is_file():
        raise FileNotFoundError(f"{program} is not there: `cargo build -p csieve` makes it, or set CSIEVE")
    return program.resolve()


# What each unit of the project has: a wrapper of what the next one has, a leak if an allocation fails, a use after free.
UNIT = """
#include "all.h"
#include <stdlib.h>
char *take{n}(int size) {{ return {take}(size); }}
void drop{n}(char *memory) {{ {drop}(memory); }}
int leaks{n}(int size)
{{
    char *one = take{n}(size), *two;
    if (!one)
        return 0;
    two = take{n}(LIMIT);
    if (!two)
        return 1;
    drop{n}(two);
    drop{n}(one);
    return {even};
}}
int uses{n}(char *text)
{{
    drop{n}(text);
    return text[0];
}}
int even{n}(int x) {{ return x == 0 ? 1 : odd{n}(x - 1); }}
"""
ODD = '#include "all.h"\nint odd{n}(int x) {{ return x == 0 ? 0 : even{n}(x - 1); }}\n'


def write_project(folder: Path, units: int) -> None:
    """Writes a project: chains of wrappers four calls deep, and pairs of units that call each other."""
    (folder / "src/include").mkdir(parents=True)
    header = "#define LIMIT 16\n"
    for n in range(units):
        last = n % 4 == 3
        take, drop = ("malloc", "free") if last else (f"take{n + 1}", f"drop{n + 1}")
        part = folder / f"src/part{n // 4}"
        part.mkdir(exist_ok=True)
        (part / f"unit{n}.c").write_text(UNIT.format(n=n, take=take, drop=drop, even=f"even{n}(size)"))
        (part / f"odd{n}.c").write_text(ODD.format(n=n))
        header += f"char *take{n}(int size);\nvoid drop{n}(char *);\nint even{n}(int);\nint odd{n}(int);\n"
    (folder / "src/include/all.h").write_text(header)


class Cluster:
    """A scheduler and workers, each a process of its own. Workers have no nanny: who is killed does not come back."""

    def __init__(self, folder: Path, workers: int):
        self._processes = []
        file = folder / "scheduler.json"
        options = ["--scheduler-file", str(file), "--no-dashboard"]
        self._start("scheduler", *options, "--port", "0", "--host", "127.0.0.1")
        one = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
        self.workers = [self._start("worker", "--scheduler-file", str(file), *one) for _ in range(workers)]
        # The scheduler makes the file first and writes into it afterwards.
        while not (address := re.search(r'"address": "([^"]*)"', file.read_text() if file.exists() else "")):
            time.sleep(0.05)
        self.address = address[1]

    def _start(self, *command: str) -> subprocess.Popen:
        # The package is not installed where workers run.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        process = subprocess.Popen(
            [python(), "-m", "dask", *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._processes.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self._processes):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()


class Dask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.csieve = csieve()
        folder = tempfile.TemporaryDirectory(prefix="csieve-dask-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.project = cls.folder / "project"
        write_project(cls.project, 12)
        cls.code, cls.log = cls.one_process("src")
        cls.shared = Cluster(cls.folder, 2)
        cls.addClassCleanup(cls.shared.stop)

    @classmethod
    def one_process(cls, *arguments):
        """Returns the code and the log of one process that checks all files."""
        output = cls.folder / "one.sarif"
        command = [cls.csieve, "check", "-q", "--no-cache", "--format", "sarif", "-Isrc/include", *arguments]
        done = subprocess.run([*command, "-o", output], cwd=cls.project, stderr=subprocess.DEVNULL)
        return done.returncode, output.read_bytes()

    def start(self, *arguments, program=None, folder=None):
        """Starts the program; it writes `all.sarif` into the folder of the tests."""
        (self.folder / "all.sarif").unlink(missing_ok=True)
        command = [python(), "-m", "csieve_dask", "--csieve", str(program or self.csieve), *arguments]
        process = subprocess.Popen(
            [*command, "-o", str(self.folder / "all.sarif")],
            cwd=folder or self.project,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.stderr.close)
        return process

    def run_all(self, *arguments, **how):
        process = self.start(*arguments, **how)
        said = process.communicate()[1]
        return process.returncode, said

    def assert_same(self, code, said, expected=None):
        log = self.folder / "all.sarif"
        self.assertTrue(log.exists(), said)
        self.assertEqual(log.read_bytes(), expected or self.log)
        self.assertEqual(code, self.code, said)

    def test_the_project_has_findings_that_need_two_files(self):
        self.assertEqual(self.code, 1)
        for rule in (b'"ruleId": "memory-leak"', b'"ruleId": "use-after-free"'):
            self.assertGreaterEqual(self.log.count(rule), 12)

    def test_workers_are_killed_half_way(self):
        folder = self.folder / "killed"
        folder.mkdir()
        cluster = Cluster(folder, 4)
        self.addCleanup(cluster.stop)
        # Steps that take a moment, so that the workers are in the middle of them when they are killed.
        slow = self.folder / "slow-csieve"
        slow.write_text(f'#!/bin/sh\nsleep 0.2\nexec {self.csieve} "$@"\n')
        slow.chmod(0o755)
        options = ("--batch", "1", "--progress", "always", "-Isrc/include")
        process = self.start("--scheduler", cluster.address, *options, "src", program=slow)
        killed, said = [], ""
        for line in process.stderr:
            said += line
            step = re.match(r"(summarised|checked) (\d+) of (\d+)$", line)
            if step and step[1] not in killed and int(step[2]) * 2 >= int(step[3]):
                # It has results of its own, which are lost with it, and works on another one.
                self.assertLess(int(step[2]), int(step[3]))
                cluster.workers[len(killed)].send_signal(signal.SIGKILL)
                killed.append(step[1])
        self.assert_same(process.wait(), said)
        self.assertEqual(killed, ["summarised", "checked"])
        gone = [worker.poll() for worker in cluster.workers]
        self.assertEqual(gone, [-signal.SIGKILL, -signal.SIGKILL, None, None])

    def test_workers_of_this_machine(self):
        self.assert_same(*self.run_all("--workers", "2", "-Isrc/include", "src"))

    def test_the_client_reads_the_sources(self):
        # The workers have no checkout at the client's place.
        elsewhere = ("--sources", "client", "--checkout", str(self.project))
        arguments = ("--scheduler", self.shared.address, *elsewhere, "-Isrc/include", "src")
        self.assert_same(*self.run_all(*arguments, folder=self.folder))

    def test_options_reach_csieve(self):
        expected = self.one_process("--checks=use-after-free", "src")[1]
        self.assertNotEqual(expected, self.log)
        arguments = ("--scheduler", self.shared.address, "--checks", "use-after-free", "-Isrc/include", "src")
        self.assert_same(*self.run_all(*arguments), expected)

    def test_errors_are_sentences(self):
        there = ("--scheduler", self.shared.address)
        for expected, arguments, how in (
            ("nowhere is not there", (*there, "nowhere"), {}),
            ("there is no C file in src/include", (*there, "src/include"), {}),
            ("there is no csieve called no-csieve", (*there, "src"), {"program": "no-csieve"}),
            ("there is no folder /no/where", (*there, "--checkout", "/no/where", "src"), {}),
            ("no scheduler with workers answers", ("--scheduler", "tcp://127.0.0.1:9", "src"), {}),
        ):
            with self.subTest(expected):
                code, said = self.run_all(*arguments, **how)
                self.assertEqual(code, 3, said)
                self.assertIn(expected, said)
                self.assertNotIn("Traceback", said)

    def test_a_folder_that_is_ignored_in_part(self):
        (self.project / "src/.gitignore").write_text("part2\n")
        self.addCleanup((self.project / "src/.gitignore").unlink)
        expected = self.one_process("src")[1]
        self.assertNotEqual(expected, self.log)
        self.assert_same(*self.run_all("--scheduler", self.shared.address, "-Isrc/include", "src"), expected)

    def test_a_wrong_option_of_csieve_is_not_tried_again(self):
        code, said = self.run_all("--scheduler", self.shared.address, "-std=c1066", "src")
        self.assertEqual(code, 2, said)
        self.assertIn("c1066", said)


class Parts(unittest.TestCase):
    """Functions that need no cluster."""

    @classmethod
    def setUpClass(cls):
        # The packages of the Python that has Dask.
        command = "import sys; print(*sys.path, sep='\\n')"
        paths = subprocess.run([python(), "-c", command], capture_output=True, text=True, check=True).stdout.split("\n")
        sys.path += [str(SOURCE), *(path for path in paths if path)]
        from csieve_dask import project, steps

        cls.plan, cls.steps = project, steps

    def test_batches_have_about_the_same_size(self):
        units = [("a", 10), ("b", 5), ("c", 5), ("d", 30), ("e", 1)]
        self.assertEqual(self.plan.cut(units, 10), [["a"], ["b", "c"], ["d"], ["e"]])
        self.assertEqual(self.plan.cut(units, 1), [["a"], ["b"], ["c"], ["d"], ["e"]])

    def test_groups_stay_together(self):
        groups = [["a"], ["b", "c", "d"], ["e"], ["f"]]
        self.assertEqual(self.plan.share(groups, 2), [["b", "c", "d"], ["a", "e", "f"]])
        self.assertEqual(self.plan.share(groups[:1], 5), [["a"]])

    def test_files_are_those_that_csieve_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("b/x.c", "b.c", "a/.hidden/y.c", "a/z.c", "a/z.h", "a/ignored.c"):
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("int x;")
            Path(folder, ".gitignore").write_text("ignored.c\n")
            program = (str(csieve()), "")
            names = [name for name, _ in self.steps.listed(program, ["./b", "."], folder)]
            self.assertEqual(names, ["./b/x.c", "./a/z.c", "./b.c"])
            with self.assertRaisesRegex(self.steps.StepError, "has no C files"):
                Path(folder, "none").mkdir()
                self.steps.listed(program, ["b", "none"], folder)


if __name__ == "__main__":
    unittest.main()
