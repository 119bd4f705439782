import assert from "node:assert/strict";
import { test } from "node:test";

import { findingRef, findingsParams, suppressParams } from "../src/arguments";
import { hostMessage, pageMessage } from "../src/page/messages";

const known = (uri: string): boolean => uri === "file:///a.c";

test("a command takes a finding of a known document, and nothing else", () => {
  assert.deepEqual(findingRef({ uri: "file:///a.c", id: "x", more: 1 }, known), { uri: "file:///a.c", id: "x" });
  for (const bad of [null, "x", [], {}, { uri: "file:///a.c" }, { uri: "file:///etc/passwd", id: "x" }, { uri: "file:///a.c", id: "" },
    { uri: "file:///a.c", id: "x".repeat(2000) }, { uri: ["file:///a.c"], id: "x" }]) {
    assert.equal(findingRef(bad, known), undefined);
  }
});

test("a code lens names findings by function or id", () => {
  assert.deepEqual(findingsParams({ uri: "file:///a.c", function: "f", ids: ["1", 2] }, known), { uri: "file:///a.c", function: "f", ids: ["1"] });
  assert.deepEqual(findingsParams({ uri: "file:///a.c" }, known), { uri: "file:///a.c", function: "", ids: [] });
  assert.equal(findingsParams({ uri: "http://x", function: "f" }, known), undefined);
});

test("a suppression has a place and its words", () => {
  const good = { uri: "file:///a.c", version: 3, position: { line: 1, character: 0 }, before: "// ", after: "" };
  assert.deepEqual(suppressParams(good, known), good);
  assert.equal(suppressParams({ ...good, position: { line: -1, character: 0 } }, known), undefined);
  assert.equal(suppressParams({ ...good, before: 1 }, known), undefined);
});

test("messages between pages and the extension are looked at on both sides", () => {
  assert.deepEqual(pageMessage({ type: "state", observer: 1, index: 2, evil: true }), { type: "state", observer: 1, index: 2 });
  assert.deepEqual(pageMessage({ type: "stage", index: 0 }), { type: "stage", index: 0 });
  for (const bad of [undefined, "stage", { type: "stage" }, { type: "stage", index: -1 }, { type: "stage", index: 1.5 },
    { type: "state", index: 0 }, { type: "run", index: 0 }]) {
    assert.equal(pageMessage(bad), undefined);
  }
  assert.deepEqual(hostMessage({ type: "step", index: 3 }), { type: "step", index: 3 });
  assert.equal(hostMessage({ type: "state", index: 3 }), undefined);
});
