#!/usr/bin/env python3
"""Draws C projects of the distribution that csieve was never tried on, checks them, and samples the reports.

Usage: draw.py --seed N [--count K] [--lines N] [--number N] [--csieve PROGRAM] [--threads N] [--only-check]
       draw.py --seed N --sample doubtful|refuted [--number N]

The packages are drawn from the package index that apt holds: those that the distribution says are written in C,
whose sources are of a fair size, whose build needs nothing that this machine lacks, and that no earlier draw and
no list of seen projects names. Each is fetched and prepared as the other projects are. A package whose build
compiles too little C is left out, and the next one is taken. A draw ends with K projects and N lines.

The projects and their figures go to docs/draws/SEED.projects.toml, and a random sample of the reports to be judged
to docs/draws/SEED.toml: at most a few for each project, and of all rules alike. sample.py --judged FILE takes the
judgements over. From then on these projects are seen. The same index, seed and csieve give the same draw;
--only-check checks the projects of a draw again. --sample takes the results that are there, and samples what was not
reported: of all hints, or of all refuters, alike. These samples are docs/draws/SEED.doubtful.toml and
docs/draws/SEED.refuted.toml; "true" says there that a real misuse was hidden.
"""

import argparse
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import check
import fetch
import judged
import prepare
from catalogue import HERE, Project, cache
from document import output
from findings import below, documents, outcome
from judged import Finding, Sample
from sample import described, order, reported

DRAWS = HERE.parent.parent / "docs" / "draws"
SEEN = HERE / "seen.txt"

# The sizes in bytes that a package's sources may have, and the fewest lines of C that its build must compile.
SIZES = (40_000, 1_500_000)
FEWEST_LINES = 3_000
MOST_LINES = 80_000

# The seconds that a command of a build may take. Some packages measure the machine, or wait for a terminal.
PATIENCE = 120

# Parts of a package's build that only make its documentation or its packages.
WITHOUT = re.compile(r"^(debhelper|dh-|dpkg|debconf|po-debconf|docbook|xsltproc|texinfo|texlive|doxygen|help2man|groff|pandoc|asciidoc|po4a|quilt|cdbs|lsb-|devscripts|gettext|autopoint|autotools-dev|automake|autoconf|libtool|python3|perl|chrpath|fakeroot|hardening)")


@dataclass(frozen=True)
class Package:
    """A source package of the index. `needs` are the packages that its build needs."""

    name: str
    version: str
    size: int
    needs: tuple[str, ...]


def paragraphs(text: str) -> list[dict[str, str]]:
    """Reads the paragraphs of a package index: one table of fields each."""
    found = []
    for paragraph in text.split("\n\n"):
        fields = re.findall(r"^([A-Za-z0-9-]+):((?:.*)(?:\n[ \t].*)*)", paragraph, re.MULTILINE)
        if fields:
            found.append({name: value.strip() for name, value in fields})
    return found


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def written_in_c() -> set[str]:
    """Returns the source packages of which the distribution says that they are written in C."""
    found = set()
    for each in paragraphs(said("apt-cache", "dumpavail")):
        tags = re.split(r",\s*", each.get("Tag", ""))
        if "implemented-in::c" in tags and "implemented-in::c++" not in tags:
            found.add(each.get("Source", each["Package"]).split()[0])
    return found


def sources() -> list[Package]:
    """Returns all source packages of the index, the newest version of each, by name."""
    fetch.update_apt()
    found: dict[str, Package] = {}
    for index in sorted((cache() / "apt" / "lists").glob("*_Sources*")):
        for each in paragraphs(said("/usr/lib/apt/apt-helper", "cat-file", str(index))):
            if "any" not in each.get("Architecture", "") or each.get("Extra-Source-Only"):
                continue
            sizes = [int(line.split()[1]) for line in each.get("Files", "").splitlines() if ".orig.tar" in line and not line.endswith(".asc")]
            needed = ",".join(each.get(name, "") for name in ("Build-Depends", "Build-Depends-Arch"))
            needs = tuple(re.split(r"[\s(:\[<|]", need.strip())[0] for need in needed.split(",") if need.strip())
            found[each["Package"]] = Package(each["Package"], each["Version"], sum(sizes), needs)
    return sorted(found.values(), key=lambda package: package.name)


def installed() -> set[str]:
    names = said("dpkg-query", "-W", "-f", "${Package} ${db:Status-Abbrev} ${Provides}\n").splitlines()
    found = set()
    for line in names:
        name, state, *provided = line.split(maxsplit=2)
        if state.startswith("ii"):
            found.add(name)
            found.update(re.split(r"[\s(,]+", provided[0]) if provided else ())
    return found


def candidates(seen: set[str]) -> list[Package]:
    """Returns the packages that a draw may take, by name."""
    in_c, here = written_in_c(), installed()
    # The parts of Perl that are written in C are made by tools of Perl.
    is_fresh = lambda package: package.name not in seen and not package.name.endswith("-perl")
    fits = lambda package: SIZES[0] <= package.size <= SIZES[1] and package.name in in_c and is_fresh(package)
    can = lambda package: all(need in here or WITHOUT.match(need) for need in package.needs)
    return [package for package in sources() if fits(package) and can(package)]


def apart(task: Callable[[set[str]], list[Package]], names: set[str]) -> list[Package]:
    """Returns what a task returns that runs in a process of its own.

    The index of packages takes 400 MB, which the measured programs would inherit as their peak otherwise.
    """
    with concurrent.futures.ProcessPoolExecutor(1) as process:
        return process.submit(task, names).result()


def seen(drawn: Path | None) -> set[str]:
    """Returns the names of the projects that csieve was tried on before the draw in a file."""
    names = {line.strip() for line in SEEN.read_text().splitlines() if line.strip() and not line.startswith("#")}
    with open(HERE / "projects.toml", "rb") as file:
        for name, table in tomllib.load(file).items():
            names |= {name, *table.get("apt", [])[:1]}
    for path in DRAWS.glob("*.projects.toml"):
        if path != drawn:
            names |= {project.name for project in again(path)}
    return names


def commands(folder: Path) -> tuple[str, ...]:
    """Returns the commands that build a project, by the files that its folder has."""
    has = lambda name: (folder / name).exists()
    if has("configure"):
        return "chmod +x configure && ./configure", "$MAKE"
    if has("configure.ac") or has("configure.in"):
        own = next((name for name in ("autogen.sh", "bootstrap", "bootstrap.sh") if has(name)), None)
        made = f"NOCONFIGURE=1 sh ./{own} || autoreconf -fi" if own else "autoreconf -fi"
        return made, "./configure", "$MAKE"
    if has("CMakeLists.txt"):
        return "cmake -S . -B csieve-build", "$MAKE -C csieve-build"
    if has("meson.build"):
        return "meson setup csieve-build", "ninja -k 0 -C csieve-build # $MAKE"
    if has("Makefile") or has("makefile") or has("GNUmakefile"):
        return ("$MAKE",)
    below_it = [path.parent.name for path in sorted(folder.glob("*/Makefile"))]
    return tuple(f"$MAKE -C {name}" for name in below_it if name in ("src", "source"))


def taken(package: Package) -> Project | None:
    """Fetches and prepares a package. Returns the project; None if its build compiles too little C, or too much."""
    project = Project(package.name, apt=(package.name, package.version.partition("-")[0]))
    if not project.folder.exists():
        try:
            fetch.fetch(project)
        except fetch.Unreachable as error:
            print(f"{package.name}: {error}", file=sys.stderr)
            return None
    project = replace(project, prepare=commands(project.folder))
    if project.prepare and not project.commands.exists():
        prepare.prepare(project, PATIENCE)
    return project if project.commands.exists() and FEWEST_LINES <= compiled(project) <= MOST_LINES else None


def compiled(project: Project) -> int:
    """Returns the number of lines of the sources that the project's build compiles. Some it made, and removed again."""
    return sum(check.lines(path) for path in {entry.path for entry in check.build.entries(project)} if Path(path).exists())


def draw(seed: int, count: int, least: int, among: list[Package]) -> list[Project]:
    """Draws projects until there are enough of them, with enough lines."""
    among = sorted(among, key=lambda package: package.name)
    random.Random(seed).shuffle(among)
    drawn: list[Project] = []
    lines = 0
    for package in among:
        if len(drawn) >= count and lines >= least:
            break
        project = taken(package)
        if project is None:
            print(f"{package.name}: left out", flush=True)
            continue
        drawn.append(project)
        lines += compiled(project)
        print(f"{package.name} {package.version}: {compiled(project)} lines, {lines} in all", flush=True)
    return drawn


def sampled(found: list[tuple[Finding, str]], seed: int, number: int, kind: str = "rule") -> list[tuple[Finding, str]]:
    """Draws findings of all kinds alike: always one of the kind of which there are fewest yet. `kind` names the
    field that tells kinds apart.

    No project gives more than its share, and at least four.
    """
    choice = random.Random(seed)
    rest: dict[str, list] = {}
    for pair in sorted(found, key=lambda pair: order(pair[0])):
        rest.setdefault(getattr(pair[0], kind), []).append(pair)
    for pairs in rest.values():
        choice.shuffle(pairs)
    names = {finding.project for finding, _ in found}
    most = max(4, -(-number // max(1, len(names))))
    of_project: dict[str, int] = dict.fromkeys(names, 0)
    of_kind: dict[str, int] = dict.fromkeys(sorted(rest), 0)
    drawn = []
    while len(drawn) < number and any(rest.values()):
        one = min((one for one in rest if rest[one]), key=lambda one: (of_kind[one], one))
        pair = rest[one].pop()
        if of_project[pair[0].project] < most:
            of_project[pair[0].project] += 1
            of_kind[one] += 1
            drawn.append(pair)
    return sorted(drawn, key=lambda pair: (pair[0].rule, *order(pair[0])))


def reports(results: Path, drawn: list[Project], which: str = "reported") -> list[tuple[Finding, str]]:
    """Returns the findings to judge, each with its printed form. Unreachable code is apart: it is no misuse."""
    wanted = ("confirmed", "unrefuted") if which == "reported" else (which,)
    found = []
    for project, document in documents(results, drawn):
        for raw in document["findings"]:
            if outcome(raw) in wanted and raw["rule"] != "unreachable-code":
                version = project.apt[1] if project.apt else ""
                finding = reported(raw, project.name, version, below(project, raw["file"]))
                told = f"{described(raw)}\n    ({said_of(raw)})"
                found.append((replace(finding, verdict=kind_of(raw)), told))
    return found


def kind_of(raw: dict) -> str:
    """Returns the outcome of a finding, with the hint that makes it doubtful or the refuters that removed it."""
    told = outcome(raw)
    if told == "doubtful":
        return f"doubtful: {raw['hint']}"
    refuters = sorted({proof["refuter"] for proof in raw.get("proofs", [])})
    return f"refuted: {' '.join(refuters)}" if told == "refuted" else told


def said_of(raw: dict) -> str:
    """Returns the outcome of a finding with its reason."""
    reasons = [raw["doubt"]] if raw.get("doubt") else [proof["sentence"] for proof in raw.get("proofs", [])[:6]]
    return "; ".join([kind_of(raw), *reasons])


def figures(rows: list[check.Row], drawn: list[Project]) -> str:
    """Returns the projects of a draw with their figures, as TOML."""
    lines = ["# The projects of a draw, with what csieve said of them. tests/projects/draw.py writes this file.\n"]
    for row, project in zip(rows, drawn):
        verdicts = {verdict: row.verdicts.get(verdict, 0) for verdict in check.OUTCOMES}
        pairs = {"name": row.name, "version": project.apt[1] if project.apt else "", "lines": row.lines, "seconds": round(row.processor, 1), "megabytes": round(row.megabytes), "skipped": row.skipped, **verdicts}
        lines += ["\n[[project]]\n", *(judged.pair(name, value) for name, value in pairs.items())]
        for title, counts in (("rules", row.rules), ("hints", row.hints), ("refuters", row.refuters)):
            lines.append(f"{title} = {{ {', '.join(f'{json.dumps(name)} = {number}' for name, number in sorted(counts.items()))} }}\n")
    return "".join(lines)


def again(path: Path) -> list[Project]:
    """Returns the projects of a draw that was made before."""
    table = tomllib.loads(path.read_text())["project"]
    return [Project(each["name"], apt=(each["name"], each["version"])) for each in table]


def there(projects: list[Project]) -> list[Project]:
    """Returns the projects of a draw that was made before, fetched and prepared if the cache has lost them."""
    found = [taken(Package(project.name, project.apt[1], 0, ())) for project in projects]
    for project, prepared in zip(projects, found):
        if prepared is None:
            print(f"{project.name}: cannot be prepared here", file=sys.stderr)
    return [project for project in found if project is not None]


def write(path: Path, found: list[tuple[Finding, str]], options: argparse.Namespace, kind: str) -> None:
    """Samples findings, prints the sample and writes it, with the judgements that its file had already."""
    sample = sampled(found, options.seed, options.number, kind)
    before = judged.read(path).findings if path.exists() else []
    for number, (_, told) in enumerate(sample, 1):
        print(f"\n[{number}] {told}")
    kept = judged.kept([finding for finding, _ in sample], before)
    commit = output("git", "rev-parse", "--short=10", "HEAD")
    path.write_text(judged.text(Sample(options.seed, len(kept), commit, len(found), kept)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=8, help="the fewest projects")
    parser.add_argument("--lines", type=int, default=300_000, help="the fewest lines of C of all projects")
    parser.add_argument("--number", type=int, default=60, help="reports to be judged")
    parser.add_argument("--csieve", type=Path, default=check.PROGRAM)
    parser.add_argument("--threads")
    parser.add_argument("--only-check", action="store_true", help="check the projects of a draw again; fetches what is missing")
    parser.add_argument("--sample", choices=("doubtful", "refuted"), help="sample what was not reported")
    options = parser.parse_args()
    path, among = DRAWS / f"{options.seed}.toml", DRAWS / f"{options.seed}.projects.toml"
    results = cache() / "draws" / str(options.seed)
    results.mkdir(parents=True, exist_ok=True)
    if options.sample:
        found = reports(results, again(among), options.sample)
        write(DRAWS / f"{options.seed}.{options.sample}.toml", found, options, "verdict")
        return 0
    drawn = there(again(among)) if options.only_check else draw(options.seed, options.count, options.lines, apart(candidates, seen(among)))
    extra = ["--threads", options.threads] if options.threads else []
    rows = [check.check(options.csieve, extra, project, results) for project in drawn]
    for row in rows:
        print(check.printed(row), row.problem, flush=True)
    DRAWS.mkdir(exist_ok=True)
    write(path, reports(results, drawn), options, "rule")
    among.write_text(figures(rows, drawn))
    return 1 if any(row.problem for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
