import assert from "node:assert/strict";
import { test } from "node:test";

import { Range } from "../src/protocol";
import { lensTitle, marksOf } from "../src/rules/marks";
import { hasRule, listedRules, saysRules } from "../src/rules/ruleFile";

test("a file with rules says so by its name or the schema in its first line", () => {
  assert.ok(saysRules("/p/locks.rules.toml", ""));
  assert.ok(saysRules("/p/locks.toml", "#:schema https://example.org/docs/rules.schema.json\n[[rule]]\n"));
  assert.ok(!saysRules("/p/locks.toml", "\n#:schema rules.schema.json\n"));
  assert.ok(!saysRules("/p/locks.toml", "#:schema csieve.schema.json\n"));
  assert.ok(!saysRules("/p/rules.toml", "[[rule]]\n"));
});

test("a file with rules has a table of one", () => {
  assert.ok(hasRule("# mine\n\n[[rule]]\nid = \"a\"\n"));
  assert.ok(hasRule("  [[ rule ]]"));
  assert.ok(!hasRule("[rule]\n# [[rule]]\n[[rules]]\n"));
});

test("a csieve.toml lists files with rules in its key, which may take several lines", () => {
  assert.deepEqual(listedRules("checks = []\nrules = [\"a.toml\", 'b/c.toml']\nlibrary = [\"x.toml\"]\n"), ["a.toml", "b/c.toml"]);
  assert.deepEqual(listedRules("rules = [\n  \"a.toml\", # [the first]\n  # \"b.toml\",\n  \"c.toml\",\n]\n"), ["a.toml", "c.toml"]);
  assert.deepEqual(listedRules("# rules = [\"a.toml\"]\nown-rules = [\"b.toml\"]\n"), []);
});

const at = (line: number): Range => ({ start: { line, character: 4 }, end: { line, character: 9 } });

test("labels of one place share a mark, which says all of them", () => {
  const marks = marksOf([
    { rule: "r", label: "lock", range: at(1), object: "q->lock" },
    { rule: "r", label: "sleep", range: at(1) },
    { rule: "s", label: "lock", range: at(1), object: "*\"`\"" },
    { rule: "r", label: "lock", range: at(2), object: "q->lock" },
  ]);
  assert.deepEqual(marks, [
    {
      range: at(1), text: "lock, sleep",
      sentences: [
        "label `lock` of the rule `r`, object `q->lock`",
        "label `sleep` of the rule `r`",
        "label `lock` of the rule `s`, object ``*\"`\"``",
      ],
    },
    { range: at(2), text: "lock", sentences: ["label `lock` of the rule `r`, object `q->lock`"] },
  ]);
});

test("a lens counts the places in each file", () => {
  assert.equal(lensTitle([{ file: "queue.c", count: 3 }]), "3 places in queue.c");
  assert.equal(lensTitle([{ file: "queue.c", count: 1 }, { file: "b.c", count: 0 }, { file: "main.c", count: 2 }]), "1 place in queue.c, 2 in main.c");
  assert.equal(lensTitle([{ file: "queue.c", count: 0 }, { file: "b.c", count: 0 }]), "no place in queue.c, b.c");
});
