// The observer of a proof, drawn.

import { randomBytes } from "node:crypto";
import { ViewColumn, window } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { observerPage } from "./page";
import { FindingRef, OBSERVER_METHOD, ObserverResult } from "./protocol";

export async function showObserver(client: LanguageClient, finding: FindingRef): Promise<void> {
  const result = await client.sendRequest<ObserverResult>(OBSERVER_METHOD, finding);
  const panel = window.createWebviewPanel(
    "csieve.observer",
    result.title,
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, localResourceRoots: [] },
  );
  panel.webview.html = observerPage(result.title, result.svg, result.text, randomBytes(16).toString("hex"));
}
