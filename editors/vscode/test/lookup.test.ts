import assert from "node:assert/strict";
import { test } from "node:test";

import { findServer, Lookup, ServerNotFound } from "../src/lookup";

function lookup(programs: string[], env: Record<string, string> = {}): Lookup {
  return { env, isProgram: (file) => programs.includes(file), windows: false };
}

test("the environment comes before the setting, the extension and the PATH", () => {
  const all = ["/env/csieve", "/setting/csieve", "/ext/server/csieve", "/bin/csieve"];
  const env = { CSIEVE_SERVER: "/env/csieve", PATH: "/bin" };
  assert.equal(findServer("/setting/csieve", "/ext", lookup(all, env)), "/env/csieve");
  assert.equal(findServer("/setting/csieve", "/ext", lookup(all, { PATH: "/bin" })), "/setting/csieve");
  assert.equal(findServer("", "/ext", lookup(all, { PATH: "/bin" })), "/ext/server/csieve");
  assert.equal(findServer("", "/ext", lookup(["/bin/csieve"], { PATH: "/usr/bin:/bin" })), "/bin/csieve");
});

test("a program that was named must exist", () => {
  assert.throws(() => findServer("/gone/csieve", "/ext", lookup(["/bin/csieve"], { PATH: "/bin" })), (error) =>
    error instanceof ServerNotFound && error.message.includes("/gone/csieve"));
});

test("relative entries of the PATH are not searched", () => {
  assert.throws(() => findServer("", "/ext", lookup(["csieve", "./csieve", "bin/csieve"], { PATH: ":.:bin" })), ServerNotFound);
});
