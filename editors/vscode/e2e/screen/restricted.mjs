// Tests of a folder that is not trusted: findings are shown, and no program of the folder is run.

import fs from "node:fs";
import path from "node:path";

/** Writes settings that name a program in the folder as the server. Returns the file that it would create. */
export function plantProgram(folder) {
  const [program, trace] = [path.join(folder, "csieve"), path.join(folder, "it-ran")];
  fs.writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
  fs.mkdirSync(path.join(folder, ".vscode"));
  fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "csieve.server.path": program }));
  return trace;
}

export const restrictedTests = [
  ["findings are shown in restricted mode, and nothing of the folder is run", async (workbench, { folder }) => {
    await workbench.sees(".monaco-dialog-box", "trust");
    await workbench.page.locator(".monaco-dialog-box .monaco-button").filter({ hasText: "No" }).first().click();
    await workbench.open("p1_bug.c");
    await workbench.visible(".squiggly-error", 30_000);
    await workbench.sees(".statusbar-item", "Restricted Mode");
    await workbench.shot("restricted");
    if (fs.existsSync(path.join(folder, "it-ran"))) {
      throw new Error("the program that the folder names was run");
    }
  }],
];
