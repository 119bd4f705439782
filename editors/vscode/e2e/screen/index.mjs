// Runs the tests of what the screen shows, in dark, light and high-contrast themes.

import { findingTests } from "./findings.mjs";
import { judgeTests } from "./judge.mjs";
import { keyboardTests } from "./keyboard.mjs";
import { ruleTests } from "./rules.mjs";
import { themeTests } from "./themes.mjs";
import { viewTests } from "./views.mjs";
import { Workbench } from "./workbench.mjs";

const TESTS = [...findingTests, ...viewTests, ...keyboardTests, ...ruleTests, ...judgeTests, ...themeTests];

/** Runs the tests in their order. Each may rely on the open folder, but not on the test before it. */
export async function screenTests({ server, page, folder, out }, tests = TESTS) {
  const workbench = new Workbench(page, out);
  await workbench.load(server.url(folder));
  const outcomes = [];
  const only = process.env.ONLY ?? "";
  for (const [name, run] of tests.filter(([name]) => name.includes(only))) {
    const start = Date.now();
    let error;
    try {
      await run(workbench, { server, folder });
      await workbench.nothingComplains();
    } catch (problem) {
      error = problem.stack ?? String(problem);
      await workbench.shot(`failed-${name.replaceAll(" ", "-")}`);
      await page.keyboard.press("Escape");
    }
    outcomes.push({ name, ms: Date.now() - start, error });
  }
  return outcomes;
}
