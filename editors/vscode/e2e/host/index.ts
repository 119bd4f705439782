// The tests that run inside the extension host.

import { featureTests } from "./features";
import { findingTests } from "./findings";
import { judgeTests } from "./judge";
import { ruleTests } from "./rules";
import { runAll } from "./runner";

export async function run(): Promise<void> {
  const results = process.env.CSIEVE_TEST_RESULTS;
  if (!results) {
    throw new Error("CSIEVE_TEST_RESULTS names no file");
  }
  await runAll([...findingTests, ...featureTests, ...ruleTests, ...judgeTests], results);
}
