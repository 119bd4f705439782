// The language client: what is run, and what it is told.

import { ExtensionContext, LogOutputChannel, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { findServer, systemLookup } from "./lookup";
import { STATUS_METHOD, StatusParams, initializationOptions } from "./protocol";
import { StatusItem } from "./status";

export function createClient(
  context: ExtensionContext,
  log: LogOutputChannel,
  status: StatusItem,
): LanguageClient {
  const settings = workspace.getConfiguration("csieve");
  const command = findServer(settings.get<string>("server.path", ""), context.extensionPath, systemLookup());
  log.info(`server: ${command}`);
  const server: ServerOptions = { command, args: ["serve"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "c" },
      { scheme: "untitled", language: "c" },
      // Visual Studio Code takes headers for C++; the server knows whether a C file includes them.
      { scheme: "file", language: "cpp", pattern: "**/*.h" },
    ],
    initializationOptions: initializationOptions((name) => settings.get(name)),
    synchronize: { configurationSection: "csieve" },
    outputChannel: log,
  };
  const client = new LanguageClient("csieve", "csieve", server, options);
  client.onNotification(STATUS_METHOD, (params: StatusParams) => status.update(params));
  return client;
}
