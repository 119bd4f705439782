import assert from "node:assert/strict";
import { test } from "node:test";

import { idOf, Marked, marksAt, neighbour } from "../src/path/choose";
import { hints, numeral, stepSentence } from "../src/path/text";
import { range, step } from "./steps";

const PATH = [
  step(5, "`x = 10`", { values: [{ name: "x", value: "10" }] }),
  step(5, "`x > 0`", { values: [{ name: "x", value: "10" }] }),
  step(3, "`helper(p)`", { uri: "file:///other.c" }),
  step(2, "`p` is freed", { decisive: true }),
];

test("hints are short, numbered, joined on a line and only of the path's own file", () => {
  assert.deepEqual(hints(PATH, (one) => one.uri === undefined), [
    { line: 2, text: "④ p is freed", decisive: true },
    { line: 5, text: "① x = 10\u00a0\u00a0② x > 0 → x = 10", decisive: false },
  ]);
  assert.equal(numeral(10), "⑩");
  assert.equal(numeral(11), "(11)");
});

test("a line in a loop has the first and the last of its steps", () => {
  const steps = Array.from({ length: 30 }, (_, index) => step(1, `\`x = ${index}\``));
  assert.equal(hints(steps, () => true)[0]?.text.replace(/\u00a0/g, " "), "① x = 0  ② x = 1  …  (29) x = 28  (30) x = 29");
});

test("a long hint is cut, and does not say that a pointer is not NULL", () => {
  const [hint] = hints([step(1, "`again`".repeat(60))], () => true);
  assert.equal(hint?.text.length, 120);
  assert.ok(hint?.text.endsWith("…"));
  const values = [{ name: "p", value: "not NULL" }, { name: "x", value: "[1, 9]" }];
  assert.equal(hints([step(1, "`*p`", { values })], () => true)[0]?.text, "① *p → x ∈ [1, 9]");
});

test("a step is said with its number and its values", () => {
  assert.equal(stepSentence(PATH, 1), "step 2 of 4: `x > 0` (x = 10)");
  assert.equal(stepSentence(PATH, 0), "step 1 of 4: `x = 10`");
  assert.equal(stepSentence(PATH, 9), "");
});

test("the path does not go round", () => {
  assert.equal(neighbour(undefined, 4, 1), 0);
  assert.equal(neighbour(undefined, 4, -1), 3);
  assert.equal(neighbour(3, 4, 1), 3);
  assert.equal(neighbour(0, 4, -1), 0);
  assert.equal(neighbour(undefined, 0, 1), undefined);
});

test("a kept finding comes before a refuted one, a small one before a large one", () => {
  const mark = (id: string, verdict: Marked["verdict"], from: number, to: number): Marked =>
    ({ id, rule: "r", verdict, range: range(1, from, to) });
  const marks = [mark("refuted", "refuted", 2, 3), mark("large", "unrefuted", 0, 9), mark("small", "unrefuted", 2, 4), mark("away", "unrefuted", 6, 9)];
  assert.deepEqual(marksAt(marks, { line: 1, character: 3 }).map(({ id }) => id), ["small", "large", "refuted"]);
  assert.deepEqual(marksAt(marks, { line: 2, character: 3 }), []);
});

test("a diagnostic without its id is found by its place and rule", () => {
  const finding = { id: "a", rule: "double-free", verdict: "unrefuted" as const, range: range(1), message: "", function: "f" };
  const mark: Marked = { id: undefined, rule: "double-free", verdict: "unrefuted", range: range(1) };
  assert.equal(idOf(mark, [{ ...finding, id: "b", range: range(2) }, finding]), "a");
  assert.equal(idOf({ ...mark, id: "kept" }, []), "kept");
  assert.equal(idOf({ ...mark, rule: "memory-leak" }, [finding]), undefined);
});
