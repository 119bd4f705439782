"""What the tests of the Bazel rules work with: Bazel itself, a checkout of the example, a cache over HTTP."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import unittest
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent

# Debian's Bazel, and the parts of it that are packages of their own.
PACKAGES = ("bazel-bootstrap", "bazel-rules-java", "bazel-rules-proto", "nginx", "gcc", "libc6-dev")
RULES = Path("/usr/share/bazel/rules")


def csieve() -> Path:
    """Returns the csieve under test: that of the variable CSIEVE, or the one that cargo built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    program = Path(os.environ.get("CSIEVE", target / "debug/csieve"))
    if not program.is_file():
        raise FileNotFoundError(f"{program} is not there: `cargo build -p csieve` makes it, or set CSIEVE")
    return program.resolve()


def install() -> None:
    """Installs the packages that are missing.

    Raises:
        unittest.SkipTest: if this system has no package of Bazel.
    """
    known = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Status}\n", *PACKAGES], capture_output=True, text=True)
    there = {line.split()[0] for line in known.stdout.splitlines() if line.endswith(" installed")}
    missing = [package for package in PACKAGES if package not in there]
    if not missing:
        return
    root = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {"stdout": subprocess.DEVNULL, "check": True}
    subprocess.run([*root, "apt-get", "update", "-qq"], **quiet)
    if not subprocess.run(["apt-cache", "show", PACKAGES[0]], capture_output=True).stdout:
        raise unittest.SkipTest(f"there is no package {PACKAGES[0]}; Debian 12 has it")
    # nginx is only started by the tests.
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    subprocess.run([*root, *command, *missing], **quiet)


@dataclass(frozen=True)
class Action:
    """An action that a build executed or took from a cache."""

    mnemonic: str
    # The first output, relative to the folder of outputs.
    output: str
    cached: bool
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Build:
    """What a run of Bazel did."""

    code: int
    said: str
    actions: tuple[Action, ...]

    def steps(self, mnemonic: str = "") -> set[str]:
        """Returns the outputs of csieve's actions, of all or of one kind."""
        return {
            action.output
            for action in self.actions
            if action.mnemonic.startswith("Csieve") and action.mnemonic.endswith(mnemonic)
        }


class Checkout:
    """The rules and the example in a folder of their own, with Bazel's outputs beside them."""

    def __init__(self, folder: Path, program: Path):
        self.folder = folder
        self.program = program
        rules = folder / "rules"
        shutil.copytree(HERE.parent, rules, ignore=shutil.ignore_patterns("__pycache__"))
        self.workspace = rules / "tests/workspace"

    def bazel(self, command: str, *arguments: str) -> Build:
        """Runs a command of Bazel in the example."""
        log = self.folder / "actions.json"
        log.unlink(missing_ok=True)
        options = [f"--symlink_prefix={self.folder}/", f"--execution_log_json_file={log}"]
        for name, path in {
            "rules_cc": HERE / "debian/rules_cc",
            "remote_coverage_tools": HERE / "debian/remote_coverage_tools",
            "rules_java": RULES / "java",
            "rules_proto": RULES / "proto",
        }.items():
            options.append(f"--override_repository={name}={path}")
        if command == "shutdown":
            options = []
        done = subprocess.run(
            [self._program(), f"--output_user_root={self.folder}/root", command, *options, *arguments],
            cwd=self.workspace,
            env={**os.environ, "CSIEVE": str(self.program)},
            capture_output=True,
            text=True,
        )
        return Build(done.returncode, done.stdout + done.stderr, tuple(_actions(log)))

    def build(self, *arguments: str) -> Build:
        """Builds, and raises an error with what Bazel said if that fails."""
        build = self.bazel("build", *arguments)
        if build.code != 0:
            raise AssertionError(f"bazel build {' '.join(arguments)} failed:\n{build.said}")
        return build

    def log(self, name: str) -> bytes:
        """Returns a file among the outputs."""
        return (self.folder / "bin" / name).read_bytes()

    def replace(self, name: str, old: str, new: str) -> None:
        """Edits a file of the example."""
        path = self.workspace / name
        text = path.read_text()
        if text.count(old) != 1:
            raise AssertionError(f"{name} has `{old}` {text.count(old)} times")
        path.write_text(text.replace(old, new))

    @staticmethod
    def _program() -> str:
        # The first one is Debian's, even if another `bazel` is on the PATH.
        return shutil.which("bazel-4", path="/usr/bin") or "bazel"


def _actions(log: Path) -> Iterator[Action]:
    text = log.read_text() if log.exists() else ""
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        entry, at = decoder.raw_decode(text, at)
        while at < len(text) and text[at].isspace():
            at += 1
        output = (entry.get("listedOutputs") or [""])[0].split("/bin/", 1)[-1]
        inputs = tuple(file["path"] for file in entry.get("inputs", []))
        yield Action(entry.get("mnemonic", ""), output, entry.get("remoteCacheHit", False), inputs)


NGINX = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors.log;
events {{}}
http {{
    access_log off;
    client_max_body_size 0;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder}/store;
        location / {{
            dav_methods PUT;
            create_full_put_path on;
        }}
    }}
}}
"""


@contextlib.contextmanager
def http_cache(folder: Path) -> Iterator[str]:
    """Starts a web server that takes and gives files; yields its address."""
    (folder / "store").mkdir(parents=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(NGINX.format(user=user, folder=folder, port=port))
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or "nginx"
    server = subprocess.Popen([program, "-e", f"{folder}/start.log", "-c", configuration])
    try:
        _wait(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError("nginx does not answer")
