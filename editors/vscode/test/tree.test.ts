import assert from "node:assert/strict";
import { test } from "node:test";

import { Finding } from "../src/protocol";
import { clashOf } from "../src/tree/clash";
import { BranchNode, Forest } from "../src/tree/forest";
import { grouped, Listed } from "../src/tree/groups";
import { reasonOf, standingOf } from "../src/tree/standing";
import { observer, range } from "./steps";

const A = "file:///a.c";
const B = "file:///b.c";

function listed(uri: string, id: string, more: Partial<Finding> = {}): Listed {
  return { uri, finding: { id, rule: "use-after-free", verdict: "unrefuted", range: range(1), message: "`a` is used", function: "f", rank: 50, ...more } };
}

const LIST = [
  listed(A, "low", { rank: 10 }),
  listed(A, "high", { rank: 90, rule: "double-free" }),
  listed(B, "sure", { verdict: "confirmed", rank: 99 }),
  listed(A, "doubted", { doubt: "`f` is only called with 1" }),
  listed(B, "away", { verdict: "refuted", rank: 0, proof: "after `x = 10`, `x < 0` cannot hold" }),
  listed(B, "known", { suppressed: "a test" }),
];

/** The tree as lines: groups with their counts, findings by their ids, indented by depth. */
function lines(nodes: BranchNode[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    const indent = "  ".repeat(depth);
    return node.kind === "group"
      ? [`${indent}${node.key} ${node.count}`, ...lines(node.children, depth + 1)]
      : [`${indent}${node.listed.finding.id}`];
  });
}

function forest(grouping: "verdict" | "rule" | "file", list = LIST): Forest {
  const made = new Forest();
  made.update(list, grouping);
  return made;
}

test("findings are grouped by verdict, with the highest rank first", () => {
  assert.deepEqual(lines(forest("verdict").roots), [
    "confirmed 1", "  sure", "unrefuted 2", "  high", "  low", "doubtful 1", "  doubted", "refuted 1", "  away", "suppressed 1", "  known",
  ]);
});

test("by rule or file, what needs no attention stands in groups beside the rest", () => {
  assert.deepEqual(lines(forest("rule").roots), [
    "use-after-free 5", "  sure", "  low", "  doubtful 1", "    doubted", "  refuted 1", "    away", "  suppressed 1", "    known",
    "double-free 1", "  high",
  ]);
  assert.deepEqual(lines(forest("file").roots), [
    `${B} 3`, "  sure", "  refuted 1", "    away", "  suppressed 1", "    known", `${A} 3`, "  high", "  low", "  doubtful 1", "    doubted",
  ]);
});

test("an update changes only the groups that its findings are in", () => {
  const made = forest("verdict");
  const before = new Map(made.all().map((node) => [node.id, node]));
  const next = LIST.map((one) => (one.finding.id === "low" ? listed(A, "low", { rank: 10, range: range(7) }) : one));
  assert.equal(made.update(next, "verdict"), true, "a finding changed");
  for (const node of made.all()) {
    assert.equal(node === before.get(node.id), node.listed.finding.id !== "low", node.id);
  }
  assert.equal(made.update(next, "verdict"), false);
  assert.equal(made.update(next.filter(({ finding }) => finding.id !== "known"), "verdict"), true, "a group is gone");
  assert.equal(made.update(next, "file"), true);
});

test("findings of one cause are one entry with the other places", () => {
  const list = [
    listed(A, "leak"), listed(A, "again", { cause: "leak" }), listed(A, "once more", { cause: "leak" }),
    listed(B, "elsewhere", { cause: "leak" }), listed(B, "alone", { cause: "filtered" }),
  ];
  const made = forest("verdict", list);
  assert.deepEqual(lines(made.roots), ["unrefuted 3", "  leak", "  alone", "  elsewhere"]);
  assert.deepEqual(made.all().map(({ places }) => places.map(({ finding }) => finding.id)), [["again", "once more"], [], []]);
  assert.equal(made.update(list, "verdict"), false);
  assert.equal(made.update(list.slice(0, 2), "verdict"), true);
});

test("ids are unique in the tree, also with 500 findings", () => {
  const many = Array.from({ length: 500 }, (_, index) => listed(index % 2 ? A : B, `f${index}`, index % 3 ? {} : { verdict: "refuted" }));
  for (const grouping of ["verdict", "rule", "file"] as const) {
    const ids = (nodes: BranchNode[]): string[] => nodes.flatMap((node) => [node.id, ...(node.kind === "group" ? ids(node.children) : [])]);
    const all = ids(forest(grouping, many).roots);
    assert.equal(new Set(all).size, all.length);
    assert.equal(grouped(many, grouping).reduce((sum, { count }) => sum + count, 0), 500);
  }
});

test("a finding says why it needs no attention", () => {
  assert.deepEqual(LIST.map(({ finding }) => standingOf(finding)), ["unrefuted", "unrefuted", "confirmed", "doubtful", "refuted", "suppressed"]);
  assert.deepEqual(LIST.map(({ finding }) => reasonOf(finding)).slice(2), [
    undefined, "doubtful: `f` is only called with 1", "cannot happen: after `x = 10`, `x < 0` cannot hold", "suppressed: a test",
  ]);
});

test("the statements of a clash have their equations, others their text", () => {
  assert.deepEqual(clashOf(observer(), () => "?"), [
    { statement: "x = 10", detail: "line 6: x#1 = 10, least solution 10", range: range(5) },
    { statement: "x <= 0", detail: "line 7: x#2 = x#1 ⊓ [-∞, 0], no value is left", range: range(6) },
  ]);
  assert.deepEqual(clashOf(observer({ clash: [range(8)] }), () => "text"), [{ statement: "text", detail: "line 9", range: range(8) }]);
  assert.equal(clashOf(observer({ clash: [] }), () => "").length, 2);
});
