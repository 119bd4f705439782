// Runs tests one after another and writes the results to a file.

import * as fs from "node:fs";

export type Test = [name: string, run: () => Promise<void>];

export interface Result {
  name: string;
  ms: number;
  error?: string;
}

const TEST_PATIENCE_MS = 30_000;

/** Runs the tests. The file of the results appears complete, because another process waits for it. */
export async function runAll(tests: Test[], file: string): Promise<void> {
  const results: Result[] = [];
  for (const [name, run] of tests) {
    const start = Date.now();
    const error = await within(TEST_PATIENCE_MS, run()).then(() => undefined, explain);
    results.push({ name, ms: Date.now() - start, ...(error !== undefined && { error }) });
  }
  fs.writeFileSync(`${file}.part`, JSON.stringify(results));
  fs.renameSync(`${file}.part`, file);
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${ms / 1000} seconds`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
