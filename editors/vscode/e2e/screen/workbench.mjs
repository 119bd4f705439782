// Uses the editor in the browser as a user does: presses keys, clicks, and waits for texts.

import path from "node:path";

const PATIENCE_MS = 15_000;

/** The entry that Enter chooses in the list of the command palette. The list may lag behind the input. */
const CHOSEN = ".quick-input-list .monaco-list-row.focused";

export class Workbench {
  constructor(page, out) {
    this.page = page;
    this.out = out;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens the URL of a folder and waits until the editor is ready. */
  async load(url) {
    await this.page.goto(url);
    await this.page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    await this.page.waitForSelector(".statusbar-item", { timeout: 60_000 });
  }

  /** Repeats an action until its effect is seen, because the editor drops keys while it is busy. */
  async until(what, act, seen, tries = 4) {
    for (let left = tries; left > 0; left--) {
      await act();
      const found = await seen(PATIENCE_MS / tries).catch(() => undefined);
      if (found !== undefined && found !== false) {
        return found;
      }
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`${what}: not after ${tries} tries`);
  }

  /** Waits until a condition outside the page holds. */
  async waits(holds, timeout) {
    for (const end = Date.now() + timeout; Date.now() < end; await this.page.waitForTimeout(50)) {
      if (holds()) {
        return true;
      }
    }
    return false;
  }

  async visible(selector, timeout) {
    const place = this.page.locator(selector).first();
    await place.waitFor({ state: "visible", ...(timeout && { timeout }) });
    return place;
  }

  /** Waits until an element of `selector` shows a text, and returns the element. */
  async sees(selector, text, timeout) {
    const place = this.page.locator(selector).filter({ hasText: text }).first();
    await place.waitFor({ state: "visible", ...(timeout && { timeout }) }).catch(() => {
      throw new Error(`no ${text} in ${selector}`);
    });
    return place;
  }

  async command(title) {
    const input = ".quick-input-widget:visible input";
    await this.until(`the command ${title}`, async () => {
      await this.page.keyboard.press("F1");
      const place = await this.visible(input, 3000).catch(() => undefined);
      await place?.fill(`>${title}`);
    }, (timeout) => this.sees(CHOSEN, title, timeout));
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").first().waitFor({ state: "hidden" });
  }

  async open(file) {
    const input = ".quick-input-widget:visible input";
    await this.until("going to a file", () => this.page.keyboard.press("Control+p"), (timeout) => this.visible(input, timeout));
    await this.page.locator(input).first().fill(file);
    await this.sees(CHOSEN, file);
    await this.page.keyboard.press("Enter");
    await this.sees(".tab.active", file);
    await this.visible(".editor-instance .view-lines");
  }

  async goTo(line, column) {
    const input = ".quick-input-widget:visible input";
    await this.command("View: Focus Active Editor Group");
    await this.until("going to a line", () => this.page.keyboard.press("Control+g"), (timeout) => this.visible(input, timeout));
    await this.page.locator(input).first().fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.sees(".statusbar-item", `Ln ${line}, Col ${column}`);
  }

  /** Opens the hover at the cursor and scrolls to its end: the problem's steps come before ours. */
  async hover() {
    const focused = ".monaco-hover:focus-within:visible";
    await this.until("a hover", async () => {
      // The first chord shows the hover, the second one moves the focus into it.
      await this.chord("k", "i");
      await this.visible(".monaco-hover:visible", 2000).catch(() => undefined);
      await this.chord("k", "i");
    }, (timeout) => this.sees(`${focused} li, ${focused} td`, "is freed", timeout));
    await this.page.keyboard.press("End");
    return this.visible(focused);
  }

  /** Waits for the hints of a path. */
  async hints() {
    await this.page.waitForFunction(() => [...document.querySelectorAll(".view-line [class*='ced-']")]
      .some((part) => /[①-⑩]/.test(getComputedStyle(part, "::after").content)));
  }

  /** Returns a point within the hint that contains a text. */
  async hintPlace(text) {
    return this.page.evaluate((wanted) => {
      const hint = [...document.querySelectorAll(".view-line [class*='ced-']")]
        .find((part) => getComputedStyle(part, "::after").content.includes(wanted));
      const { right, top, height } = hint.getBoundingClientRect();
      return { x: right - 10, y: top + height / 2 };
    }, text);
  }

  /** Waits until nothing is loaded or animated any more. */
  async rest() {
    await this.page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  /** Drags the side bar's edge to a column of pixels. */
  async widenSideBar(to) {
    const { x, y, width } = await this.page.locator(".part.sidebar").boundingBox();
    await this.page.mouse.move(x + width, y + 300);
    await this.page.mouse.down();
    await this.page.mouse.move(to, y + 300, { steps: 5 });
    await this.page.mouse.up();
  }

  async chord(first, second) {
    await this.page.keyboard.press(`Control+${first}`);
    await this.page.keyboard.press(`Control+${second}`);
  }

  /** Opens the menu of the light bulb and returns the titles of its actions. */
  async openActions() {
    const row = ".action-widget .monaco-list-row.action";
    await this.until("the light bulb", () => this.page.keyboard.press("Control+."), (timeout) => this.visible(row, timeout));
    return (await this.page.locator(row).allInnerTexts()).map((text) => text.trim());
  }

  /** Runs an action of the light bulb. Uses the keyboard, because the menu does not accept the mouse. */
  async action(title) {
    const titles = await this.openActions();
    const index = titles.findIndex((text) => text.includes(title));
    if (index < 0) {
      throw new Error(`no action ${title} among ${titles.join(", ")}`);
    }
    for (let step = 0; step < index; step++) {
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
  }

  /** Returns the document of the webview that was opened last, once it has an element of `selector`. */
  async webview(selector) {
    const inside = this.page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame");
    await inside.locator(selector).first().waitFor();
    return inside;
  }

  /** Opens a row of a tree with the keyboard until a row below it is seen. */
  async openRow(rows, text, below) {
    const row = await this.sees(rows, text);
    await this.until(`the rows below ${text}`, async () => {
      await row.click();
      await this.page.keyboard.press("ArrowRight");
    }, (timeout) => this.sees(rows, below, timeout));
  }

  async closeEditors() {
    await this.command("View: Close All Editors");
  }

  async closePanel() {
    if (await this.page.locator(".part.panel").isVisible()) {
      await this.command("View: Hide Panel");
    }
  }

  async closeSideBar() {
    if (await this.page.locator(".part.sidebar").isVisible()) {
      await this.command("View: Close Primary Side Bar");
    }
  }

  /** Fails if the editor shows an error notification. */
  async nothingComplains() {
    const errors = await this.page.locator(".notification-toast .codicon-error").count();
    if (errors > 0) {
      throw new Error(`the editor complains: ${await this.page.locator(".notification-toast").first().innerText()}`);
    }
  }

  /** Takes a screenshot of the window, or of its upper part if a height is given. */
  async shot(name, height) {
    const { width } = this.page.viewportSize();
    const clip = height && { x: 0, y: 0, width, height };
    await this.page.screenshot({ path: path.join(this.out, `${name}.png`), ...(clip && { clip }) });
  }
}
