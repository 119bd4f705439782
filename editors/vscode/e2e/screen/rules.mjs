// Tests of a file with rules beside a C file.

import fs from "node:fs";
import path from "node:path";

/** The folder with rules and C files for them. */
export const FIXTURES = path.join(import.meta.dirname, "..", "..", "..", "..", "tests", "fixtures", "own");

/** Puts a C file and a file with rules into a folder. Going to a file finds only those that were there at the start. */
export function plantRules(folder) {
  fs.copyFileSync(path.join(FIXTURES, "transaction.c"), path.join(folder, "transaction.c"));
  fs.copyFileSync(path.join(FIXTURES, "transaction.toml"), path.join(folder, "transaction.rules.toml"));
}

/** Waits until the label of a mark is seen in the C file. */
export async function mark(workbench, label) {
  await workbench.page.waitForFunction((text) => [...document.querySelectorAll(".view-line [class*='ced-']")]
    .some((part) => getComputedStyle(part, "::after").content === `"${text}"`), label);
}

export const ruleTests = [
  ["a file with rules shows beside a C file what it matches", async (workbench) => {
    await workbench.open("transaction.c");
    await workbench.command("View: Split Editor");
    await workbench.open("transaction.rules.toml");
    await mark(workbench, "begin");
    await mark(workbench, "commit");
    await workbench.sees(".codelens-decoration", /\d places in transaction\.c/);
    await workbench.shot("rules");
    // The name of the label `begin` stands in line 7.
    await workbench.goTo(7, 1);
    await workbench.page.keyboard.insertText("new_");
    await workbench.visible(".squiggly-error");
    await workbench.shot("rules-mistake");
    await workbench.command("File: Revert File");
    await workbench.page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await workbench.closeEditors();
  }],
];
