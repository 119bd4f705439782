// Opens an example of the walkthrough, as a copy that the user may edit.

import { ExtensionContext, Uri, window, workspace } from "vscode";

const DEMOS = {
  "p1_bug.c": "A use after free that really happens",
  "p1_ok.c": "One character less, and nothing can happen",
};

export async function openDemo(context: ExtensionContext, argument: unknown): Promise<void> {
  const file = Object.keys(DEMOS).find((name) => name === argument) ?? (await choose());
  if (file === undefined) {
    return;
  }
  const folder = Uri.joinPath(context.globalStorageUri, "demo");
  const copy = Uri.joinPath(folder, file);
  await workspace.fs.createDirectory(folder);
  await workspace.fs.copy(Uri.joinPath(context.extensionUri, "dist", "demo", file), copy, { overwrite: true });
  await window.showTextDocument(copy);
}

async function choose(): Promise<string | undefined> {
  const items = Object.entries(DEMOS).map(([label, description]) => ({ label, description }));
  return (await window.showQuickPick(items, { title: "Open an example" }))?.label;
}
