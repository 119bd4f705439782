// Inserts a suppression into a document, after asking the user for a reason.

import { Position, Uri, window, workspace, WorkspaceEdit } from "vscode";

import { SuppressParams } from "../protocol";

export async function suppress(params: SuppressParams): Promise<void> {
  const reason = await window.showInputBox({
    title: "Suppress this finding",
    prompt: "Why is it no defect?",
    validateInput: (text) => (text.trim() === "" ? "A reason is needed." : undefined),
  });
  if (reason === undefined) {
    return;
  }
  const uri = Uri.parse(params.uri);
  const document = await workspace.openTextDocument(uri);
  if (document.version !== params.version) {
    void window.showWarningMessage("csieve: the text has changed meanwhile; please try again.");
    return;
  }
  const edit = new WorkspaceEdit();
  const at = new Position(params.position.line, params.position.character);
  edit.insert(uri, at, `${params.before}${reason.trim()}${params.after}`);
  await workspace.applyEdit(edit);
}
