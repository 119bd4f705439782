// A session by keyboard alone, in a small window: from the problem to its reasons and back.

async function expect(holds, what) {
  if (!holds) {
    throw new Error(`expected ${what}`);
  }
}

export const keyboardTests = [
  ["a bug is understood by keyboard alone in a small window", async (workbench) => {
    const { keyboard: keys } = workbench.page;
    const shown = (text) => (timeout) => workbench.sees(".statusbar-item", text, timeout);
    const small = { width: 800, height: 600 };
    const usual = workbench.page.viewportSize();
    await workbench.page.setViewportSize(small);
    try {
      await workbench.closeSideBar();
      await workbench.open("p1_bug.c");
      await workbench.visible(".squiggly-error");
      // To the problem, with its message between the lines.
      await workbench.command("Go to Next Problem in Files");
      await workbench.sees(".marker-widget", "is used after its memory was freed");
      await workbench.shot("keys-problem");
      await keys.press("Escape");
      await shown("Ln 8,")();
      // The hover, scrolled and left.
      const hover = await workbench.hover();
      const box = await hover.boundingBox();
      await expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= small.width && box.y + box.height <= small.height, "a hover inside the window");
      await workbench.shot("keys-hover");
      await keys.press("Escape");
      await workbench.page.locator(".monaco-hover:focus-within:visible").waitFor({ state: "hidden" });
      // A view has the focus when it opens, and the editor has it again when the view is closed.
      await workbench.goTo(8, 10);
      await workbench.action("Show the rounds");
      const view = await workbench.webview("#stage");
      const stage = (timeout) => view.locator(".stage:not([hidden]) h2").filter({ hasText: /^Conflict on path 1$/ }).waitFor({ timeout }).then(() => true);
      await workbench.until("the focus is in the view", () => keys.press("ArrowRight"), stage, 1);
      await keys.press("End");
      await view.locator(".stage:not([hidden]) .verdict").waitFor();
      const wide = await view.locator("html").evaluate((page) => page.scrollWidth - page.clientWidth);
      await expect(wide <= 0, `a view that is no wider than its window, not by ${wide} pixels`);
      await workbench.shot("keys-rounds");
      await workbench.until("the view is closed", () => keys.press("Control+w"), shown("Ln 8,"));
      // The path, and out of it.
      await workbench.hints();
      await workbench.until("the first step", () => keys.press("Control+F8"), shown(/step 1 of \d/));
      await workbench.shot("keys-step");
      await keys.press("Escape");
      // The tree, and from there to a line.
      await workbench.command("csieve: Focus on Findings View");
      const rows = ".pane-body .monaco-list-row";
      await workbench.sees(rows, /p1_bug\.c:8\s.*use-after-free/);
      // A tree takes the focus only if it has rows, which come some time after the view.
      await workbench.until("the finding", async () => {
        await workbench.command("csieve: Focus on Findings View");
        await keys.press("Home");
        await keys.press("ArrowDown");
      }, (timeout) => workbench.sees(`${rows}.focused`, /p1_bug\.c:8\s.*use-after-free/, timeout));
      await workbench.shot("keys-tree");
      await keys.press("Enter");
      await shown("Ln 8,")();
      await workbench.closeSideBar();
      await workbench.closeEditors();
    } finally {
      await workbench.page.setViewportSize(usual);
    }
  }],
];
