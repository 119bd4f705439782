// The commands that show a finding: the one in the command's argument, or else the one under the cursor.

import { commands, Disposable, QuickPickItem, Selection, TextEditorRevealType, Uri, window } from "vscode";

import { findingRef, findingsParams, isObject } from "../arguments";
import { Findings } from "../findings";
import { plain } from "../path/text";
import { codeRange, isC, isKnown } from "../places";
import { Finding, FindingRef, Range } from "../protocol";
import { reasonOf, Standing, standingOf } from "../tree/standing";
import { Loud } from "./loud";

/** Registers a command on a finding. Its argument may also be an entry of the tree of findings. */
export function findingCommand(id: string, findings: Findings, loud: Loud, show: (finding: FindingRef) => Promise<void>): Disposable {
  return commands.registerCommand(id, (argument?: unknown) => loud(async () => {
    const finding = argument === undefined ? await underCursor(findings) : findingRef(ofNode(argument), isKnown);
    if (!finding) {
      throw new Error(argument === undefined ? "put the cursor on a finding first." : "there is no such finding.");
    }
    await show(finding);
  }));
}

/** Returns a command that lets the user choose a finding of a function or a document, and goes to it. */
export function showFindings(findings: Findings, loud: Loud): (argument?: unknown) => Promise<void> {
  return (argument) => loud(async () => {
    const document = window.activeTextEditor?.document;
    const here = document && isC(document) ? { uri: document.uri.toString(), function: "", ids: [] } : undefined;
    const params = argument === undefined ? here : findingsParams(argument, isKnown);
    if (!params) {
      throw new Error("open a C file first.");
    }
    const wanted = (finding: Finding): boolean => params.ids.length > 0
      ? params.ids.includes(finding.id)
      : params.function === "" || finding.function === params.function;
    const items = (await findings.of(params.uri)).filter(wanted).sort(keptFirst).map(item);
    const title = params.function ? `Findings in ${params.function}` : "Findings in this file";
    const chosen = items.length > 0 ? await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }) : undefined;
    if (items.length === 0) {
      void window.showInformationMessage("csieve: nothing was found here, and nothing was refuted.");
    }
    if (chosen) {
      await goTo(params.uri, chosen.range, false);
    }
  });
}

/** Goes to a range in a document. A view may keep the focus. */
export async function goTo(uri: string, range: Range, preserveFocus: boolean): Promise<void> {
  const editor = await window.showTextDocument(Uri.parse(uri), { preserveFocus });
  const place = codeRange(range);
  editor.selection = new Selection(place.start, place.start);
  editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
}

async function underCursor(findings: Findings): Promise<FindingRef | undefined> {
  const editor = window.activeTextEditor;
  return editor && isC(editor.document) ? findings.at(editor.document, editor.selection.active) : undefined;
}

function ofNode(argument: unknown): unknown {
  const listed = isObject(argument) && isObject(argument.listed) ? argument.listed : undefined;
  return listed && isObject(listed.finding) ? { uri: listed.uri, id: listed.finding.id } : argument;
}

function keptFirst(one: Finding, other: Finding): number {
  return Number(one.verdict === "refuted") - Number(other.verdict === "refuted") || one.range.start.line - other.range.start.line;
}

const ICONS: Record<Standing, string> = {
  confirmed: "error", unrefuted: "warning", doubtful: "question", refuted: "pass", suppressed: "circle-slash",
};

function item(finding: Finding): QuickPickItem & { range: Range } {
  const standing = standingOf(finding);
  return {
    label: `$(${ICONS[standing]}) ${plain(finding.message)}`,
    description: `${finding.rule}, line ${finding.range.start.line + 1}`,
    detail: plain(reasonOf(finding) ?? standing),
    range: finding.range,
  };
}
