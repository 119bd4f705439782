// Tests of light and high-contrast themes, with screenshots of the observer and the hover in each theme.

import { SETTINGS } from "../codeServer.mjs";

const THEMES = [
  ["light", "Default Light Modern", ".vs:not(.hc-light)"],
  ["high-contrast", "Default High Contrast", ".hc-black"],
  ["high-contrast-light", "Default High Contrast Light", ".hc-light"],
];

export const themeTests = THEMES.map(([name, theme, mark]) => [`it can be read in ${name}`, async (workbench, { server, folder }) => {
  server.configure({ ...SETTINGS, "workbench.colorTheme": theme });
  await workbench.load(server.url(folder));
  await workbench.closeSideBar();
  await workbench.page.locator(`.monaco-workbench${mark}`).waitFor();
  await workbench.open("p1_ok.c");
  await workbench.goTo(8, 10);
  await workbench.action("Show conflict observer");
  const view = await workbench.webview("svg [data-state]");
  // The drawing has the colours of the theme, so its text must differ from the background.
  const [text, behind] = await view.locator("svg text").first().evaluate((element) => {
    const style = (of) => getComputedStyle(of);
    return [style(element).fill, style(document.body).backgroundColor];
  });
  if (text === behind) {
    throw new Error(`the drawing cannot be read: ${text} on ${behind}`);
  }
  await workbench.shot(`observer-${name}`);
  await workbench.closeEditors();
  await workbench.open("p1_bug.c");
  await workbench.goTo(8, 10);
  await workbench.hover();
  await workbench.shot(`hover-${name}`);
  await workbench.page.keyboard.press("Escape");
  await workbench.closeEditors();
}]);
