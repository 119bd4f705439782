// Checks whether a program is csieve, and which version it has.

import { execFile } from "node:child_process";

import { Program } from "./lookup";

const PATIENCE_MS = 10_000;

/** Returns the version that `csieve --version` prints. Rejects with a sentence that says what is wrong. */
export async function checkProgram(program: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program.file, ["--version"], { timeout: PATIENCE_MS, windowsHide: true }, (error, stdout) => {
      const version = versionOf(stdout);
      if (!error && version) {
        resolve(version);
        return;
      }
      const where = `${program.file}, named by ${program.origin},`;
      if (error?.killed) {
        reject(new Error(`${where} gave no version within ${PATIENCE_MS / 1000} seconds.`));
      } else if (error) {
        reject(new Error(`${where} cannot be run: ${reason(error)}.`));
      } else {
        reject(new Error(`${where} is not csieve: it does not say its version.`));
      }
    });
  });
}

/** Returns the version in the output of `csieve --version`; `undefined` if there is none. */
export function versionOf(output: string): string | undefined {
  return /^csieve (\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
}

/** Returns a warning if server and extension have different versions, else `undefined`. */
export function mismatch(server: string | undefined, extension: string, program: Program): string | undefined {
  if (server === extension) {
    return undefined;
  }
  const version = server === undefined ? "does not say its version" : `has version ${server}`;
  return `The server ${program.file}, named by ${program.origin}, ${version}, but this extension has version ${extension}.`;
}

function reason(error: Error & { code?: unknown }): string {
  if (error.code === "EACCES") {
    return "permission denied";
  }
  if (typeof error.code === "number") {
    return `it ended with exit code ${error.code}`;
  }
  return typeof error.code === "string" ? error.code : error.message.trim().split("\n")[0] ?? "unknown error";
}
