// Drives VS Code in a browser: squiggles, hover, code action, observer. Usage: node drive.mjs URL OUT_FOLDER
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [url, out] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "csieve-e2e-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  viewport: { width: 1400, height: 850 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const page = context.pages()[0] ?? (await context.newPage());
const shot = (name) => page.screenshot({ path: path.join(out, `${name}.png`) });

async function command(name) {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-widget input", { state: "visible" });
  await page.keyboard.type(name);
  await page.waitForTimeout(600);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(400);
}

async function goTo(place) {
  await page.click(".view-lines");
  await page.keyboard.press("Control+g");
  await page.keyboard.type(place);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(500);
}

/** Runs the code action with a title at the cursor; its menu blocks the mouse, so the keyboard chooses. */
async function codeAction(title) {
  await page.keyboard.press("Control+.");
  await page.waitForSelector(".action-widget .monaco-list-row", { timeout: 15000 });
  await page.waitForTimeout(500);
  const rows = (await page.locator(".action-widget .monaco-list-row.action").allInnerTexts()).map((text) => text.trim());
  const index = rows.findIndex((text) => text.includes(title));
  if (index < 0) {
    throw new Error(`no code action ${title} among ${JSON.stringify(rows)}`);
  }
  for (let step = 0; step < index; step++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

try {
  await page.goto(url);
  await page.waitForSelector(".monaco-workbench", { timeout: 60000 });
  await page.waitForSelector(".explorer-folders-view .monaco-list-row", { timeout: 60000 });
  await page.dblclick('.explorer-folders-view .monaco-list-row:has-text("sieve.c")');
  await page.waitForSelector(".editor-instance .view-lines", { timeout: 30000 });
  await page.waitForSelector(".squiggly-warning", { timeout: 60000 });
  await page.waitForTimeout(1000);
  await shot("1-squiggles");

  await goTo("26:10");
  await command("Show or Focus Hover");
  await page.waitForSelector(".monaco-hover .hover-contents", { timeout: 15000 });
  await page.waitForTimeout(800);
  const hover = await page.locator(".monaco-hover:visible").first().innerText();
  if (!hover.includes("freed") || !hover.includes("left")) {
    throw new Error(`the hover lacks the trace: ${hover}`);
  }
  await shot("2-hover");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await goTo("37:10");
  await codeAction("Show conflict observer");
  await page.waitForSelector("iframe.webview", { timeout: 20000 });
  const view = page.frameLocator("iframe.webview").last().frameLocator("#active-frame");
  await view.locator("svg").first().waitFor({ timeout: 20000 });
  await page.waitForTimeout(800);
  await shot("3-observer");

  await goTo("26:10");
  await codeAction("Show counterexample trace");
  const trace = page.frameLocator("iframe.webview").last().frameLocator("#active-frame");
  await trace.locator("table").first().waitFor({ timeout: 20000 });
  await page.waitForTimeout(800);
  await shot("4-trace");
  console.log("ok: squiggles, hover, observer, trace");
} catch (error) {
  console.log("failed:", error.message.split("\n")[0]);
  await shot("failed");
  process.exitCode = 1;
}
await context.close();
fs.rmSync(profile, { recursive: true, force: true });
