#!/usr/bin/env python3
"""Runs clang's, gcc's and cppcheck's analysers on the projects of a draw, and samples what they report.

Usage: peers.py --seed N [--jobs N] [--timeout SECONDS] [--number N] [--again] [PROJECT...]

Each installed one of `clang --analyze`, `gcc -fanalyzer` and `cppcheck --enable=warning` checks each C file that a
project's build compiles, for itself, with the options of the file's own compile command that affect its meaning, and
with its default checks. A file that a peer does not take, or for which it crashes or needs more than the timeout, is
counted and left. Reports of one rule at one line count once, and dead stores apart, because they are style. What a
peer said of a project is kept in the cache, and taken from there unless its version or the timeout is another, or
with --again.

The figures of the peers and of csieve go to docs/draws/N.peers.toml, a random sample of each peer's reports to be
judged to docs/draws/N.PEER.toml. sample.py --judged FILE takes the judgements over. The field `verdict` says which
finding csieve has of a comparable kind within 3 lines in the same function: that of the highest verdict, or nothing.
cppcheck does not name functions; of its reports only the lines count. With PROJECTs only these are checked, and
nothing is written to docs: so a long run can be done in parts.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.parsers.expat import ExpatError

import build
import compare
import draw
import judged
import outputs
from build import Entry
from catalogue import Project, cache
from check import lines, measured
from document import output
from findings import OUTCOMES, below, documents, outcome
from judged import Finding
from sample import described, reported

# Options of a compile command with which the same text means something else.
MEANING = ("-fsigned-", "-funsigned-", "-fshort-", "-fno-builtin", "-fbuiltin", "-ffreestanding", "-fhosted", "-fwrapv", "-ftrapv", "-fgnu89-inline", "-fms-extensions", "-fopenmp", "-fexceptions", "-fpic", "-fPIC", "-fpie", "-fPIE")

CRASHED = re.compile(r"internal compiler error|PLEASE submit a bug report")

# Rules that are about style, and count apart.
STYLE = {"deadcode.DeadStores"}

# The lines that csieve's finding may be away from that of a peer.
NEAR = 3


@dataclass(frozen=True)
class Peer:
    """Another analyser. `command` makes its command line for a file, which writes `file` in a given folder."""

    name: str
    command: Callable[[Entry, Path], list[str]]
    read: Callable[[bytes, str], list[dict]]
    file: str = "out"


@dataclass(frozen=True)
class Answer:
    """What a peer said of a file. `gave_up` is the reason if it gave the file up."""

    findings: list[dict]
    gave_up: str
    processor: float


@dataclass
class Row:
    """The figures of a tool on all projects. `csieve` counts the reports by what csieve has there."""

    name: str
    version: str
    files: int = 0
    lines: int = 0
    gave_up: Counter = field(default_factory=Counter)
    style: int = 0
    seconds: float = 0.0
    rules: Counter = field(default_factory=Counter)
    csieve: Counter = field(default_factory=Counter)

    @property
    def reports(self) -> int:
        return self.rules.total()

    @property
    def density(self) -> float:
        return round(1000 * self.reports / self.lines, 2) if self.lines else 0.0


def settings(entry: Entry) -> list[str]:
    """Returns the options of a compile command that affect what the file means."""
    return [option for option in entry.preprocessing if not option.startswith("-f") or option.startswith(MEANING)]


def clang(entry: Entry, folder: Path) -> list[str]:
    return ["clang", "--analyze", "--analyzer-output", "plist", "-Qunused-arguments", *settings(entry), "-o", str(folder / "out"), entry.path]


def gcc(entry: Entry, folder: Path) -> list[str]:
    # With -w or -fsyntax-only the analyser says nothing.
    return ["gcc", *settings(entry), "-fanalyzer", "-O0", "-fdiagnostics-format=json", "-c", "-o", "/dev/null", entry.path]


def cppcheck(entry: Entry, folder: Path) -> list[str]:
    return ["cppcheck", f"--project={folder / 'compile_commands.json'}", "-q", "--enable=warning", "--xml", f"--output-file={folder / 'out'}"]


def quoted(argument: str) -> str:
    """Returns an argument for cppcheck, which loses quotes in lists, and only reads those around values in commands."""
    at = argument.find("=") + 1 or (2 if argument.startswith("-") else 0)
    escaped = re.sub(r'(["\\])', r"\\\1", argument[at:])
    return f'{argument[:at]}"{escaped}"' if re.search(r'[\s"\\]', argument) else argument


PEERS = (Peer("clang", clang, outputs.clang), Peer("gcc", gcc, outputs.gcc, "log"), Peer("cppcheck", cppcheck, outputs.cppcheck))


def ask(peer: Peer, raw: dict, patience: float) -> Answer:
    """Runs a peer on the file of a compile command. What a stopped run's processes took is at most its time."""
    entry = build.entry(raw)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "compile_commands.json"
        database.write_text(json.dumps([{"directory": entry.directory, "file": raw["file"], "command": " ".join(map(quoted, entry.arguments))}]))
        command = ["env", "-C", entry.directory, "LC_ALL=C", *peer.command(entry, folder)]
        code, seconds, processor, _ = measured(command, folder / "log", patience)
        if code == -9 and seconds >= patience:
            return Answer([], "time-out", max(seconds, processor))
        if code < 0 or CRASHED.search((folder / "log").read_text(errors="replace")):
            return Answer([], "crash", processor)
        if code or (peer.name == "cppcheck" and not compare.understood("cppcheck", database, entry.path)):
            return Answer([], "not taken", processor)
        try:
            written = (folder / peer.file).read_bytes().decode(errors="replace").encode()
            return Answer(peer.read(written, entry.directory), "", processor)
        except outputs.Refused:
            return Answer([], "not taken", processor)
        except (OSError, ValueError, LookupError, SyntaxError, ExpatError):
            return Answer([], "unreadable", processor)


def once(found: Iterable[dict]) -> list[dict]:
    """Returns the findings, of several with the same rule, file and line only one."""
    kept: dict[tuple, dict] = {}
    for raw in sorted(found, key=lambda raw: (raw["file"], raw["line"], raw["rule"], raw["column"], raw["message"])):
        kept.setdefault((raw["file"], raw["line"], raw["rule"]), raw)
    return list(kept.values())


def examined(peer: Peer, version: str, project: Project, options: argparse.Namespace) -> dict:
    """Returns what a peer said of a project, as a document like csieve's, with the peer's figures."""
    path = cache() / "draws" / str(options.seed) / peer.name / f"{project.name}.json"
    run = {"version": version, "timeout": options.timeout}
    if path.exists() and not options.again:
        document = json.loads(path.read_text())
        if document["run"] == run:
            return document
    entries = compare.common(project)
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda raw: ask(peer, raw, options.timeout), entries.values()))
    found = once(raw for answer in answers for raw in answer.findings)
    for raw in found:
        raw["message"] = raw["message"].replace(f"{project.folder}/", "")
    gave_up = Counter(answer.gave_up for answer in answers if answer.gave_up)
    document = {"run": run, "files": len(entries), "lines": sum(map(lines, entries)), "gave_up": gave_up, "seconds": sum(answer.processor for answer in answers), "findings": found}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))
    return document


def beside(raw: dict, ours: list[dict]) -> tuple[str, list[str]]:
    """Returns the verdict of what csieve has at a peer's report, and what else of that kind it has in the function."""
    comparable, function = outputs.comparable(raw["rule"]), raw["function"]
    same = [one for one in ours if one["rule"] in comparable and one["file"] == raw["file"] and (not function or one["function"] == function)]
    near = [one for one in same if abs(one["line"] - raw["line"]) <= NEAR]
    verdict = min(map(outcome, near), key=OUTCOMES.index, default="nothing")
    far = [f"{one['rule']} in line {one['line']} is {outcome(one)}" for one in same if function and one not in near]
    return f"csieve: {verdict}", far


def compared(found: list[dict], project: Project, results: Path) -> list[tuple[Finding, str]]:
    """Returns a peer's reports, each with its printed form, and with what csieve has there as the verdict."""
    ours = next((document["findings"] for _, document in documents(results, [project])), [])
    pairs = []
    for raw in found:
        verdict, far = beside(raw, ours)
        one = reported(raw, project.name, project.apt[1] if project.apt else "", below(project, raw["file"]))
        pairs.append((replace(one, verdict=verdict), f"{described(raw)}\n    ({'; '.join([verdict, *far])})"))
    return pairs


def examine(peer: Peer, drawn: list[Project], options: argparse.Namespace) -> tuple[Row, list[tuple[Finding, str]]]:
    """Returns the figures of a peer on the projects, and its reports."""
    row, reports = Row(peer.name, output(peer.name, "--version").splitlines()[0]), []
    for project in drawn:
        document = examined(peer, row.version, project, options)
        kept = [raw for raw in document["findings"] if raw["rule"] not in STYLE]
        for name in ("files", "lines", "seconds"):
            setattr(row, name, getattr(row, name) + document[name])
        row.gave_up.update(document["gave_up"])
        row.style += len(document["findings"]) - len(kept)
        reports += compared(kept, project, cache() / "draws" / str(options.seed))
        print(f"{peer.name}, {project.name}: {len(kept)} reports, {document['seconds']:.0f} s", flush=True)
    row.rules, row.csieve = (Counter(getattr(one, name) for one, _ in reports) for name in ("rule", "verdict"))
    return row, reports


def of_csieve(drawn: list[Project], seed: int) -> Row:
    """Returns the figures of csieve on the projects, from its results and the draw's file."""
    results, among = cache() / "draws" / str(seed), draw.DRAWS / f"{seed}.projects.toml"
    sample = judged.read(draw.DRAWS / f"{seed}.toml")
    seconds = {each["name"]: each["seconds"] for each in tomllib.loads(among.read_text())["project"]}
    row = Row("csieve", sample.commit if sample else "")
    for project, document in documents(results, drawn):
        files = compare.common(project)
        row.files, row.lines = row.files + len(files), row.lines + sum(map(lines, files))
        row.gave_up["not taken"] += len(document["summary"]["unreadable"])
        row.seconds += seconds[project.name]
    row.rules = Counter(finding.rule for finding, _ in draw.reports(results, drawn))
    return row


def text(rows: list[Row], seed: int, timeout: float) -> str:
    """Returns the figures of the tools, as TOML."""
    table = lambda counts: ", ".join(f"{json.dumps(name)} = {number}" for name, number in sorted(counts.items()) if number)
    lines = ["# csieve and its peers on the projects of a draw. tests/projects/peers.py writes this file.\n", judged.pair("seed", seed), judged.pair("timeout", timeout)]
    for row in rows:
        pairs = {"name": row.name, "version": row.version, "files": row.files, "lines": row.lines, "gave_up": row.gave_up.total(), "reports": row.reports, "per_kloc": row.density, "style": row.style, "seconds": round(row.seconds, 1)}
        lines += ["\n[[tool]]\n", *(judged.pair(name, value) for name, value in pairs.items())]
        lines += [f"{name} = {{ {table(counts)} }}\n" for name, counts in (("reasons", row.gave_up), ("rules", row.rules), ("csieve", row.csieve))]
    return "".join(lines)


def chosen(options: argparse.Namespace) -> list[Project]:
    """Returns the projects of the draw that were named, or all, prepared. Exits on an unknown name."""
    drawn = draw.again(draw.DRAWS / f"{options.seed}.projects.toml")
    unknown = set(options.projects) - {project.name for project in drawn}
    if unknown:
        sys.exit(f"not in draw {options.seed}: {', '.join(sorted(unknown))}")
    return draw.there([project for project in drawn if not options.projects or project.name in options.projects])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each file and peer")
    parser.add_argument("--number", type=int, default=20, help="reports of each peer to be judged")
    parser.add_argument("--again", action="store_true", help="take nothing from the cache")
    parser.add_argument("projects", nargs="*")
    options = parser.parse_args()
    drawn = chosen(options)
    rows, found = [of_csieve(drawn, options.seed)], {}
    for peer in PEERS:
        if shutil.which(peer.name) is None:
            print(f"{peer.name} is left out: it is not installed")
            continue
        row, found[peer.name] = examine(peer, drawn, options)
        rows.append(row)
    if not options.projects:
        for name, reports in found.items():
            print(f"\n== {name}")
            draw.write(draw.DRAWS / f"{options.seed}.{name}.toml", reports, options, "rule")
        (draw.DRAWS / f"{options.seed}.peers.toml").write_text(text(rows, options.seed, options.timeout))
    print("\n" + text(rows, options.seed, options.timeout))
    return 0


if __name__ == "__main__":
    sys.exit(main())
