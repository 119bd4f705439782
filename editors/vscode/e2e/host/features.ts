// Tests of the features of the extension: paths, views, code lenses, turning analysis off.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CsieveApi } from "../../src/api";
import { change, closeAll, codeOf, diagnostics, eventually, file, finding, goTo, open, withSetting } from "./editor";
import { Test } from "./runner";

const BUG = "is used after its memory was freed";

async function api(): Promise<CsieveApi> {
  const extension = vscode.extensions.getExtension<CsieveApi>("csieve.csieve");
  assert.ok(extension, "the extension is installed");
  return extension.activate();
}

/** Opens a file, waits for the finding on its line 8, and puts the cursor there. */
async function atFinding(name: string, part: string): Promise<vscode.TextEditor> {
  const editor = await open(name);
  await finding(editor.document.uri, 8, "use-after-free", part);
  goTo(editor, 8);
  return editor;
}

async function idOf(uri: vscode.Uri): Promise<{ uri: string; id: string }> {
  const found = await finding(uri, 8, "use-after-free", "");
  const { data } = found as vscode.Diagnostic & { data?: { id?: string } };
  assert.ok(data?.id, "the diagnostic names its finding");
  return { uri: uri.toString(), id: data.id };
}

async function showView(command: string, name: string, part: string): Promise<CsieveApi> {
  const editor = await atFinding(name, part);
  await vscode.commands.executeCommand(command, await idOf(editor.document.uri));
  return api();
}

function linesOf(highlights: ReturnType<CsieveApi["highlights"]>): number[] {
  return [...new Set(highlights.map(({ range }) => range.start.line + 1))].sort((one, other) => one - other);
}

export const featureTests: Test[] = [
  ["hints along the path come with the cursor and go with it", async () => {
    const shown = await api();
    const editor = await atFinding("p1_bug.c", BUG);
    const hints = await eventually("hints", () => shown.hints().length > 0 && shown.hints());
    assert.ok(hints.some((hint) => hint.line === 9 && hint.text.includes("freed")), JSON.stringify(hints));
    assert.ok(hints.some((hint) => /[①-⑩(]/.test(hint.text)), "numbers");
    goTo(editor, 1);
    await eventually("no hints", () => shown.hints().length === 0);
    goTo(editor, 8);
    await eventually("hints again", () => shown.hints().length > 0);
    await withSetting("witnessHints", false, async () => {
      goTo(editor, 1);
      goTo(editor, 8);
      await eventually("no hints when they are turned off", () => shown.hints().length === 0);
    });
  }],

  ["hints end where the screen is likely to end", async () => {
    const shown = await api();
    const { document } = await atFinding("p1_bug.c", BUG);
    const hints = await eventually("hints", () => shown.hints().length > 0 && shown.hints());
    for (const { line, text } of hints) {
      const width = document.lineAt(line).text.replace(/\t/g, " ".repeat(8)).length;
      assert.ok(text.length <= Math.max(28, 110 - width), `${width} + ${text.length}: ${text}`);
    }
  }],

  ["the numbered steps of the path can be walked, and the path can be left", async () => {
    const shown = await api();
    const editor = await atFinding("p1_bug.c", BUG);
    await eventually("hints", () => shown.hints().length > 0);
    const walk = async (command: string): Promise<string> => {
      const before = shown.stepSentence();
      await vscode.commands.executeCommand(command);
      return eventually(`a step after ${before}`, () => shown.stepSentence() !== before && shown.stepSentence());
    };
    assert.match(await walk("csieve.nextStep"), /^step 1 of \d: /);
    assert.match(await walk("csieve.nextStep"), /^step 2 of \d: /);
    assert.match(await walk("csieve.nextStep"), /^step 3 of \d: /);
    assert.match(await walk("csieve.previousStep"), /^step 2 of \d: /);
    const second = shown.currentStep() ?? 0;
    await walk("csieve.nextAnyStep");
    assert.equal(shown.currentStep(), second + 1);
    assert.notEqual(vscode.window.activeTextEditor?.selection.active.line, 0);
    await vscode.commands.executeCommand("csieve.leavePath");
    await eventually("no path", () => shown.currentStep() === undefined && shown.hints().length === 0);
    goTo(editor, 1);
    await eventually("no step", () => shown.currentStep() === undefined);
  }],

  ["walking goes into a callee of another file and comes back", async () => {
    const shown = await api();
    const editor = await open("wrapped/use.c");
    const { document } = editor;
    const { range } = await finding(document.uri, 9, "use-after-free", "is used after it was freed");
    editor.selection = new vscode.Selection(range.start, range.start);
    await eventually("hints", () => shown.hints().length > 0);
    const files: string[] = [];
    for (let last: number | undefined = -1; shown.currentStep() !== last;) {
      last = shown.currentStep();
      await vscode.commands.executeCommand("csieve.nextAnyStep");
      files.push(vscode.window.activeTextEditor?.document.uri.path.split("/").at(-1) ?? "");
    }
    assert.ok(files.includes("drop.c"), files.join(", "));
    assert.equal(files.at(-1), "use.c");
    await vscode.commands.executeCommand("csieve.leavePath");
    await closeAll();
  }],

  ["a code lens counts the findings of a function", async () => {
    const editor = await atFinding("p1_bug.c", BUG);
    const titles = async (): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", editor.document.uri, 10);
      return lenses.map((lens) => lens.command?.title ?? "");
    };
    await eventually("a lens", async () => (await titles()).some((title) => /^1 finding, \d+ refuted$/.test(title)));
    await withSetting("codeLens", false, () => eventually("no lens", async () => (await titles()).length === 0).then(() => undefined));
    await eventually("the lens again", async () => (await titles()).length > 0);
  }],

  ["the observer is drawn, and its states are marked in the source", async () => {
    const shown = await showView("csieve.showObserver", "p1_ok.c", "refuted as spurious");
    const view = await eventually("the view", () => shown.observer());
    assert.ok(view.states >= 3, `${view.states} states`);
    assert.match(view.html, /<svg/);
    assert.match(view.html, /data-state="0"/);
    assert.match(view.html, /default-src 'none'; style-src 'nonce-[0-9a-f]+'; script-src 'nonce-[0-9a-f]+'/);
    assert.ok(!/unsafe-|https?:\/\/(?!www\.w3\.org)/.test(view.html.slice(0, view.html.indexOf("</style>"))), "nothing is loaded");
    const clash = await eventually("the clash", () => shown.highlights().length >= 2 && linesOf(shown.highlights()));
    assert.ok(clash.includes(6) && clash.includes(9), `lines ${clash.join(", ")}`);
    shown.choose("observer", { type: "state", observer: 0, index: 1 });
    await eventually("the state", () => linesOf(shown.highlights()).includes(6));
    await closeAll();
    await eventually("the view to close", () => shown.observer() === undefined && shown.highlights().length === 0);
  }],

  ["the rounds lead from the first path to the verdict", async () => {
    const shown = await showView("csieve.showRounds", "p1_bug.c", BUG);
    const view = await eventually("the view", () => shown.rounds());
    assert.ok(view.stages > 3, `${view.stages} stages`);
    assert.match(view.html, /type="range"/);
    for (const title of ["Path 1", "Conflict on path 1", "Observer of the conflict on path 1", "Path 2", "Verdict"]) {
      assert.ok(view.html.includes(title), title);
    }
    await eventually("the first path in the source", () => linesOf(shown.highlights()).includes(10));
    shown.choose("rounds", { type: "stage", index: 1 });
    await eventually("its conflict", () => !linesOf(shown.highlights()).includes(10) && linesOf(shown.highlights()).includes(9));
    await closeAll();
    await eventually("the view to close", () => shown.rounds() === undefined);
  }],

  ["the view of the path is a table", async () => {
    const shown = await showView("csieve.showTrace", "p1_bug.c", BUG);
    const view = await eventually("the view", () => shown.trace());
    assert.match(view.html, /<table/);
    shown.choose("trace", { type: "step", index: 3 });
    await eventually("the step", () => shown.currentStep() === 3);
    await closeAll();
  }],

  ["the tree has the findings of all verdicts with counts, and their paths", async () => {
    const shown = await api();
    await atFinding("p1_bug.c", BUG);
    const { document } = await atFinding("p1_ok.c", "refuted as spurious");
    const rows = async (): Promise<string[]> => (await shown.tree()).map(({ depth, label, description }) => `${"  ".repeat(depth)}${label} ${description}`);
    const count = (all: string[], verdict: string): number => Number(all.find((row) => row.startsWith(`${verdict} `))?.split(" ")[1] ?? 0);
    const all = await eventually("both files", async () => {
      const now = await rows();
      return count(now, "confirmed") > 0 && count(now, "refuted") > 0 && now;
    });
    assert.equal(shown.badge(), count(all, "confirmed") + count(all, "unrefuted"));
    assert.ok(all.some((row) => /^  p1_bug\.c:8\u2002.*used after.* use-after-free$/.test(row)), all.join("\n"));
    assert.ok(all.some((row) => /^  p1_ok\.c:8\u2002.* use-after-free$/.test(row)), all.join("\n"));
    const { id } = await idOf(document.uri);
    const open = (await shown.tree(id)).filter(({ depth }) => depth === 2).map(({ label }) => label);
    assert.match(open[0] ?? "", /^cannot happen: .*x == 1/);
    assert.match(open[1] ?? "", /^1\u2002line \d+: /);
    assert.ok(open.length >= 4, open.join("\n"));
  }],

  ["the tree is grouped as one likes and shows what one wants to see", async () => {
    const shown = await api();
    await atFinding("p1_bug.c", BUG);
    await atFinding("p1_ok.c", "refuted as spurious");
    const tops = async (): Promise<string[]> => (await shown.tree()).filter(({ depth }) => depth === 0).map(({ label }) => label);
    const become = (what: string, holds: (labels: string[]) => boolean): Promise<boolean> =>
      eventually(what, async () => holds(await tops()));
    await become("verdicts", (labels) => labels[0] === "confirmed" && labels.includes("refuted"));
    await vscode.commands.executeCommand("csieve.groupByRule");
    await become("rules", (labels) => labels.includes("use-after-free") && !labels.includes("confirmed"));
    await vscode.commands.executeCommand("csieve.groupByFile");
    await become("files", (labels) => ["p1_bug.c", "p1_ok.c"].every((name) => labels.some((label) => label.endsWith(name))));
    await vscode.commands.executeCommand("csieve.onlyActiveFile");
    await become("the active file", (labels) => labels.length === 1 && labels[0]!.endsWith("p1_ok.c"));
    await vscode.commands.executeCommand("csieve.allFiles");
    await vscode.commands.executeCommand("csieve.groupByVerdict");
    await become("verdicts again", (labels) => labels[0] === "confirmed");
  }],

  ["the switch turns everything off and on again", async () => {
    const shown = await api();
    const { document } = await atFinding("p1_bug.c", BUG);
    await eventually("rest", () => shown.status().state === "idle");
    await withSetting("enable", false, async () => {
      await eventually("no diagnostics", () => diagnostics(document.uri).length === 0);
      await eventually("the status", () => shown.status().state === "off" && shown.status().text === "csieve: off");
      await eventually("an empty tree", async () => (await shown.tree()).length === 0 && shown.badge() === 0);
      await eventually("no hints", () => shown.hints().length === 0);
      await eventually("no lens", async () =>
        (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10)).length === 0);
    });
    await finding(document.uri, 8, "use-after-free", BUG);
    await eventually("rest again", () => shown.status().state === "idle");
  }],

  ["files that are not open are analysed if that is wanted", async () => {
    const shown = await api();
    const closed = file("closed.c");
    await vscode.workspace.fs.copy(file("p1_bug.c"), closed, { overwrite: true });
    await withSetting("diagnosticMode", "workspace", () => finding(closed, 8, "use-after-free", BUG).then(() => undefined));
    await eventually("nothing of it", () => diagnostics(closed).length === 0);
    await vscode.commands.executeCommand("csieve.analyseWorkspace");
    await finding(closed, 8, "use-after-free", BUG);
    await eventually("rest", () => shown.status().state === "idle");
    await vscode.workspace.fs.delete(closed);
  }],

  ["a finding whose cause is in another file comes and goes as that file is typed into", async () => {
    const shown = await api();
    const [caller, callee] = [file("caller.c"), file("callee.c")];
    const text = (lines: string[]): Uint8Array => new TextEncoder().encode(lines.join("\n"));
    await vscode.workspace.fs.writeFile(callee, text(["#include <stdlib.h>", "void drop(int *p)", "{", "    free(p);", "}", ""]));
    await vscode.workspace.fs.writeFile(caller, text([
      "#include <stdlib.h>", "void drop(int *p);", "int f(void)", "{", "    int *p = malloc(4);", "    if (!p)", "        return 0;",
      "    drop(p);", "    return *p;", "}", "",
    ]));
    const { document } = await open("caller.c");
    const found = await finding(document.uri, 9, "use-after-free", "is used after");
    assert.ok(found.relatedInformation?.some(({ location }) => location.uri.path === callee.path), "a step in the callee");
    const other = await open("callee.c");
    await change(other.document, "free(p);", "*p = 0;");
    await eventually("no use after free", () => !diagnostics(caller).some((one) => codeOf(one) === "use-after-free"));
    await change(other.document, "*p = 0;", "free(p);");
    await finding(caller, 9, "use-after-free", "is used after");
    await closeAll();
    await eventually("rest", () => shown.status().state === "idle");
    await vscode.workspace.fs.delete(caller);
    await vscode.workspace.fs.delete(callee);
  }],

  ["wrappers and a getter in files that are not open are known", async () => {
    const { document } = await open("wrapped/use.c");
    const leadsTo = (found: vscode.Diagnostic, name: string): void => assert.ok(
      found.relatedInformation?.some(({ location }) => location.uri.path.endsWith(`/${name}`)), `a step in ${name}`);
    leadsTo(await finding(document.uri, 9, "use-after-free", "is used after it was freed"), "drop.c");
    leadsTo(await finding(document.uri, 15, "null-dereference", "is NULL here if `buffer_new`"), "make.c");
    leadsTo(await finding(document.uri, 24, "missing-unlock", "without releasing"), "lock.c");
    // What the callers in held.c do with the result is the evidence.
    await finding(document.uri, 33, "null-dereference", "is NULL here if `table_get` on line 32 returns NULL, inferred: 4 of 5 uses");
    await closeAll();
  }],

  ["settings count at once", async () => {
    const { document } = await atFinding("p1_ok.c", "refuted as spurious");
    await withSetting("showRefuted", "off", () => eventually("no hints", () => diagnostics(document.uri).length === 0).then(() => undefined));
    await finding(document.uri, 8, "use-after-free", "refuted as spurious");
    await withSetting("checks", ["-use-after-free"], () => eventually("a check less", () =>
      diagnostics(document.uri).length > 0 && diagnostics(document.uri).every((one) => codeOf(one) !== "use-after-free")).then(() => undefined));
    await finding(document.uri, 8, "use-after-free", "refuted as spurious");
  }],

  ["a restarted server finds the same", async () => {
    const shown = await api();
    const { document } = await atFinding("p1_bug.c", BUG);
    await vscode.commands.executeCommand("csieve.restartServer");
    await eventually("the server", () => shown.client() === "running");
    await finding(document.uri, 8, "use-after-free", BUG);
    await eventually("rest", () => shown.status().state === "idle");
    await change(document, "x >= 0", "x > 0");
    await finding(document.uri, 8, "use-after-free", "refuted as spurious");
    await closeAll();
  }],

  ["settings of the workspace name no program", async () => {
    const settings = vscode.workspace.getConfiguration("csieve");
    await assert.rejects(async () => settings.update("server.path", "/bin/false", vscode.ConfigurationTarget.Workspace));
    assert.equal(settings.inspect("server.path")?.workspaceValue, undefined);
  }],
];
