// Tests of the parts that Visual Studio Code shows of any language server: diagnostics, hovers, code actions.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import { actions, change, closeAll, codeOf, diagnostics, eventually, file, finding, hover, open } from "./editor";
import { Test } from "./runner";

const BUG = "is used after its memory was freed";

export const findingTests: Test[] = [
  ["a real bug is an error with the steps that matter", async () => {
    const editor = await open("p1_bug.c");
    const found = await finding(editor.document.uri, 8, "use-after-free", BUG);
    assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(editor.document.getText(found.range), "*a");
    const steps = found.relatedInformation ?? [];
    assert.ok(steps.length >= 3 && steps.length <= 7, `${steps.length} steps`);
    assert.ok(steps.some((step) => step.location.range.start.line === 9 && step.message.includes("freed")), "the step that frees");
    assert.equal(steps.at(-1)?.location.range.start.line, 7);
    assert.ok(typeof found.code === "object" && found.code.target.toString().includes("use-after-free"), "a page about the check");
  }],

  ["what was refuted is a hint with the clashing statements", async () => {
    const editor = await open("p1_ok.c");
    const found = await finding(editor.document.uri, 8, "use-after-free", "refuted as spurious");
    assert.equal(found.severity, vscode.DiagnosticSeverity.Hint);
    assert.ok(found.message.includes("x"), "the variable");
    assert.ok(found.relatedInformation?.some((step) => step.location.range.start.line === 8), "the statement on line 9");
    assert.ok(!diagnostics(editor.document.uri).some((one) => one.severity === vscode.DiagnosticSeverity.Error), "no error");
  }],

  ["the hover is a table with links to enabled commands only", async () => {
    const editor = await open("p1_bug.c");
    await finding(editor.document.uri, 8, "use-after-free", BUG);
    const [text] = await eventually("a hover", async () => {
      const parts = (await hover(editor.document.uri, 8, 9)).filter((part) => part.value.includes("use-after-free"));
      return parts.length > 0 && parts;
    });
    assert.match(text!.value, /^\| .* \|$/m);
    assert.match(text!.value, /freed/);
    const linked = [...text!.value.matchAll(/command:([\w.]+)/g)].map((match) => match[1]!);
    assert.ok(linked.includes("csieve.showTrace") && linked.includes("csieve.showRounds"), `links: ${linked.join(", ")}`);
    const trusted = text!.isTrusted;
    assert.ok(typeof trusted === "object", "not all commands are trusted");
    for (const command of linked) {
      assert.ok(trusted.enabledCommands.includes(command), `${command} is enabled`);
    }
    assert.ok(trusted.enabledCommands.every((command) => command.startsWith("csieve.show")), trusted.enabledCommands.join(", "));
    const tags = [...text!.value.replace(/`[^`]*`/g, "").matchAll(/<\/?([a-z]+)/g)].map((match) => match[1]!);
    assert.ok(tags.every((tag) => ["details", "summary"].includes(tag)), `no HTML but folds: ${tags.join(", ")}`);
  }],

  ["the light bulb offers the views and a suppression", async () => {
    const editor = await open("p1_bug.c");
    await finding(editor.document.uri, 8, "use-after-free", BUG);
    const found = await actions(editor.document.uri, 8);
    for (const [title, kind] of [["Show counterexample trace", "csieve.view"], ["Suppress with a reason", "quickfix"]] as const) {
      const one = found.find((action) => action.title.includes(title));
      assert.equal(one?.kind?.value, kind, `${title} among ${found.map((action) => action.title).join(", ")}`);
    }
    const refuted = await open("p1_ok.c");
    await finding(refuted.document.uri, 8, "use-after-free", "refuted as spurious");
    const offered = (await actions(refuted.document.uri, 8)).map((action) => action.title);
    assert.ok(offered.some((one) => one.includes("Show conflict observer")), offered.join(", "));
  }],

  ["a quick fix makes its finding go away", async () => {
    const editor = await open("sieve.c");
    await finding(editor.document.uri, 15, "memory-leak", "without freeing");
    const fix = (await actions(editor.document.uri, 15)).find((action) => action.edit !== undefined);
    assert.equal(fix?.title, "Insert `free(message);` before the return on line 15");
    assert.ok(fix.isPreferred && fix.edit, "the one that editors apply by a key");
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    // Another function has a leak that was refuted.
    const isLeak = (one: vscode.Diagnostic) => codeOf(one) === "memory-leak" && one.severity === vscode.DiagnosticSeverity.Error;
    await eventually("no leak", () => !diagnostics(editor.document.uri).some(isLeak));
    await closeAll();
  }],

  ["a test is offered for a confirmed finding only, and opens as a C program", async () => {
    const title = "Write a test that triggers this";
    const editor = await open("p1_bug.c");
    await finding(editor.document.uri, 8, "use-after-free", BUG);
    const action = (await actions(editor.document.uri, 8)).find((one) => one.title === title);
    assert.equal(action?.command?.command, "csieve.writeTest");
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
    const written = await eventually("the program", () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.isUntitled && document;
    });
    assert.equal(written.languageId, "c");
    assert.match(written.uri.path, /csieve_driver_[a-z0-9_]+_use_after_free_8\.c$/);
    assert.match(written.getText(), /^\/\* csieve: driver\n/);
    assert.match(written.getText(), /^int main\(/m);
    assert.match(written.getText(), /use-after-free/);
    await closeAll();
    const refuted = await open("p1_ok.c");
    await finding(refuted.document.uri, 8, "use-after-free", "refuted as spurious");
    const offered = (await actions(refuted.document.uri, 8)).map((one) => one.title);
    assert.ok(offered.length > 0 && !offered.includes(title), offered.join(", "));
  }],

  ["findings follow edits", async () => {
    const editor = await open("p1_bug.c");
    const { document } = editor;
    await finding(document.uri, 8, "use-after-free", BUG);
    await change(document, "x >= 0", "x > 0");
    await finding(document.uri, 8, "use-after-free", "refuted as spurious");
    await change(document, "x > 0", "x >= 0");
    await finding(document.uri, 8, "use-after-free", BUG);
    await change(document, "free(p);", ";");
    await eventually("the finding to go", () => diagnostics(document.uri).every((one) => codeOf(one) !== "use-after-free"));
    await closeAll();
  }],

  ["a file that is renamed or deleted leaves nothing behind", async () => {
    const [first, second] = [file("first.c"), file("second.c")];
    await vscode.workspace.fs.copy(file("p1_bug.c"), first, { overwrite: true });
    await open("first.c");
    await finding(first, 8, "use-after-free", BUG);
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(first, second, { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(rename));
    await finding(second, 8, "use-after-free", BUG);
    await eventually("the old name to be clean", () => diagnostics(first).length === 0);
    await closeAll();
    await vscode.workspace.fs.delete(second);
    await eventually("the deleted file to be clean", () => diagnostics(second).length === 0);
  }],
];
