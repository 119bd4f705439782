// Opens a C program that triggers a confirmed finding, written by the server. Nothing is compiled or run.

import { window, workspace } from "vscode";

import { DRIVER_METHOD, DriverResult, FindingRef } from "../protocol";
import { Session } from "../server/session";

export async function writeTest(session: Session, finding: FindingRef): Promise<void> {
  const { text } = await session.request<DriverResult>(DRIVER_METHOD, finding);
  await window.showTextDocument(await workspace.openTextDocument({ language: "c", content: text }));
}
