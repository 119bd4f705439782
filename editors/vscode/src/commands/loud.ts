// Runs work that the user asked for, or work in the background.

import { LogOutputChannel, window } from "vscode";

/** Runs work and says if it fails. */
export type Loud = (work: () => Promise<void>) => Promise<void>;

/** Runs work that the user asked for. Shows an error message if it fails. */
export async function loud(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(`csieve: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns a function that takes work done in the background. Only logs a failure. */
export function quiet(log: LogOutputChannel): (work: Promise<void>) => void {
  return (work) => {
    work.catch((error: unknown) => log.debug(error instanceof Error ? error.message : String(error)));
  };
}
