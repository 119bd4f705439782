import assert from "node:assert/strict";
import { test } from "node:test";

import { actionTitle, asProtocol, isForeign, judgeHints, Said } from "../src/judge/texts";

const range = { start: { line: 3, character: 4 }, end: { line: 3, character: 9 } };

test("a diagnostic of another tool is sent as the protocol has it", () => {
  assert.ok(isForeign({ source: "clang-tidy" }) && isForeign({}) && !isForeign({ source: "csieve" }));
  const plain = { range, message: "m", severity: 1 };
  assert.deepEqual(asProtocol(plain), { range, message: "m", severity: 2 });
  const uri = { toString: () => "file:///a.c" };
  const full = {
    ...plain, source: "clang-tidy", code: { value: "core.DivideZero", target: uri },
    relatedInformation: [{ location: { uri, range }, message: "Assuming 'n' is 0" }],
  };
  assert.deepEqual(asProtocol(full), {
    range, message: "m", severity: 2, source: "clang-tidy", code: "core.DivideZero",
    relatedInformation: [{ location: { uri: "file:///a.c", range }, message: "Assuming 'n' is 0" }],
  });
  assert.deepEqual(asProtocol({ ...plain, code: 17 }), { range, message: "m", severity: 2, code: 17 });
});

test("a line has a hint for each verdict that decides, and tools share what they are told both", () => {
  const said = (line: number, source: string, verdict: Said["verdict"], sentence: string): Said => ({ line, source, verdict, sentence });
  const hints = judgeHints([
    said(3, "clang", "refuted", "line 1 leaves `a <= b`"),
    said(3, "cppcheck", "refuted", "no run does this: line 1 leaves `a <= b`"),
    said(3, "gcc", "confirmed", "`p` is NULL here"),
    said(4, "gcc", "unrefuted", "a path is left on which it may happen"),
    said(5, "gcc", "refuted", "no run gets here: `n` is never 0"),
    said(5, "clang", "refuted", "`n` is 1"),
  ]);
  assert.deepEqual(hints, [
    { line: 3, verdict: "refuted", of: [0, 1], text: "clang, cppcheck: refuted by csieve, line 1 leaves a <= b" },
    { line: 3, verdict: "confirmed", of: [2], text: "gcc: confirmed by csieve, p is NULL here" },
    { line: 5, verdict: "refuted", of: [4, 5], text: "gcc: refuted by csieve, n is never 0; clang: refuted by csieve, n is 1" },
  ]);
});

test("the action says what it shows, if there is a reason", () => {
  assert.equal(actionTitle("unrefuted"), undefined);
  assert.equal(actionTitle("refuted"), "Show why csieve refutes this");
  assert.equal(actionTitle("confirmed"), "Show why csieve confirms this");
});
