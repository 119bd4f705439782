// Tests of verdicts on what another tool shows: a task with a problem matcher, as for gcc.

import fs from "node:fs";
import path from "node:path";

const SOURCE = `#include <stddef.h>

int narrower(int a, int b)
{
    int n = 1, *p = NULL;
    if (a > b)
        p = &n;
    if (b < a)
        return *p;
    return 0;
}

int wider(int a, int b)
{
    int n = 1, *p = NULL;
    if (a > b)
        p = &n;
    if (a > b - 1)
        return *p;
    return 0;
}
`;

const report = (line) => `judged.c:${line}:16: warning: dereference of NULL 'p' [CWE-476] [-Wanalyzer-null-dereference]\n`;

const TASK = {
  label: "gcc",
  type: "process",
  command: "cat",
  args: ["gcc.txt"],
  group: { kind: "build", isDefault: true },
  presentation: { reveal: "never" },
  problemMatcher: {
    owner: "gcc",
    source: "gcc",
    fileLocation: ["relative", "${workspaceFolder}"],
    pattern: {
      regexp: "^(.*):(\\d+):(\\d+):\\s+(warning|error):\\s+(.*)$", file: 1, line: 2, column: 3, severity: 4, message: 5,
    },
  },
};

/** Puts a C file into a folder, what gcc says of it, and a task that shows it. */
export function plantJudged(folder) {
  fs.writeFileSync(path.join(folder, "judged.c"), SOURCE);
  fs.writeFileSync(path.join(folder, "gcc.txt"), report(9) + report(19));
  fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  fs.writeFileSync(path.join(folder, ".vscode", "tasks.json"), JSON.stringify({ version: "2.0.0", tasks: [TASK] }));
}

/** Waits until a hint that begins with a text is seen. */
async function hint(workbench, start) {
  await workbench.page.waitForFunction((text) => [...document.querySelectorAll(".view-line [class*='ced-']")]
    .some((part) => getComputedStyle(part, "::after").content.startsWith(`"${text}`)), start);
}

/** Has gcc say what it says of the C file, and waits for the verdicts. A terminal may lose what a short task prints. */
export async function judged(workbench) {
  await workbench.open("judged.c");
  await workbench.until("what gcc says", () => workbench.command("Tasks: Run Build Task"),
    (timeout) => workbench.visible(".squiggly-warning", timeout));
  await hint(workbench, "gcc: refuted by csieve, ");
  await hint(workbench, "gcc: confirmed by csieve, ");
}

export const judgeTests = [
  ["what another tool shows has the verdict of csieve behind the line and in the hover", async (workbench) => {
    await judged(workbench);
    // The squiggle of a problem matcher is the word at its column.
    await workbench.goTo(9, 16);
    await workbench.until("a hover", () => workbench.chord("k", "i"),
      (timeout) => workbench.sees(".monaco-hover:visible", "csieve on what gcc says", timeout));
    // Once more, the keys move the focus into the hover, and the end of it is ours.
    await workbench.chord("k", "i");
    await workbench.visible(".monaco-hover:focus-within:visible");
    await workbench.page.keyboard.press("End");
    await workbench.shot("judge");
    await workbench.page.keyboard.press("Escape");
    await workbench.closeEditors();
  }],
];
