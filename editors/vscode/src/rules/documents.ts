// Finds the documents with rules among those that are open.

import * as path from "node:path";
import { TextDocument, Uri, workspace } from "vscode";

import { hasRule, listedRules, saysRules } from "./ruleFile";

const CONFIGURATION = "csieve.toml";

export function isToml(document: TextDocument): boolean {
  return ["file", "untitled"].includes(document.uri.scheme)
    && (document.languageId === "toml" || document.uri.path.endsWith(".toml"));
}

/** Returns whether a document has rules: it says so itself, or the setting or a csieve.toml above it lists it. */
export async function isRuleFile(document: TextDocument): Promise<boolean> {
  const text = document.getText();
  if (!isToml(document) || !hasRule(text)) {
    return false;
  }
  if (saysRules(document.uri.path, text)) {
    return true;
  }
  const file = document.uri.fsPath;
  return inSetting(document.uri).includes(file) || (await inConfigurations(document.uri)).includes(file);
}

function folders(): string[] {
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

function inSetting(uri: Uri): string[] {
  const names = workspace.getConfiguration("csieve", uri).get<string[]>("rules") ?? [];
  return names.flatMap((name) => folders().map((folder) => path.resolve(folder, name)));
}

/** Returns the files that a csieve.toml lists in a folder above a file, or in a folder of the workspace. */
async function inConfigurations(uri: Uri): Promise<string[]> {
  const root = workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const above = new Set(folders());
  for (let folder = path.dirname(uri.fsPath); root && folder.startsWith(root); folder = path.dirname(folder)) {
    above.add(folder);
  }
  const listed = [...above].map(async (folder) =>
    listedRules(await textOf(Uri.file(path.join(folder, CONFIGURATION)))).map((name) => path.resolve(folder, name)));
  return (await Promise.all(listed)).flat();
}

async function textOf(uri: Uri): Promise<string> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  try {
    return open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return "";
  }
}
