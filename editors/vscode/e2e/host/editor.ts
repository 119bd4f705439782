// Functions with which the tests use the editor.

import * as assert from "node:assert/strict";
import * as path from "node:path";
import * as vscode from "vscode";

const PATIENCE_MS = 10_000;

/** Waits until `get` returns a true value, and returns it. After 10 s, fails with the last error of `get`. */
export async function eventually<T>(what: string, get: () => T | undefined | false | Thenable<T | undefined | false>): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    try {
      const found = await get();
      if (found) {
        return found;
      }
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`waited in vain for ${what}${last instanceof Error ? `: ${last.message}` : ""}`);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function file(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "a folder is open");
  return vscode.Uri.file(path.join(folder.uri.fsPath, name));
}

export async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file(name)), { preview: false });
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** Puts the cursor on the first character of a line that is no white space. Lines count from 1. */
export function goTo(editor: vscode.TextEditor, line: number): void {
  const column = editor.document.lineAt(line - 1).firstNonWhitespaceCharacterIndex;
  editor.selection = new vscode.Selection(line - 1, column, line - 1, column);
}

export function diagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === "csieve");
}

export function codeOf(diagnostic: vscode.Diagnostic): string {
  return typeof diagnostic.code === "object" ? String(diagnostic.code.value) : String(diagnostic.code);
}

/** Waits for a diagnostic of a rule, on a line (from 1), whose message contains `part`, and returns it. */
export async function finding(uri: vscode.Uri, line: number, rule: string, part: string): Promise<vscode.Diagnostic> {
  return eventually(`${rule} on line ${line} that says "${part}"`, () =>
    diagnostics(uri).find((one) => one.range.start.line === line - 1 && codeOf(one) === rule && one.message.includes(part)));
}

export async function change(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `${from} is in the text`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

export async function hover(uri: vscode.Uri, line: number, column: number): Promise<vscode.MarkdownString[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider", uri, new vscode.Position(line - 1, column - 1));
  return hovers.flatMap((one) => one.contents).filter((part): part is vscode.MarkdownString => part instanceof vscode.MarkdownString);
}

export async function actions(uri: vscode.Uri, line: number): Promise<vscode.CodeAction[]> {
  const text = (await vscode.workspace.openTextDocument(uri)).lineAt(line - 1).range;
  return vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", uri, text);
}

/** Sets a user setting of csieve while `during` runs. */
export async function withSetting(name: string, value: unknown, during: () => Promise<void>): Promise<void> {
  const settings = () => vscode.workspace.getConfiguration("csieve");
  await settings().update(name, value, vscode.ConfigurationTarget.Global);
  try {
    await during();
  } finally {
    await settings().update(name, undefined, vscode.ConfigurationTarget.Global);
  }
}
