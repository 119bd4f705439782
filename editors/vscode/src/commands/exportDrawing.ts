// Saves the drawing of an observer as a file, with its own colours on white paper.

import { Uri, window, workspace } from "vscode";

export async function exportDrawing(svg: string, title: string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "observer"
  }.svg`;
  const target = await window.showSaveDialog({
    title: "Export the drawing",
    filters: { "SVG drawings": ["svg"] },
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (target) {
    await workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  }
}
