// Tests of a finding on the screen: squiggle, Problems panel, hover, light bulb.

export const findingTests = [
  ["a bug has a squiggle", async (workbench) => {
    await workbench.closeSideBar();
    await workbench.open("p1_bug.c");
    await workbench.visible(".squiggly-error", 30_000);
    await workbench.shot("squiggle");
  }],

  ["the problem opens into its steps", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.command("Problems: Focus on Problems View");
    const problem = await workbench.sees(".markers-panel .monaco-list-row", "is used after its memory was freed");
    await workbench.until("the steps", async () => {
      await problem.click();
      await workbench.page.keyboard.press("ArrowRight");
    }, (timeout) => workbench.sees(".markers-panel .monaco-list-row", "is freed", timeout));
    await workbench.shot("problems");
    await workbench.closePanel();
  }],

  ["the hover shows the path as a table", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    const hover = await workbench.hover();
    const rows = await hover.locator("tr").count();
    if (rows < 5) {
      throw new Error(`${rows} rows in ${await hover.innerText()}`);
    }
    await workbench.shot("hover", 560);
    await workbench.page.keyboard.press("Escape");
  }],

  ["pointing at a hint shows all that its steps say", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    await workbench.hints();
    await workbench.until("the hover of a hint", async () => {
      const { x, y } = await workbench.hintPlace("freed");
      await workbench.page.mouse.move(x - 40, y);
      await workbench.page.mouse.move(x, y, { steps: 3 });
    }, (timeout) => workbench.sees(".monaco-hover:visible", /step \d of \d: p is freed/, timeout));
    await workbench.shot("hint");
    await workbench.page.keyboard.press("Escape");
  }],

  ["the light bulb offers the views", async (workbench) => {
    await workbench.open("p1_ok.c");
    await workbench.goTo(8, 10);
    const titles = await workbench.openActions();
    if (!titles.some((title) => title.includes("Show conflict observer"))) {
      throw new Error(titles.join(", "));
    }
    await workbench.shot("actions");
    await workbench.page.keyboard.press("Escape");
  }],

  ["a test is built and run when the user asks for it", async (workbench) => {
    await workbench.open("p1_bug.c");
    await workbench.goTo(8, 10);
    await workbench.action("Write a test that triggers this");
    await workbench.page.locator(".notification-list-item .monaco-button").filter({ hasText: "Build and run" }).first().click();
    await workbench.sees(".xterm-rows", "Terminal will be reused", 60_000);
    // What the sanitizer says first; its last words fill the panel.
    await workbench.command("Terminal: Scroll to Top");
    await workbench.sees(".xterm-rows", "heap-use-after-free");
    await workbench.shot("built");
    await workbench.command("Terminal: Kill the Active Terminal Instance");
    await workbench.command("View: Revert and Close Editor");
    await workbench.closePanel();
  }],
];
