// A counterexample as a table.

import { randomBytes } from "node:crypto";
import { ViewColumn, window } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { tracePage } from "./page";
import { FindingRef, TRACE_METHOD, TraceResult } from "./protocol";

export async function showTrace(client: LanguageClient, finding: FindingRef): Promise<void> {
  const result = await client.sendRequest<TraceResult>(TRACE_METHOD, finding);
  const panel = window.createWebviewPanel(
    "csieve.trace",
    result.title,
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, localResourceRoots: [] },
  );
  panel.webview.html = tracePage(result.title, result.markdown, randomBytes(16).toString("hex"));
}
