// Takes the pictures of the documentation, in a light and a dark theme.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { SETTINGS } from "../codeServer.mjs";
import { judged } from "./judge.mjs";
import { FIXTURES, mark } from "./rules.mjs";

const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };

/** The line and column of the use after free in pool.c. */
const MISUSE = [36, 55];

/** The line and column of the return in pool.c that leaves the lock held. */
const LEFT_HELD = [65, 9];

/** Copies the files that the pictures show into a folder. */
export function plantPool(folder) {
  const here = path.dirname(fileURLToPath(import.meta.url));
  fs.copyFileSync(path.join(here, "pool.c"), path.join(folder, "pool.c"));
  fs.copyFileSync(path.join(FIXTURES, "locks.toml"), path.join(folder, "locks.rules.toml"));
}

const PICTURES = {
  async tree(workbench) {
    const rows = ".pane-body .monaco-list-row";
    await workbench.open("pool.c");
    await workbench.command("View: Show csieve");
    await workbench.widenSideBar(560);
    await workbench.openRow(rows, /pool\.c:36/, /^1.line/);
    await workbench.openRow(rows, /^refuted/, /pool\.c:90/);
    await workbench.openRow(rows, /pool\.c:90/, /cannot happen/);
    await workbench.openRow(rows, /^doubtful/, /pool\.c:102/);
    return 620;
  },
  async path(workbench) {
    await workbench.open("pool.c");
    await workbench.goTo(...MISUSE);
    await workbench.hints();
    for (const step of [1, 2, 3]) {
      await workbench.page.keyboard.press("Control+F8");
      await workbench.sees(".statusbar-item", `step ${step} of`);
    }
  },
  async rounds(workbench) {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    await workbench.action("Show the rounds");
    const view = await workbench.webview("#stage");
    await view.locator("#stage").focus();
    for (const title of [/^Conflict on path 1$/, /^Observer of the conflict on path 1$/]) {
      await workbench.page.keyboard.press("ArrowRight");
      await view.locator(".stage:not([hidden]) h2").filter({ hasText: title }).waitFor();
    }
    return 660;
  },
  async observer(workbench) {
    await workbench.open("p1_ok.c");
    await workbench.goTo(8, 10);
    await workbench.action("Show conflict observer");
    const view = await workbench.webview("svg [data-state]");
    await view.locator("svg [data-state='1']").first().focus();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.waitForFunction(() => document.querySelectorAll(".view-overlays .cdr[class*='ced-']").length > 1);
  },
  async hover(workbench) {
    await workbench.open("pool.c");
    await workbench.goTo(...MISUSE);
    await workbench.hints();
    await workbench.visible(".statusbar-item .codicon-check");
    await workbench.until("a hover that stays", () => workbench.hover(), async (timeout) => {
      await workbench.rest();
      return workbench.visible(".monaco-hover:focus-within:visible", timeout);
    });
    return 660;
  },
  async "fix-before"(workbench) {
    await workbench.open("pool.c");
    await workbench.goTo(...LEFT_HELD);
    await workbench.visible(".statusbar-item .codicon-check");
    await workbench.openActions();
    return 660;
  },
  async "fix-after"(workbench) {
    await workbench.open("pool.c");
    await workbench.goTo(...LEFT_HELD);
    await workbench.visible(".statusbar-item .codicon-check");
    await workbench.action("pthread_mutex_unlock(&pool->lock)");
    await workbench.sees(".view-line", "if (length >= size) {");
    await workbench.rest();
    await workbench.visible(".statusbar-item .codicon-check");
    return 660;
  },
  async rules(workbench) {
    await workbench.open("pool.c");
    await workbench.goTo(...LEFT_HELD);
    await workbench.command("View: Split Editor");
    await workbench.open("locks.rules.toml");
    await mark(workbench, "lock, waits");
    await workbench.sees(".codelens-decoration", /places in pool\.c/);
    return 560;
  },
  async judge(workbench) {
    await judged(workbench);
    await workbench.rest();
    return 560;
  },
  async walkthrough(workbench) {
    await workbench.command("csieve: Open the walkthrough");
    await workbench.sees(".gettingStartedContainer .step-title", "Read a finding");
    await workbench.page.locator(".gettingStartedContainer .step-title").filter({ hasText: "Read a finding" }).click();
    const page = await workbench.webview("table");
    await page.getByText("leaves the path").waitFor();
    return 735;
  },
};

export const pictures = Object.entries(THEMES).flatMap(([theme, name]) =>
  Object.entries(PICTURES).map(([what, take]) => [`${what} in ${theme}`, async (workbench, { server, folder }) => {
    server.configure({ ...SETTINGS, "workbench.colorTheme": name, "breadcrumbs.enabled": false, "editor.stickyScroll.enabled": false });
    await workbench.load(server.url(folder));
    await workbench.page.locator(`.monaco-workbench.${theme === "light" ? "vs" : "vs-dark"}`).waitFor();
    await workbench.closeSideBar();
    await workbench.closeEditors();
    const height = await take(workbench);
    await workbench.page.mouse.move(640, 790);
    await workbench.rest();
    await workbench.shot(`${what}-${theme}`, height);
    if (what === "fix-after") {
      // The next picture shows the file as it was.
      await workbench.command("File: Revert File");
    }
    await workbench.closeSideBar();
    await workbench.closeEditors();
  }]));
