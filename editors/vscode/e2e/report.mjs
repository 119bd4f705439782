// Opens the page of `csieve check --format html` in Chromium: how it reads with and without its script, in light and dark,
// and that a source which looks like a page stays a source. Pictures go to the folder OUT.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const csieve = process.env.CSIEVE_SERVER;
const repository = process.env.REPOSITORY;
const out = process.env.OUT;
assert(csieve && repository && out, "CSIEVE_SERVER, REPOSITORY and OUT must be set");

const HOSTILE = `#include <stdlib.h>
int f(int *p) /* </code><script>document.title = "taken"</script> */
{
    free(p); /* <img src=x onerror="document.title='taken'"> \u202e */
    return *p; /* ' " & </details> */
}
`;

/** Writes the report of some files and returns its address. */
function report(folder, name, files, options = []) {
  const page = join(folder, name);
  const run = () => execFileSync(csieve, ["check", "-q", "--no-cache", "--exit-zero", "--no-config", "--format", "html", "-o", page,
    ...options, ...files], { cwd: repository, stdio: ["ignore", "pipe", "pipe"] });
  run();
  return pathToFileURL(page).href;
}

/** Opens a page and fails on anything that it loads or any error in it. */
async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("request", (request) => request.url() === address || problems.push(`loads ${request.url()}`));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(address);
  return { page, problems, close: () => context.close() };
}

const visible = (page) => page.locator(".finding:visible").count();

const tests = {
  async "filters by verdict, check, file and text"(browser, address) {
    const { page, problems, close } = await open(browser, address);
    const all = await visible(page);
    assert(all >= 8, `${all} findings`);
    const refuted = await page.locator(".finding.refuted").count();
    await page.locator("#show-refuted").uncheck();
    assert.equal(await visible(page), all - refuted);
    await page.locator("#show-refuted").check();
    await page.locator("#rule").selectOption("use-after-free");
    assert.equal(await visible(page), await page.locator('.finding[data-rule="use-after-free"]').count());
    await page.locator("#rule").selectOption("");
    await page.locator("#file").selectOption("demo/p1_bug.c");
    assert.equal(await visible(page), await page.locator('.finding[data-file="demo/p1_bug.c"]').count());
    await page.locator("#file").selectOption("");
    await page.locator("#text").fill("drain_right");
    assert.equal(await visible(page), 1);
    await page.locator("#text").fill("no such word");
    assert.equal(await visible(page), 0);
    assert(await page.locator("#nothing").isVisible());
    assert.deepEqual(problems, []);
    await close();
  },

  async "walks paths through the source, with numbers"(browser, address) {
    const { page, close } = await open(browser, address);
    const card = page.locator('.finding.confirmed[data-rule="use-after-free"]', { hasText: "drain" }).first();
    await card.evaluate((element) => { element.open = true; });
    assert(await card.locator(".line.misuse").first().isVisible());
    const numbers = await card.locator(".note .step").allTextContents();
    const sorted = numbers.filter((number) => number !== "!").map(Number).sort((one, other) => one - other);
    assert(sorted.length > 1 && sorted.every((number, index) => number === index + 1), numbers.join());
    await close();
  },

  async "draws the observers of what was refuted"(browser, address) {
    const { page, close } = await open(browser, address);
    const card = page.locator(".finding.refuted").first();
    await card.evaluate((element) => { element.open = true; });
    const drawing = await card.locator("svg").first().boundingBox();
    assert(drawing && drawing.width > 100 && drawing.height > 50, JSON.stringify(drawing));
    assert((await card.locator(".proof table tbody tr").count()) > 1);
    await close();
  },

  async "reads without its script"(browser, address) {
    const { page, close } = await open(browser, address, { javaScriptEnabled: false });
    const all = await visible(page);
    assert(!(await page.locator(".scripted").isVisible()), "filters that need the script are hidden");
    await page.locator("#show-confirmed").uncheck();
    assert((await visible(page)) < all, "verdicts are filtered by the style alone");
    await page.locator(".finding.refuted summary").first().click();
    assert(await page.locator(".finding.refuted .source").first().isVisible());
    await close();
  },

  async "opens the finding that the address names"(browser, address) {
    const { page, close } = await open(browser, `${address}#f3`);
    assert(await page.locator("#f3").evaluate((card) => card.open));
    await close();
  },

  async "fits a narrow window"(browser, address) {
    const { page, close } = await open(browser, address, { viewport: { width: 400, height: 800 } });
    await page.locator("#open").click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 400, `the page is ${wide} wide`);
    await page.screenshot({ path: join(out, "report-narrow.png") });
    await close();
  },

  async "keeps a source that looks like a page a source"(browser, _, folder) {
    writeFileSync(join(folder, "<b>&'.c"), HOSTILE);
    const { page, problems, close } = await open(browser, report(folder, "hostile.html", [join(folder, "<b>&'.c")]));
    assert.equal(await page.title(), "csieve: 1 finding");
    assert.equal(await page.locator("img, b >> text=&").count(), 0);
    const text = await page.locator(".lines").first().textContent();
    assert(text.includes("</details>") && text.includes("‹U+202E›") && text.includes("<img src=x"), text);
    assert.deepEqual(problems, []);
    await close();
  },

  async "has pictures in light and dark"(browser, address) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(browser, address, { colorScheme });
      await page.screenshot({ path: join(out, `report-${colorScheme}.png`) });
      await page.locator("#close").click();
      await page.locator("#text").fill("drain_right");
      await page.locator(".finding:visible").evaluate((card) => { card.open = true; });
      await page.screenshot({ path: join(out, `report-refuted.${colorScheme}.png`), fullPage: true });
      await close();
    }
  },
};

const folder = mkdtempSync(join(tmpdir(), "csieve-report-"));
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
let failed = 0;
try {
  const address = report(folder, "report.html", ["demo", "tests/fixtures/projects/wrapped"], ["--show-refuted", "--show-doubtful"]);
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(browser, address, folder);
      console.log(`ok: the report ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`FAILED: the report ${name}\n${error.stack}`);
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
