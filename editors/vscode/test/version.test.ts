import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { checkProgram, mismatch, versionOf } from "../src/server/version";

test("the version is what csieve prints of itself", () => {
  assert.equal(versionOf("csieve 0.1.0\n"), "0.1.0");
  assert.equal(versionOf("csieve 1.2.3-rc.1 (abc)\n"), "1.2.3-rc.1");
  assert.equal(versionOf("clangd version 14.0.6\n"), undefined);
});

test("a mismatch names both versions and the program", () => {
  const program = { file: "/bin/csieve", origin: "the PATH" };
  assert.equal(mismatch("0.1.0", "0.1.0", program), undefined);
  assert.equal(
    mismatch("0.2.0", "0.1.0", program),
    "The server /bin/csieve, named by the PATH, has version 0.2.0, but this extension has version 0.1.0.",
  );
  assert.match(mismatch(undefined, "0.1.0", program) ?? "", /does not say its version/);
});

test("a program that is not csieve is refused in a sentence", { skip: process.platform === "win32" }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "csieve-"));
  const program = (name: string, script: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return { file, origin: "a test" };
  };
  try {
    assert.equal(await checkProgram(program("good", "echo csieve 9.9.9")), "9.9.9");
    await assert.rejects(checkProgram(program("other", "echo hello")), /other, named by a test, is not csieve: it does not say its version\./);
    await assert.rejects(checkProgram(program("fails", "exit 3")), /cannot be run: it ended with exit code 3\./);
    await assert.rejects(checkProgram({ file: path.join(folder, "none"), origin: "a test" }), /cannot be run: ENOENT\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
