// Runs code-server (Visual Studio Code in a browser) with folders of its own and the packaged extension.

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_PATIENCE_MS = 60_000;

/** The user settings that the tests begin with. */
export const SETTINGS = {
  // An edit that a test undoes must not be saved, however slow the machine is.
  "files.autoSave": "off",
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Dark Modern",
  "editor.minimap.enabled": false,
  // The text of a terminal is in the page only then.
  "terminal.integrated.gpuAcceleration": "off",
};

/** Returns a free port. */
async function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export class CodeServer {
  /**
   * `program` is code-server, `work` an empty folder for its data, `vsix` the packaged extension and `env`
   * additional environment variables. `trust` says whether the editor asks if a workspace can be trusted.
   */
  constructor({ program, work, vsix, env, trust = false }) {
    Object.assign(this, { program, work, vsix, trust, env: { ...process.env, ...env } });
    this.settings = path.join(work, "data", "User", "settings.json");
    this.folders = ["--extensions-dir", path.join(work, "extensions"), "--user-data-dir", path.join(work, "data")];
  }

  install() {
    execFileSync(this.program, [...this.folders, "--install-extension", this.vsix], { env: this.env, stdio: "pipe" });
  }

  /** Replaces the user settings. A running editor follows them. */
  configure(settings) {
    fs.mkdirSync(path.dirname(this.settings), { recursive: true });
    fs.writeFileSync(this.settings, JSON.stringify(settings, null, 2));
  }

  async start() {
    this.port = await freePort();
    const log = fs.openSync(path.join(this.work, "code-server.log"), "a");
    const flags = ["--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry", "--disable-update-check",
      "--disable-getting-started-override", ...(this.trust ? [] : ["--disable-workspace-trust"])];
    // A process group of its own, so that `stop` also ends the extension hosts, which outlive the server.
    this.process = spawn(this.program, [...flags, ...this.folders], { env: this.env, detached: true, stdio: ["ignore", log, log] });
    fs.closeSync(log);
    for (const end = Date.now() + START_PATIENCE_MS; Date.now() < end; await sleep(200)) {
      if (this.process.exitCode !== null) {
        break;
      }
      if (await fetch(`http://127.0.0.1:${this.port}/healthz`).then((answer) => answer.ok, () => false)) {
        return;
      }
    }
    throw new Error(`code-server did not start; see ${path.join(this.work, "code-server.log")}`);
  }

  /** Returns the URL that opens a folder. `payload` has options for the development of extensions. */
  url(folder, payload) {
    const query = new URLSearchParams({ folder, ...(payload && { payload: JSON.stringify(Object.entries(payload)) }) });
    return `http://127.0.0.1:${this.port}/?${query}`;
  }

  /** Returns the URI by which the editor names a file. */
  remote(file) {
    return `vscode-remote://127.0.0.1:${this.port}${file}`;
  }

  stop() {
    if (this.process?.pid) {
      try {
        process.kill(-this.process.pid, "SIGKILL");
      } catch {
        // The process has ended already.
      }
    }
  }
}
