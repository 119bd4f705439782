"""Reads and writes docs/judged.toml: a sample of findings that people judge to be true or false."""

import json
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from catalogue import HERE

FILE = HERE.parent.parent / "docs" / "judged.toml"
JUDGEMENTS = ("true", "false", "")
HEAD = """\
# A random sample of what csieve, or a peer of it, reports on real projects. tests/projects/sample.py draws it and keeps the judgements;
# docs/real-code.md says how they are made. judgement: "true", "false", or "" while nobody has read it; why: one line.
"""


@dataclass(frozen=True)
class Finding:
    """A finding of the sample, with a person's judgement: `true`, `false`, or empty if there is none yet."""

    project: str
    version: str
    file: str
    line: int
    column: int
    function: str
    subject: str
    rule: str
    message: str
    judgement: str = ""
    why: str = ""
    verdict: str = ""
    # Of a real misuse that was not reported: "yes" if its author would want to know of it, else "no".
    care: str = ""
    # Of a false one, the kind of fact that csieve lacks: callers, callee, static, field, library, pointer, check, path, ...
    fact: str = ""

    @property
    def key(self) -> tuple:
        """The fields by which another run recognises the finding. The column is left out: it may change."""
        return self.project, self.file, self.function, self.rule, self.line, self.subject

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Sample:
    """A random sample of `number` findings out of `population`, found by csieve at a commit."""

    seed: int
    number: int
    commit: str
    population: int
    findings: list[Finding] = field(default_factory=list)


def read(path: Path) -> Sample | None:
    """Returns the sample in a file; None if there is no file. Raises ValueError on an unknown judgement."""
    if not path.exists():
        return None
    table = tomllib.loads(path.read_text())
    found = [Finding(**each) for each in table.pop("finding", [])]
    wrong = [one for one in found if one.judgement not in JUDGEMENTS]
    if wrong:
        raise ValueError(f"{path}: {wrong[0].place}: a judgement is one of {JUDGEMENTS}, not {wrong[0].judgement!r}")
    return Sample(**table, findings=found)


def text(sample: Sample) -> str:
    """Returns the sample as TOML."""
    lines = [HEAD]
    lines += [pair(each.name, getattr(sample, each.name)) for each in fields(sample) if each.name != "findings"]
    for finding in sample.findings:
        fields_of = {name: value for name, value in asdict(finding).items() if value or name not in ("care", "fact")}
        lines += ["\n[[finding]]\n", *(pair(name, value) for name, value in fields_of.items())]
    return "".join(lines)


def pair(name: str, value: object) -> str:
    """Returns a line of TOML. Its strings are those of JSON, but the character DEL must be escaped."""
    return f"{name} = {json.dumps(value, ensure_ascii=False)}\n".replace("\x7f", "\\u007f")


def kept(drawn: list[Finding], old: list[Finding]) -> list[Finding]:
    """Returns the drawn findings with the judgements of the old ones that have the same key.

    If several old findings have the same key, the one with the same column is preferred.
    """
    known = {one.key: one for one in old} | {(one.key, one.column): one for one in old}
    result = []
    for finding in drawn:
        before = known.get((finding.key, finding.column)) or known.get(finding.key, finding)
        result.append(replace(finding, judgement=before.judgement, why=before.why, care=before.care, fact=before.fact))
    return result


def filled(findings: list[Finding], said: list[dict]) -> list[Finding]:
    """Returns the findings with the judgements in `said`, which was read from JSON.

    `n` is the number of a finding, from 1. Raises ValueError if its project, file, line or rule differs.
    """
    result = list(findings)
    for one in said:
        at = int(one["n"]) - 1
        place = [one[name] for name in ("project", "file", "line", "rule")]
        finding = result[at] if 0 <= at < len(result) else None
        if finding is None or place != [finding.project, finding.file, finding.line, finding.rule]:
            raise ValueError(f"number {one['n']} of the sample is not {place}")
        why = " ".join(one["why"].split())
        result[at] = replace(finding, judgement=one["judgement"], why=why, care=one.get("care", ""), fact=one.get("fact", ""))
    return result


def shares(findings: list[Finding]) -> tuple[int, int]:
    """Returns how many findings are judged, and how many of these are false."""
    judged = [one for one in findings if one.judgement]
    return len(judged), sum(one.judgement == "false" for one in judged)
