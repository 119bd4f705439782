// The messages to the user about problems with the server.

import { commands, LogOutputChannel, window } from "vscode";

import { ServerNotFound } from "./lookup";
import { Messages } from "./session";

const RESTART = "Restart";
const LOG = "Show the log";
const SETTING = "Open the setting";

export function troubles(log: LogOutputChannel): Messages {
  const say = async (show: typeof window.showErrorMessage, message: string, ...buttons: string[]): Promise<void> => {
    switch (await show(`csieve: ${message}`, ...buttons)) {
      case RESTART:
        return commands.executeCommand("csieve.restartServer");
      case LOG:
        return log.show();
      case SETTING:
        return commands.executeCommand("workbench.action.openSettings", "csieve.server.path");
    }
  };
  return {
    failed: (error) => {
      const message = error instanceof Error ? error.message : String(error);
      void (error instanceof ServerNotFound
        ? say(window.showErrorMessage, message, SETTING, LOG)
        : say(window.showErrorMessage, `the server did not start: ${message}`, RESTART, SETTING, LOG));
    },
    gaveUp: () => void say(window.showErrorMessage, "the server ended too often and is not started again.", RESTART, LOG),
    mismatch: (sentence) => void say(window.showWarningMessage, sentence, SETTING, LOG),
  };
}
