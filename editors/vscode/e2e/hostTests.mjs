// Runs the tests of host/ inside the extension host of a Visual Studio Code.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 240_000;

/** Bundles the tests as an extension of their own, so that they test the packaged extension. */
export function bundleHostTests(here, out) {
  const esbuild = path.join(here, "..", "node_modules", ".bin", "esbuild");
  const flags = ["--bundle", "--platform=node", "--target=node20", "--format=cjs", "--external:vscode", "--log-level=warning"];
  execFileSync(esbuild, [path.join(here, "host", "index.ts"), ...flags, `--outfile=${path.join(out, "index.js")}`], { stdio: "inherit" });
  const manifest = { name: "csieve-host-tests", publisher: "csieve", version: "0.0.0", engines: { vscode: "*" } };
  fs.writeFileSync(path.join(out, "package.json"), JSON.stringify(manifest));
}

/** Opens the editor with the tests and returns the results that they write. Fails after 240 seconds. */
export async function runHostTests({ server, page, folder, tests, results }) {
  fs.rmSync(results, { force: true });
  await page.goto(server.url(folder, {
    extensionDevelopmentPath: server.remote(tests),
    extensionTestsPath: server.remote(path.join(tests, "index.js")),
  }));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    if (fs.existsSync(results)) {
      return JSON.parse(fs.readFileSync(results, "utf8"));
    }
  }
  throw new Error("the tests in the extension host wrote no results");
}
