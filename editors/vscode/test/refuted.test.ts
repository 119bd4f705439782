import assert from "node:assert/strict";
import { test } from "node:test";

import { Finding } from "../src/protocol";
import { clashOf, refutedOf } from "../src/refuted/model";
import { observer, range } from "./steps";

const finding = (id: string, line: number, more: Partial<Finding> = {}): Finding =>
  ({ id, rule: "use-after-free", verdict: "refuted", range: range(line), message: "`a` is used", function: "f", ...more });

test("what was removed is listed in the order of lines, without what is suppressed", () => {
  const findings = [finding("b", 9), finding("a", 2), finding("kept", 1, { verdict: "unrefuted" }), finding("s", 3, { suppressed: "known" })];
  assert.deepEqual(refutedOf("file:///a.c", findings).map((entry) => entry.finding.id), ["a", "b"]);
});

test("the statements of a clash have their equations, others their text", () => {
  assert.deepEqual(clashOf(observer(), () => "?"), [
    { statement: "x = 10", detail: "line 6: x#1 = 10, least solution 10", range: range(5) },
    { statement: "x <= 0", detail: "line 7: x#2 = x#1 ⊓ [-∞, 0], no value is left", range: range(6) },
  ]);
  assert.deepEqual(clashOf(observer({ clash: [range(8)] }), () => "text"), [{ statement: "text", detail: "line 9", range: range(8) }]);
  assert.equal(clashOf(observer({ clash: [] }), () => "").length, 2);
});
