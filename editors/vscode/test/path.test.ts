import assert from "node:assert/strict";
import { test } from "node:test";

import { idOf, Marked, marksAt, neighbour } from "../src/path/choose";
import { columns, hints } from "../src/path/hints";
import { numbered, numbersOf } from "../src/path/numbering";
import { newValues, numeral, stepSentence } from "../src/path/text";
import { range, step } from "./steps";

const PATH = [
  step(5, "`x = 10`", { values: [{ name: "x", value: "10" }], decisive: true }),
  step(5, "`x > 0`", { values: [{ name: "x", value: "10" }], decisive: true }),
  step(3, "`helper(p)`", { uri: "file:///other.c" }),
  step(4, "`y = 1`"),
  step(2, "`p` is freed", { decisive: true }),
];
const narrow = (): number => 10;
const empty = (): string => "";

test("a hint does not say what its line says", () => {
  const steps = [
    step(1, "`x = 10`", { number: 1 }),
    step(2, "`x > 0`", { number: 2, kind: "branch", values: [{ name: "x", value: "10" }] }),
    step(3, "`x <= 9`", { number: 3, kind: "branch" }),
    step(4, "`p != NULL`", { number: 4, kind: "branch" }),
  ];
  const lines = ["", "    x = 10;", "    if (x>0)", "    if (x > 9)", "    if (p != NULL)"];
  assert.deepEqual(hints(steps, () => true, narrow, (line) => lines[line] ?? "").map(({ text }) => text), [
    "①", "② x = 10", "③ x <= 9", "④ is taken",
  ]);
});

test("the server numbers the steps; else the decisive ones are numbered, else all", () => {
  assert.deepEqual(numbersOf(PATH), [1, 2, undefined, undefined, 3]);
  assert.deepEqual(numbersOf([step(1, "a", { decisive: true }), step(2, "b", { number: 1 })]), [undefined, 1]);
  assert.deepEqual(numbersOf([step(1, "a"), step(2, "b", { minor: true }), step(3, "c")]), [1, undefined, 2]);
  assert.deepEqual(numbered(PATH), [0, 1, 4]);
});

test("hints are numbered where steps matter, joined on a line and only of one file", () => {
  assert.deepEqual(hints(PATH, (one) => one.uri === undefined, narrow, empty), [
    { line: 2, text: "③ p is freed", steps: [4] },
    { line: 5, text: "① x = 10\u00a0\u00a0② x > 0", steps: [0, 1] },
  ]);
  assert.equal(numeral(10), "⑩");
  assert.equal(numeral(11), "(11)");
});

test("a step without a number has no hint beside one that has a number, nor if it tells nothing", () => {
  const steps = [step(1, "`a`", { number: 1 }), step(1, "`b`"), step(2, "`r` has no value yet", { minor: true })];
  assert.deepEqual(hints(steps, () => true, narrow, empty).map(({ text }) => text), ["① a"]);
});

test("a line in a loop has the first and the last of its steps", () => {
  const steps = Array.from({ length: 30 }, (_, index) => step(1, `\`x = ${index}\``));
  assert.equal(hints(steps, () => true, narrow, empty)[0]?.text.replace(/\u00a0/g, " "), "① x = 0  ② x = 1  …  (29) x = 28  (30) x = 29");
});

test("a hint has the room that its line leaves up to column 110, and is cut at a word", () => {
  const long = step(1, "the memory that `p` points to is freed here ".repeat(4));
  const shown = (width: number): string => hints([long], () => true, () => width, empty)[0]?.text ?? "";
  for (const width of [0, 40, 79, 100, 200]) {
    const most = Math.max(28, 110 - width - 3);
    assert.ok(shown(width).length <= most, `${shown(width).length} of ${most}`);
    assert.match(shown(width), /(the|memory|that|p|points|to|is|freed|here)…$/, shown(width));
  }
  assert.equal(shown(100), "① the memory that p points…");
  assert.equal(hints([step(1, "w".repeat(200))], () => true, () => 80, empty)[0]?.text.length, 28);
  assert.equal(columns("\tx\ty", 4), 9);
});

test("a hint says what is new, but not that a pointer is not NULL or a number may be any", () => {
  const steps = [["0", "1"], ["1", "1"]].map(([x, y]) => step(1, "`f()`", { values: [{ name: "x", value: x! }, { name: "y", value: y! }] }));
  assert.deepEqual(newValues(steps), ["x = 0, y = 1", "x = 1"]);
  const values = [{ name: "p", value: "not NULL" }, { name: "n", value: "[-2147483647, 2147483646]" }, { name: "m", value: "≤ 2147483646" }, { name: "x", value: "[1, 9]" }, { name: "k", value: "≥ 1" }];
  assert.equal(hints([step(1, "`*p`", { values })], () => true, narrow, empty)[0]?.text, "① *p → x ∈ [1, 9], k ≥ 1");
});

test("a step is said with its number and its values", () => {
  assert.equal(stepSentence(PATH, 1), "step 2 of 3: `x > 0` (x = 10)");
  assert.equal(stepSentence(PATH, 0), "step 1 of 3: `x = 10`");
  assert.equal(stepSentence(PATH, 3), "after step 2 of 3: `y = 1`");
  assert.equal(stepSentence([step(1, "`a`"), step(2, "`b`", { number: 1 })], 0), "before step 1 of 1: `a`");
  assert.equal(stepSentence(PATH, 9), "");
});

test("walking stops at the numbered steps and does not go round", () => {
  const stops = numbered(PATH);
  assert.equal(neighbour(undefined, stops, 1), 0);
  assert.equal(neighbour(undefined, stops, -1), 4);
  assert.equal(neighbour(1, stops, 1), 4);
  assert.equal(neighbour(3, stops, 1), 4);
  assert.equal(neighbour(3, stops, -1), 1);
  assert.equal(neighbour(4, stops, 1), 4);
  assert.equal(neighbour(0, stops, -1), 0);
  assert.equal(neighbour(undefined, [], 1), undefined);
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
