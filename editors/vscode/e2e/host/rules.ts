// Tests of files with rules: what they match beside a C file, and their mistakes.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CsieveApi } from "../../src/api";
import { change, closeAll, diagnostics, eventually, file } from "./editor";
import { Test } from "./runner";

const SOURCE = [
  "int db_begin(struct db *db);", "void db_commit(struct db *db);", "void db_rollback(struct db *db);", "",
  "int f(struct db *db)", "{", "    if (db_begin(db))", "        return -1;", "    db_commit(db);", "    return 0;", "}", "",
];

const RULES = [
  "[[rule]]", "id = \"open-transaction\"", "title = \"A transaction is left open\"", "message = \"`{object}` has an open transaction\"",
  "formula = \"AG (begin -> AF commit)\"", "", "[rule.labels]",
  "begin = { calls = [\"db_begin\"], object = 0, when = \"zero\" }", "commit = { calls = [\"db_rollback\"], object = 0 }", "",
];

async function api(): Promise<CsieveApi> {
  const extension = vscode.extensions.getExtension<CsieveApi>("csieve.csieve");
  assert.ok(extension, "the extension is installed");
  return extension.activate();
}

async function write(name: string, lines: string[]): Promise<void> {
  await vscode.workspace.fs.writeFile(file(name), new TextEncoder().encode(lines.join("\n")));
}

async function openIn(column: vscode.ViewColumn, name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document, { preview: false, viewColumn: column });
  return document;
}

/** Waits for marks in the C file, each told as its line (from 1), its labels and what the hover says. */
async function marks(expected: string[]): Promise<void> {
  const shown = await api();
  const told = (): string[] => shown.ruleMarks().map(({ range, text, sentences }) => `${range.start.line + 1} ${text}: ${sentences.join("; ")}`);
  await eventually(`marks ${expected.join(" | ")}`, () => JSON.stringify(told()) === JSON.stringify(expected))
    .catch((error: unknown) => assert.fail(`${String(error)}; there are ${JSON.stringify(told())}`));
}

async function lenses(document: vscode.TextDocument): Promise<string[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
  return all.map(({ range, command }) => `${range.start.line + 1} ${command?.title ?? ""}`);
}

const BEGIN = "7 begin: label `begin` of the rule `open-transaction`, object `db`";
const COMMIT = "9 commit: label `commit` of the rule `open-transaction`, object `db`";

export const ruleTests: Test[] = [
  ["what a file with rules matches follows the typing in it and beside it", async () => {
    await write("db.c", SOURCE);
    await write("db.rules.toml", RULES);
    const source = await openIn(vscode.ViewColumn.One, "db.c");
    const rules = await openIn(vscode.ViewColumn.Two, "db.rules.toml");
    await marks([BEGIN]);
    await eventually("lenses", async () => (await lenses(rules)).join(", ") === "8 1 place in db.c, 9 no place in db.c");
    await change(rules, "db_rollback", "db_commit");
    await marks([BEGIN, COMMIT]);
    await eventually("new lenses", async () => (await lenses(rules)).join(", ") === "8 1 place in db.c, 9 1 place in db.c");
    await change(source, "    db_commit(db);\n", "\n    db_commit(db);\n");
    await marks([BEGIN, COMMIT.replace("9", "10")]);
    await change(source, "\n    db_commit(db);\n", "    db_commit(db);\n");
    await marks([BEGIN, COMMIT]);
    // A mistake is told at its place. What the rules matched before stays.
    await change(rules, "when = ", "wenn = ");
    const mistake = await eventually("a mistake", () => diagnostics(rules.uri)[0]);
    assert.equal(rules.getText(mistake.range), "wenn");
    assert.match(mistake.message, /^there is no key `wenn`; did you mean `when`/);
    await marks([BEGIN, COMMIT]);
    await change(rules, "wenn = ", "when = ");
    await eventually("no mistake", () => diagnostics(rules.uri).length === 0);
    await Promise.all([source.save(), rules.save()]);
    // Behind another file, the rules show nothing.
    await openIn(vscode.ViewColumn.Two, "p1_ok.c");
    await marks([]);
    await openIn(vscode.ViewColumn.Two, "db.rules.toml");
    await marks([BEGIN, COMMIT]);
    await closeAll();
    await marks([]);
  }],

  ["a file with rules that a csieve.toml lists needs no special name", async () => {
    await write("db.toml", RULES);
    await openIn(vscode.ViewColumn.One, "db.c");
    const rules = await openIn(vscode.ViewColumn.Two, "db.toml");
    await write("csieve.toml", ["rules = [\"db.toml\"]", ""]);
    await change(rules, "db_rollback", "db_commit");
    await marks([BEGIN, COMMIT]);
    await rules.save();
    await closeAll();
    for (const name of ["csieve.toml", "db.toml", "db.rules.toml", "db.c"]) {
      await vscode.workspace.fs.delete(file(name));
    }
  }],
];
