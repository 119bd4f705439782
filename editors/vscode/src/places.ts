// Ranges, URIs and documents: from the types of the protocol to those of the editor.

import { Range as CodeRange, TextDocument, TextEditor, Uri, ViewColumn, window, workspace } from "vscode";

import { Range } from "./protocol";

export function codeRange(range: Range): CodeRange {
  return new CodeRange(range.start.line, range.start.character, range.end.line, range.end.character);
}

export function sameUri(one: string, other: string): boolean {
  return one === other || Uri.parse(one).toString() === Uri.parse(other).toString();
}

/** Returns whether a document is open or in the workspace. Commands access no other documents. */
export function isKnown(uri: string): boolean {
  try {
    const parsed = Uri.parse(uri, true);
    return ["file", "untitled"].includes(parsed.scheme)
      && (openDocument(uri) !== undefined || workspace.getWorkspaceFolder(parsed) !== undefined);
  } catch {
    return false;
  }
}

export function openDocument(uri: string): TextDocument | undefined {
  return workspace.textDocuments.find((document) => sameUri(document.uri.toString(), uri));
}

/** Returns whether a document is C, or a header that the editor takes for C++. */
export function isC(document: TextDocument): boolean {
  return ["file", "untitled"].includes(document.uri.scheme)
    && (document.languageId === "c" || (document.languageId === "cpp" && document.uri.path.endsWith(".h")));
}

export function editorsOf(uri: string): TextEditor[] {
  return window.visibleTextEditors.filter((editor) => sameUri(editor.document.uri.toString(), uri));
}

/** Returns an editor of a document. Opens one if there is none, and leaves the focus where it is. */
export async function besideView(uri: string): Promise<TextEditor> {
  return editorsOf(uri)[0]
    ?? window.showTextDocument(Uri.parse(uri), { viewColumn: ViewColumn.One, preserveFocus: true, preview: true });
}
