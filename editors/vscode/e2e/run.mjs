// Tests the packaged extension in a real Visual Studio Code: inside its extension host, then on the screen.
//
// Environment: CODE_SERVER is the program, VSIX the packaged extension, OUT the folder for screenshots.
// CSIEVE_SERVER, if set, is a language server to use instead of the one in the package.
// ONLY, if set, is a part of the names of the screen tests to run.
// Arguments: `host`, `screen` or `restricted`, to run only these parts, or `pictures`, for those of the documentation.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { openBrowser } from "./browser.mjs";
import { CodeServer, SETTINGS } from "./codeServer.mjs";
import { bundleHostTests, runHostTests } from "./hostTests.mjs";
import { screenTests } from "./screen/index.mjs";
import { plantJudged } from "./screen/judge.mjs";
import { pictures as takePictures, plantPool } from "./screen/pictures.mjs";
import { plantProgram, restrictedTests } from "./screen/restricted.mjs";
import { plantRules } from "./screen/rules.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.join(here, "..", "..", "..");
const demo = path.join(repository, "demo");
const parts = process.argv.length > 2 ? process.argv.slice(2) : ["host", "screen", "restricted"];
const out = path.resolve(environment("OUT"));
const work = fs.mkdtempSync(path.join(os.tmpdir(), "csieve-e2e-"));
const results = path.join(work, "results.json");
const server = new CodeServer({
  program: path.resolve(environment("CODE_SERVER")),
  vsix: path.resolve(environment("VSIX")),
  work,
  env: { CSIEVE_TEST_RESULTS: results },
});

function environment(name) {
  const value = process.env[name];
  if (!value) {
    console.error(`${name} is not set`);
    process.exit(2);
  }
  return value;
}

/** Creates a folder with the C files that the tests open. */
function project(name) {
  const folder = path.join(work, name);
  fs.mkdirSync(folder);
  for (const file of ["p1_bug.c", "p1_ok.c", "sieve.c"]) {
    fs.copyFileSync(path.join(demo, file), path.join(folder, file));
  }
  return folder;
}

function print(part, outcomes) {
  for (const { name, ms, error } of outcomes) {
    console.log(`  ${error === undefined ? "ok" : "FAILED"} ${part}: ${name} (${(ms / 1000).toFixed(1)} s)`);
    if (error !== undefined) {
      console.log(error.replace(/^/gm, "      "));
    }
  }
  return outcomes.filter(({ error }) => error !== undefined).length;
}

/** Copies the logs of code-server and the extension into the folder of the screenshots. */
function keepLogs() {
  const logs = path.join(work, "data", "logs");
  const names = fs.existsSync(logs) ? fs.readdirSync(logs, { recursive: true }).map((name) => path.join(logs, name)) : [];
  for (const file of [path.join(work, "code-server.log"), ...names.filter((name) => name.endsWith("csieve.log"))]) {
    if (fs.existsSync(file)) {
      fs.appendFileSync(path.join(out, path.basename(file)), fs.readFileSync(file));
    }
  }
}

async function withPage(use) {
  const context = await openBrowser(fs.mkdtempSync(path.join(work, "browser-")));
  const page = context.pages()[0] ?? (await context.newPage());
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

async function host() {
  const tests = path.join(work, "tests");
  fs.mkdirSync(tests);
  bundleHostTests(here, tests);
  const folder = project("host");
  // Files whose findings need two of them.
  fs.cpSync(path.join(repository, "tests", "fixtures", "projects", "wrapped"), path.join(folder, "wrapped"), { recursive: true });
  return withPage(async (page) => {
    try {
      return await runHostTests({ server, page, folder, tests, results });
    } catch (error) {
      await page.screenshot({ path: path.join(out, "failed-host.png") });
      throw error;
    }
  });
}

async function screen() {
  const folder = project("screen");
  plantRules(folder);
  plantJudged(folder);
  return withPage((page) => screenTests({ server, page, folder, out }));
}

/** Takes the pictures of the documentation. */
async function pictures() {
  const folder = project("pictures");
  plantPool(folder);
  plantJudged(folder);
  return withPage((page) => screenTests({ server, page, folder, out }, takePictures));
}

/** Runs the tests with workspace trust, which the other parts turn off. */
async function restricted() {
  const folder = project("restricted");
  plantProgram(folder);
  server.stop();
  server.trust = true;
  await server.start();
  return withPage((page) => screenTests({ server, page, folder, out }, restrictedTests));
}

let failures = 0;
fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
process.on("exit", () => server.stop());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => process.exit(130));
}
try {
  server.configure(SETTINGS);
  server.install();
  await server.start();
  for (const [name, run] of Object.entries({ host, screen, restricted, pictures })) {
    if (parts.includes(name)) {
      failures += print(name, await run());
    }
  }
} catch (error) {
  console.log(error.stack ?? error);
  failures += 1;
} finally {
  server.stop();
  keepLogs();
  fs.rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = failures === 0 ? 0 : 1;
