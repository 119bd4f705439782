import assert from "node:assert/strict";
import { test } from "node:test";

import { findServer, Lookup, ServerNotFound } from "../src/server/lookup";
import { programSetting, switchTo } from "../src/settings";

function lookup(programs: string[], env: Record<string, string> = {}, more: Partial<Lookup> = {}): Lookup {
  return { env, isProgram: (file) => programs.includes(file), real: (file) => file, windows: false, folders: [], ...more };
}

test("the environment comes before the setting, the PATH and the extension", () => {
  const all = ["/env/csieve", "/setting/csieve", "/ext/server/csieve", "/bin/csieve"];
  const env = { CSIEVE_SERVER: "/env/csieve", PATH: "/bin" };
  assert.equal(findServer("/setting/csieve", "/ext", lookup(all, env)).file, "/env/csieve");
  assert.equal(findServer("/setting/csieve", "/ext", lookup(all, { PATH: "/bin" })).file, "/setting/csieve");
  assert.equal(findServer("", "/ext", lookup(all, { PATH: "/usr/bin:/bin" })).file, "/bin/csieve");
  assert.deepEqual(findServer("", "/ext", lookup(all, { PATH: "/usr/bin" })), { file: "/ext/server/csieve", origin: "the extension" });
});

test("a program that was named must exist, and be named in full", () => {
  const env = { PATH: "/bin" };
  for (const named of ["/gone/csieve", "csieve", "./bin/csieve"]) {
    assert.throws(() => findServer(named, "/ext", lookup(["/bin/csieve", "csieve"], env)), (error) =>
      error instanceof ServerNotFound && error.message.includes(named));
  }
});

test("neither relative entries of the PATH nor the workspace are searched", () => {
  const path = { PATH: ":.:bin:/project/bin:/link" };
  const programs = ["csieve", "./csieve", "bin/csieve", "/project/bin/csieve", "/link/csieve"];
  const more = { folders: ["/project"], real: (file: string) => file.replace("/link", "/project/hidden") };
  assert.throws(() => findServer("", "/ext", lookup(programs, path, more)), ServerNotFound);
  assert.equal(findServer("", "/ext", lookup(["/projects/csieve"], { PATH: "/projects" }, more)).file, "/projects/csieve");
});

test("no setting of a workspace names the program", () => {
  assert.equal(programSetting({ workspaceValue: "/project/evil", workspaceFolderValue: "/project/evil" }), "");
  assert.equal(programSetting({ globalValue: "/usr/bin/csieve", workspaceValue: "/project/evil" }), "/usr/bin/csieve");
  assert.equal(programSetting({ globalValue: 5 }), "");
  assert.equal(programSetting(undefined), "");
});

test("the switch is written for the user, and no more than is needed", () => {
  assert.deepEqual(switchTo(true, { globalValue: false }), { value: undefined, overruled: false });
  assert.deepEqual(switchTo(false, {}), { value: false, overruled: false });
  assert.deepEqual(switchTo(false, { globalValue: true, workspaceValue: true }), { value: false, overruled: true });
  assert.deepEqual(switchTo(true, { globalValue: false, workspaceValue: true }), { value: undefined, overruled: false });
  assert.deepEqual(switchTo(true, { workspaceFolderValue: false }), { value: undefined, overruled: true });
});
