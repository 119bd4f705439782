"""A session with a language server, as far as the tools in this folder need one."""

import json
import os
import queue
import subprocess
import threading
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent.parent / "target" / "release" / "csieve"


class Server:
    """A language server, with the findings that it published."""

    def __init__(self, command: list[str], root: Path):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.published: queue.Queue[dict] = queue.Queue()
        self.state = ""
        self.awaited: dict[int, queue.Queue[dict]] = {}
        threading.Thread(target=self.read, daemon=True).start()
        options = {"index": False, "showDoubtful": True, "status": True}
        folder = {"uri": root.as_uri(), "name": root.name}
        self.send("initialize", {"processId": os.getpid(), "capabilities": {}, "rootUri": root.as_uri(), "workspaceFolders": [folder], "initializationOptions": options}, 1)
        self.send("initialized", {})

    def send(self, method: str, params: object, request: int | None = None) -> None:
        self.write({"jsonrpc": "2.0", "method": method, "params": params} | ({"id": request} if request else {}))

    def ask(self, method: str, params: object, request: int) -> dict:
        """Asks and waits for the answer."""
        self.awaited[request] = queue.Queue()
        self.send(method, params, request)
        answer = self.awaited[request].get(timeout=300)
        del self.awaited[request]
        return answer

    def write(self, message: dict) -> None:
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self) -> None:
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published.put(message["params"])
            elif message.get("method") == "csieve/status":
                self.state = message["params"]["state"]
            elif "method" not in message and message.get("id") in self.awaited:
                self.awaited[message["id"]].put(message)
            elif "method" in message and "id" in message:
                items = message.get("params", {}).get("items", [])
                self.write({"jsonrpc": "2.0", "id": message["id"], "result": [None] * len(items) if items else None})

    def findings(self, version: int) -> list[dict]:
        """Waits for the findings of a version of the document."""
        while True:
            published = self.published.get(timeout=300)
            if published.get("version") == version:
                return published["diagnostics"]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def root_of(path: Path) -> Path:
    return next((folder for folder in path.parents if (folder / "compile_commands.json").exists()), path.parent)
