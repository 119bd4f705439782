// Tests of the views (observer, rounds, tree of findings) and of turning analysis off.

import fs from "node:fs";
import path from "node:path";

async function expect(holds, what) {
  if (!holds) {
    throw new Error(`expected ${what}`);
  }
}

export const viewTests = [
  ["the path is walked with keys, and Escape leaves it", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    await workbench.hints();
    await workbench.page.keyboard.press("Control+F8");
    await workbench.sees(".statusbar-item", /step 1 of \d/);
    await workbench.page.keyboard.press("Control+F8");
    const step = await workbench.sees(".statusbar-item", /step 2 of \d/);
    await workbench.shot("step");
    const left = (timeout) => step.waitFor({ state: "hidden", timeout }).then(() => true);
    // A message that has just come takes the first Escape.
    await workbench.until("the path is left", () => workbench.page.keyboard.press("Escape"), left);
    await workbench.closeEditors();
  }],

  ["the observer is drawn and marks the clash", async (workbench) => {
    await workbench.open("p1_ok.c");
    await workbench.goTo(8, 10);
    await workbench.action("Show conflict observer");
    const view = await workbench.webview("svg [data-state]");
    await expect((await view.locator("svg [data-state]").count()) >= 3, "three states");
    await workbench.shot("observer");
    // Use the keyboard, because choosing a state must not need a mouse.
    const state = view.locator("svg [data-state='1']").first();
    await state.focus();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.waitForFunction(() => document.querySelectorAll(".view-overlays [class*='ced-csieve'], .view-overlays .cdr[class*='ced-']").length > 0);
    await workbench.shot("observer-state");
    await workbench.closeEditors();
  }],

  ["the slider walks through the rounds by keyboard", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    await workbench.action("Show the rounds");
    const view = await workbench.webview("#stage");
    const stage = (title) => view.locator(".stage:not([hidden]) h2").filter({ hasText: title }).waitFor();
    await stage(/^Path 1$/);
    await workbench.shot("rounds-path");
    await view.locator("#stage").focus();
    await workbench.page.keyboard.press("ArrowRight");
    await stage(/^Conflict on path 1$/);
    await workbench.page.keyboard.press("ArrowRight");
    await stage(/^Observer of the conflict on path 1$/);
    await view.locator(".stage:not([hidden]) svg").waitFor();
    await workbench.shot("rounds", 660);
    await workbench.page.keyboard.press("End");
    await stage("Verdict");
    await view.locator(".stage:not([hidden]) .verdict").waitFor();
    await workbench.shot("rounds-verdict");
    await workbench.closeEditors();
  }],

  ["the drawing is zoomed, moved and exported", async (workbench, { folder }) => {
    await workbench.open("p1_ok.c");
    await workbench.goTo(8, 10);
    await workbench.action("Show conflict observer");
    const view = await workbench.webview("svg [data-state]");
    const shown = view.locator(".observer:not([hidden])");
    const width = () => shown.locator(".canvas svg").evaluate((svg) => svg.getBoundingClientRect().width);
    const before = await width();
    await shown.getByTitle("Larger (+)").click();
    for (const key of "+++") {
      await shown.getByTitle("Larger (+)").press(key);
    }
    await expect((await width()) > before * 1.5, "a larger drawing");
    const scrolled = () => shown.locator(".canvas").evaluate((canvas) => canvas.scrollTop + canvas.scrollLeft);
    await shown.locator(".canvas").evaluate((canvas) => canvas.scrollTo(0, 0));
    const { x, y } = await shown.locator(".canvas").boundingBox();
    await workbench.page.mouse.move(x + 200, y + 200);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(x + 120, y + 120, { steps: 4 });
    await workbench.page.mouse.up();
    await expect((await scrolled()) > 50, "a moved drawing");
    await shown.getByText("Fit").click();
    await expect((await width()) < before * 2, "a drawing that fits");
    await workbench.shot("observer-fit");
    await shown.getByText("Export SVG").click();
    await workbench.visible(".quick-input-widget:visible input");
    await workbench.shot("export");
    await workbench.page.keyboard.press("Enter");
    const file = path.join(folder, "observer-use-after-free-in-foo.svg");
    await workbench.until("the file", () => undefined, (timeout) => workbench.waits(() => fs.existsSync(file), timeout));
    const drawing = fs.readFileSync(file, "utf8");
    await expect(/^<svg /.test(drawing) && /fill="#ffffff"/.test(drawing), "a drawing on white paper");
    await workbench.closeEditors();
  }],

  ["the tree lists findings by verdict, with proofs and paths", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.open("p1_ok.c");
    await workbench.command("View: Show csieve");
    const rows = ".pane-body .monaco-list-row";
    await workbench.sees(rows, /^confirmed/);
    await workbench.openRow(rows, /^refuted/, /p1_ok\.c:8/);
    await workbench.openRow(rows, /p1_ok\.c:8\s.*use-after-free/, /cannot happen/);
    // Two conflicts made two observers.
    await workbench.openRow(rows, /cannot happen/, /^line 6 leaves/);
    await workbench.openRow(rows, /^line 6 leaves/, /^x == 1/);
    await workbench.shot("tree");
    await workbench.command("csieve: Choose the verdicts to show");
    const choice = await workbench.sees(".quick-input-list .monaco-list-row", /^refuted/);
    await choice.click();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(rows).filter({ hasText: /^refuted/ }).waitFor({ state: "detached" });
    await workbench.sees(rows, /^confirmed/);
    await workbench.sees(".pane-body .message", /hidden by filters/);
    await workbench.shot("tree-filtered");
    await workbench.command("csieve: Show all findings in the tree");
    await workbench.sees(rows, /^refuted/);
    await workbench.closeSideBar();
    await workbench.closeEditors();
  }],

  ["rows are gone to by mouse and keyboard, also while the tree is drawn anew", async (workbench, { folder }) => {
    const file = path.join(folder, "p1_bug.c");
    const text = fs.readFileSync(file, "utf8");
    const { keyboard: keys, mouse } = workbench.page;
    await workbench.open("p1_bug.c");
    await workbench.command("View: Show csieve");
    const rows = ".pane-body .monaco-list-row";
    const row = await workbench.sees(rows, /p1_bug\.c:8\s.*use-after-free/);
    const goesTo = (line, act) => workbench.until(`line ${line}`, act, (timeout) => workbench.sees(".statusbar-item", `Ln ${line},`, timeout));
    await goesTo(8, () => row.click());
    await workbench.openRow(rows, /p1_bug\.c:8\s.*use-after-free/, /line 10: p is freed/);
    const step = await workbench.sees(rows, /line 10: p is freed/);
    await goesTo(10, () => step.click());
    await goesTo(8, () => row.click());
    await keys.press("ArrowDown");
    const below = await workbench.sees(`${rows}.focused`, /line \d+: /);
    await goesTo(Number(/line (\d+)/.exec(await below.innerText())[1]), () => keys.press("Enter"));
    // Each edit on disk moves the finding, so that the tree is drawn anew some time later. Clicks come all the time.
    const { x, y } = await row.boundingBox();
    for (let edit = 1; edit <= 8; edit++) {
      fs.writeFileSync(file, "\n".repeat(edit % 2) + text);
      const moved = workbench.sees(rows, new RegExp(`p1_bug\\.c:${8 + (edit % 2)}\\s.*use-after-free`)).then(() => true);
      while (!(await Promise.race([moved, mouse.click(x + 60, y + 10).then(() => false)]))) {
        await workbench.nothingComplains();
      }
    }
    // The row was chosen before: a click on it goes there all the same.
    await goesTo(10, () => step.click());
    await goesTo(8, () => row.click());
    await workbench.closeSideBar();
    await workbench.closeEditors();
  }],

  ["the switch is in the menu of the status item", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.visible(".squiggly-error");
    await workbench.command("csieve: Turn analysis on or off");
    await workbench.sees(".statusbar-item", "csieve: off");
    await workbench.page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await workbench.shot("off");
    await workbench.page.locator(".statusbar-item").filter({ hasText: "csieve: off" }).first().click();
    await workbench.sees(".quick-input-list .monaco-list-row", "Turn analysis on");
    await workbench.shot("menu");
    await workbench.page.keyboard.press("Enter");
    await workbench.visible(".squiggly-error");
    await workbench.closeEditors();
  }],
];
