"""Reads what clang, gcc and cppcheck write, into the form of the findings in csieve's JSON output.

A reader gets the bytes that the tool wrote for one file, and the folder in which the tool ran. It raises Refused if
the tool gave the file up.
"""

import json
import os
import plistlib
import re
import xml.etree.ElementTree

# The errors after which cppcheck skips the rest of a file.
STOPPED = {"preprocessorErrorDirective", "syntaxError", "unknownMacro", "internalAstError", "internalError", "cppcheckError"}

# The rules of csieve that are comparable with a rule of another tool, by what its name contains.
KINDS = (
    (r"null|CallAndMessage", ("null-dereference",)),
    (r"leak|unix\.Malloc$", ("memory-leak", "resource-leak")),
    (r"free|dealloc|use-?after|double-f?close|useClosed|unix\.Malloc$", ("use-after-free", "double-free", "invalid-free", "mismatched-close", "double-close")),
    (r"uninit|undef|CallAndMessage|VLASize", ("uninitialized-read",)),
    (r"bounds|bufferAccess|index|offset|overflow|over-?read|under-?(read|write)|size$|shift|UndefinedBinary", ("out-of-bounds", "integer-overflow")),
    (r"zerodiv|DivideZero|divisor", ("division-by-zero",)),
    (r"stack|autoVar|lifetime|dangling|returnReference", ("stack-address-escape", "use-after-free")),
    (r"lock", ("double-lock", "missing-unlock", "unlock-without-lock")),
    (r"infinite", ("infinite-loop",)),
)


class Refused(ValueError):
    """The tool gave a file up, for the reason in the text."""


def comparable(rule: str) -> set[str]:
    """Returns the rules of csieve that are comparable with a rule of another tool."""
    return {ours for pattern, rules in KINDS if re.search(pattern, rule, re.IGNORECASE) for ours in rules}


def finding(rule: str, place: tuple[str, int, int], function: str, message: str, path: list[dict]) -> dict:
    file, line, column = place
    return {"rule": rule, "verdict": "unrefuted", "file": file, "line": line, "column": column, "function": function, "subject": "", "message": message, "path": path}


def step(line: int, text: str, file: str, main: str, function: str = "") -> dict:
    """Returns a step of a path. `main` is the file of the finding; the place of other files is in the text."""
    elsewhere = f"[{os.path.basename(file)}] {text}" if file != main else text
    return {"line": line, "text": f"{elsewhere} (in {function})" if function else elsewhere}


def clang(written: bytes, folder: str) -> list[dict]:
    """Reads the property list of `clang --analyze`."""
    document = plistlib.loads(written)
    files = [os.path.normpath(os.path.join(folder, file)) for file in document["files"]]
    found = []
    for each in document["diagnostics"]:
        at = each["location"]
        main = files[at["file"]]
        events = [one for one in each["path"] if one["kind"] == "event"]
        path = [step(one["location"]["line"], one["message"], files[one["location"]["file"]], main) for one in events]
        found.append(finding(each["check_name"], (main, at["line"], at["col"]), each.get("issue_context", ""), each["description"], path))
    return found


def gcc(written: bytes, folder: str) -> list[dict]:
    """Reads the JSON of gcc: what its analyser says, not the compiler's other warnings."""
    said = [each for line in written.splitlines() if line.startswith(b"[") for each in json.loads(line)]
    return [of_gcc(each, folder) for each in said if each.get("option", "").startswith("-Wanalyzer-")]


def of_gcc(each: dict, folder: str) -> dict:
    absolute = lambda file: os.path.normpath(os.path.join(folder, file))
    at = each["locations"][0]["caret"]
    main, events = absolute(at["file"]), each.get("path", [])
    function = events[-1].get("function") or "" if events else ""
    path = []
    for one in events:
        where, inside = one.get("location") or at, one.get("function") or ""
        path.append(step(where["line"], one["description"], absolute(where["file"]), main, inside if inside != function else ""))
    return finding(each["option"], (main, at["line"], at["column"]), function, each["message"], path)


def cppcheck(written: bytes, folder: str) -> list[dict]:
    """Reads the XML of cppcheck, which does not name functions. Its last location is where the path begins."""
    found = []
    for each in xml.etree.ElementTree.fromstring(written).iter("error"):
        if each.get("id") in STOPPED:
            raise Refused(each.get("msg"))
        places = [(os.path.normpath(os.path.join(folder, at.get("file"))), int(at.get("line")), int(at.get("column", 1)), at.get("info", "")) for at in each.iter("location")]
        if each.get("severity") in ("error", "warning") and places:
            main = places[0][0]
            path = [step(line, info, file, main) for file, line, _, info in reversed(places) if info]
            found.append(finding(each.get("id"), places[0][:3], "", each.get("msg"), path))
    return found
