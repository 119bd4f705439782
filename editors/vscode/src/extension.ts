// Starts the language server and shows what editors have no view for.

import { commands, ExtensionContext, window } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { createClient } from "./client";
import { ServerNotFound } from "./lookup";
import { showObserver } from "./observerView";
import { FindingRef } from "./protocol";
import { StatusItem } from "./status";
import { suppress } from "./suppress";
import { showTrace } from "./traceView";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel("csieve", { log: true });
  const status = new StatusItem();
  context.subscriptions.push(log, status);

  const start = async (): Promise<void> => {
    try {
      client = createClient(context, log, status);
      await client.start();
    } catch (error) {
      client = undefined;
      status.failed();
      await report(error);
    }
  };
  const withClient = (view: (client: LanguageClient, finding: FindingRef) => Promise<void>) =>
    async (finding: FindingRef): Promise<void> => {
      if (!client) {
        void window.showErrorMessage("csieve: the server is not running.");
        return;
      }
      try {
        await view(client, finding);
      } catch (error) {
        void window.showErrorMessage(`csieve: ${error instanceof Error ? error.message : String(error)}`);
      }
    };

  context.subscriptions.push(
    commands.registerCommand("csieve.showTrace", withClient(showTrace)),
    commands.registerCommand("csieve.showObserver", withClient(showObserver)),
    commands.registerCommand("csieve.suppress", suppress),
    commands.registerCommand("csieve.showLog", () => log.show()),
    commands.registerCommand("csieve.restartServer", async () => {
      await client?.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function report(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServerNotFound)) {
    void window.showErrorMessage(`csieve: the server did not start: ${message}`);
    return;
  }
  const open = "Open the setting";
  if ((await window.showErrorMessage(`csieve: ${message}`, open)) === open) {
    await commands.executeCommand("workbench.action.openSettings", "csieve.server.path");
  }
}
