// Builds a .vsix that carries the server of one platform.
//
//   npm run package                                    for this machine; cargo builds the server
//   npm run package -- --server FILE [--target NAME]   with an existing server, perhaps for another platform
//   npm run package:universal                          without a server, for users who have one on the PATH
//
// The environment variable CSIEVE_BINARY has the same meaning as --server.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { hostTarget, serverName, TARGETS } from "./targets.mjs";
import { entriesOf } from "./zip.mjs";

const extension = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: { target: { type: "string" }, server: { type: "string" }, out: { type: "string" }, universal: { type: "boolean" } },
});

function run(program, args, cwd = extension) {
  execFileSync(program, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
}

/** Returns the path of the server for a target: the given one, else one that cargo builds. */
function server(target, host) {
  const given = options.server ?? process.env.CSIEVE_BINARY;
  if (given) {
    return path.resolve(given);
  }
  const root = path.resolve(extension, "../..");
  const cross = target === host ? [] : ["--target", TARGETS[target]];
  run("cargo", ["build", "--release", "-p", "csieve", ...cross], root);
  const folder = process.env.CARGO_TARGET_DIR ? path.resolve(root, process.env.CARGO_TARGET_DIR) : path.join(root, "target");
  return path.join(folder, ...cross.slice(1), "release", serverName(target));
}

/** Removes the symbols of the server, which the extension does not need. They stay if `strip` fails. */
function strip(file) {
  try {
    execFileSync("strip", [file], { stdio: "ignore" });
  } catch {
    console.warn(`${path.basename(file)} keeps its symbols: strip cannot handle it here.`);
  }
}

function pack(out, target) {
  const args = ["vsce", "package", "--no-dependencies", "--allow-missing-repository", "--out", out];
  run("npx", ["--no-install", ...args, ...(target ? ["--target", target] : [])]);
}

const host = hostTarget(process.platform, process.arch, process.report.getReport().header.glibcVersionRuntime !== undefined);
const target = options.universal ? undefined : options.target ?? host;
if (target && !(target in TARGETS)) {
  throw new Error(`${target} is no target; there are ${Object.keys(TARGETS).join(", ")}.`);
}
const { version } = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const out = path.resolve(extension, options.out ?? (target ? `csieve-${target}-${version}.vsix` : `csieve-${version}.vsix`));
const folder = path.join(extension, "server");
rmSync(folder, { recursive: true, force: true });
try {
  if (target) {
    const from = server(target, host);
    if (!existsSync(from)) {
      throw new Error(`There is no server ${from}.`);
    }
    const to = path.join(folder, serverName(target));
    mkdirSync(folder);
    copyFileSync(from, to);
    chmodSync(to, 0o755);
    if (target === host) {
      strip(to);
      execFileSync(to, ["--version"], { stdio: "inherit" });
    }
  }
  rmSync(out, { force: true });
  pack(out, target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const wanted = ["extension/dist/extension.js", "extension/dist/page.js", "extension/media/icon.png"];
if (target) {
  wanted.push(`extension/server/${serverName(target)}`);
}
const entries = entriesOf(readFileSync(out));
const missing = wanted.filter((name) => !entries.some((entry) => entry.name === name));
if (missing.length > 0) {
  throw new Error(`${out} lacks ${missing.join(" and ")}.`);
}
const binary = entries.find((entry) => entry.name.startsWith("extension/server/"));
if (binary && !target.startsWith("win32") && process.platform !== "win32" && (binary.mode & 0o111) === 0) {
  throw new Error(`${binary.name} in ${out} cannot be executed.`);
}
console.log(`${out} is ready${binary ? `, with ${binary.name}` : ", without a server"}.`);
