#!/usr/bin/env python3
"""Judges what gcc and clang say of their own test suites, where comments say which warnings are true, and lists the
true ones that are refuted.

  true_reports.py FOLDER --csieve target/debug/csieve

FOLDER is what tests/suites/fetch.sh wrote. A report is true if a comment expects a warning on its line.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "suites")]

import measure  # noqa: E402
import suites  # noqa: E402


def judged(csieve, case, scratch):
    """Yields what is said of the reports of the suite's own tool about a file."""
    is_gcc = "gcc" in case.file.parts[-5:] or "gcc.dg" in str(case.file)
    tool = "gcc -fanalyzer" if is_gcc else "clang"
    out = scratch / f"{len(str(case.file))}-{case.file.name}.{'json' if is_gcc else 'plist'}"
    command = [*measure.TOOLS[tool], *case.flags, *([] if is_gcc else ["-o", str(out)]), str(case.file)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=scratch, timeout=20)
    except subprocess.TimeoutExpired:
        return
    if is_gcc:
        out.write_text(ran.stderr)
    if not out.exists() or is_gcc and "[" not in ran.stderr:
        return
    flags = [word for flag in case.flags for word in ("--flag", flag)]
    answer = subprocess.run([csieve, "judge", "-q", "--exit-zero", "--format", "sarif", *flags, str(out)], capture_output=True, text=True)
    if answer.stdout:
        for run in json.loads(answer.stdout)["runs"]:
            yield from run.get("results", [])
    else:
        print(case.file, answer.stderr[:300])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--csieve", default="target/debug/csieve")
    arguments = parser.parse_args()
    csieve = str(pathlib.Path(arguments.csieve).resolve())
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        cases = suites.cases(arguments.folder.resolve())
        work = lambda case: list(judged(csieve, case, pathlib.Path(scratch)))
        for case, results in zip(cases, pool.map(work, cases)):
            expected = {one.line for one in case.expected}
            for result in results:
                if "locations" not in result or "not known to say" in result["properties"]["csieve"]["reason"]:
                    continue
                line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
                said = result["properties"]["csieve"]
                kind = "expected" if line in expected else "other"
                counts[kind, said["verdict"]] += 1
                if said["verdict"] == "refuted":
                    print(f"{kind} {case.file}:{line}: {result['ruleId']}: {result['message']['text']}: {said['reason']}")
    for key, count in sorted(counts.items()):
        print(*key, count)


if __name__ == "__main__":
    main()
