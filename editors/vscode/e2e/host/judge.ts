// Tests of verdicts on what other tools show. The tests themselves are the other tool.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";

import type { CsieveApi } from "../../src/api";
import { actions, change, closeAll, eventually, file, hover, open, withSetting } from "./editor";
import { Test } from "./runner";

const SOURCE = [
  "int narrower(int a, int b)", "{", "    int n = 1, *p = 0;", "    if (a > b)", "        p = &n;",
  "    if (b < a)", "        return *p;", "    return 0;", "}",
  "int wider(int a, int b)", "{", "    int n = 1, *p = 0;", "    if (a > b)", "        p = &n;",
  "    if (a > b - 1)", "        return *p;", "    return 0;", "}", "",
];

/** The lines, from 1, of the misuses. */
const REFUTED = 7;
const CONFIRMED = 16;

async function api(): Promise<CsieveApi> {
  const extension = vscode.extensions.getExtension<CsieveApi>("csieve.csieve");
  assert.ok(extension, "the extension is installed");
  return extension.activate();
}

function said(document: vscode.TextDocument, line: number, code: string): vscode.Diagnostic {
  const end = document.lineAt(line - 1).range.end;
  const range = new vscode.Range(end.translate(0, -3), end);
  const diagnostic = new vscode.Diagnostic(range, "Dereference of null pointer (loaded from variable 'p')", vscode.DiagnosticSeverity.Warning);
  diagnostic.source = "clang-tidy";
  diagnostic.code = { value: code, target: vscode.Uri.parse("https://clang.llvm.org") };
  return diagnostic;
}

/** Waits for hints, each told as its line (from 1) and the start of its text. */
async function hints(expected: string[]): Promise<void> {
  const shown = await api();
  const told = (): string[] => shown.judgeHints().map(({ line, text }) => `${line + 1} ${text}`);
  const isSo = (): boolean => told().length === expected.length && expected.every((start, index) => told()[index]!.startsWith(start));
  await eventually(`hints ${expected.join(" | ")}`, isSo)
    .catch((error: unknown) => assert.fail(`${String(error)}; there are ${JSON.stringify(told())}`));
}

const BY = "by csieve, ";

export const judgeTests: Test[] = [
  ["what another tool shows has its verdict behind the line, in the hover and in an action", async () => {
    await vscode.workspace.fs.writeFile(file("judged.c"), new TextEncoder().encode(SOURCE.join("\n")));
    const { document } = await open("judged.c");
    const tool = vscode.languages.createDiagnosticCollection("tidy");
    const report = (first: number): void => tool.set(document.uri, [
      said(document, first, "clang-analyzer-core.NullDereference"), said(document, first + CONFIRMED - REFUTED, "clang-analyzer-core.NullDereference"),
      said(document, first, "readability-magic-numbers"),
    ]);
    try {
      report(REFUTED);
      const refuted = `clang-tidy: refuted ${BY}line 4 leaves a <= b, line 6 then needs b < a`;
      const confirmed = `clang-tidy: confirmed ${BY}p is NULL here`;
      await hints([`${REFUTED} ${refuted}`, `${CONFIRMED} ${confirmed}`]);
      const why = (await hover(document.uri, REFUTED, 17)).map(({ value }) => value).find((value) => value.includes("clang"));
      assert.match(why ?? "", /no run does this: line 4 leaves `a <= b`/);
      const titles = (await actions(document.uri, REFUTED)).map(({ title }) => title);
      assert.ok(titles.includes("Show why csieve refutes this"), titles.join(", "));
      // With an edit, verdicts go until the tool reports anew. They are about the text that is not saved yet.
      await change(document, "b < a", "b <= a");
      await hints([]);
      report(REFUTED);
      await hints([`${REFUTED} ${confirmed}`, `${CONFIRMED} ${confirmed}`]);
      await change(document, "int narrower", "\nint narrower");
      await change(document, "b <= a", "b < a");
      report(REFUTED + 1);
      await hints([`${REFUTED + 1} clang-tidy: refuted`, `${CONFIRMED + 1} ${confirmed}`]);
      await withSetting("judge", false, () => hints([]));
      await hints([`${REFUTED + 1} clang-tidy: refuted`, `${CONFIRMED + 1} ${confirmed}`]);
      tool.clear();
      await hints([]);
    } finally {
      tool.dispose();
      await closeAll();
      await vscode.workspace.fs.delete(file("judged.c"));
    }
  }],
];
