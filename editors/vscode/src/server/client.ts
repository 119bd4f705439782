// Creates the language client with its options and restrictions.

import { LogOutputChannel, workspace } from "vscode";
import { CloseHandlerResult, ErrorHandler, LanguageClient, LanguageClientOptions } from "vscode-languageclient/node";

import { initializationOptions } from "../settings";
import { Program } from "./lookup";
import { cancellableProgress } from "./progress";

/** The only commands that a page of a finding may link to. */
export const LINKED_COMMANDS = ["csieve.showTrace", "csieve.showObserver", "csieve.showRounds"];

export const SELECTOR = [
  { scheme: "file", language: "c" },
  { scheme: "untitled", language: "c" },
  // Visual Studio Code takes headers for C++. The server knows whether a C file includes a header.
  { scheme: "file", language: "cpp", pattern: "**/*.h" },
];

/** Creates the client of a server program. Calls `gaveUp` when the server ended too often to be restarted. */
export function createClient(program: Program, log: LogOutputChannel, gaveUp: () => void): LanguageClient {
  const settings = workspace.getConfiguration("csieve");
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    initializationOptions: initializationOptions((name) => settings.get(name)),
    synchronize: { configurationSection: "csieve" },
    outputChannel: log,
    markdown: { isTrusted: { enabledCommands: LINKED_COMMANDS }, supportHtml: true },
    errorHandler: { error: (...about) => standard.error(...about), closed: () => closed() },
    middleware: { handleWorkDoneProgress: (token, params, next) => progress(token, params, next) },
  };
  const client = new LanguageClient("csieve", "csieve", { command: program.file, args: ["serve"] }, options);
  const standard: ErrorHandler = client.createDefaultErrorHandler();
  const progress = cancellableProgress(client);
  const closed = async (): Promise<CloseHandlerResult> => {
    const result = await standard.closed();
    if (result.message) {
      log.error(result.message);
      gaveUp();
    }
    return { ...result, handled: true };
  };
  return client;
}
