// Opens a C program that triggers a confirmed finding, written by the server, and offers to build and run it. Nothing is
// compiled or run before the user asks for it, and nothing in a workspace that is not trusted.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { Disposable, Range, ShellExecution, Task, TaskRevealKind, TaskScope, tasks, TextDocument, Uri, window, workspace, WorkspaceEdit } from "vscode";

import { DRIVER_METHOD, DriverResult, FindingRef } from "../protocol";
import { Session } from "../server/session";

export const BUILD_AND_RUN = "Build and run";

export async function writeTest(session: Session, finding: FindingRef): Promise<void> {
  const driver = await session.request<DriverResult>(DRIVER_METHOD, finding);
  const document = await opened(driver);
  // The command needs a shell of POSIX and sanitizers.
  if (workspace.isTrusted && process.platform !== "win32") {
    void offer(driver, document);
  }
}

/** Opens a driver as a document that has its name and is not saved yet. */
async function opened({ name, text }: DriverResult): Promise<TextDocument> {
  const folder = workspace.workspaceFolders?.[0]?.uri.path;
  const uri = Uri.from({ scheme: "untitled", path: folder === undefined ? name : path.posix.join(folder, name) });
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
  await window.showTextDocument(document);
  return document;
}

async function offer(driver: DriverResult, document: TextDocument): Promise<void> {
  const chosen = await window.showInformationMessage(`csieve: ${driver.name} fails if it is built with sanitizers.`, BUILD_AND_RUN);
  if (chosen !== BUILD_AND_RUN) {
    return;
  }
  try {
    await buildAndRun(driver, document.isClosed ? driver.text : document.getText());
  } catch (error) {
    void window.showErrorMessage(`csieve: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs the command of a driver as a task, in a folder of its own that goes when the task ends. */
async function buildAndRun(driver: DriverResult, text: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "csieve-driver-"));
  await writeFile(path.join(folder, driver.name), text);
  const task = buildTask(driver, folder);
  const execution = await tasks.executeTask(task);
  const ended: Disposable = tasks.onDidEndTask((event) => {
    if (event.execution === execution) {
      ended.dispose();
      void rm(folder, { recursive: true, force: true });
    }
  });
}

function buildTask(driver: DriverResult, folder: string): Task {
  const execution = new ShellExecution(driver.build, { cwd: folder });
  const task = new Task({ type: "shell" }, TaskScope.Workspace, `${BUILD_AND_RUN} ${driver.name}`, "csieve", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always };
  return task;
}
