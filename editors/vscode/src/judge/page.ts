// What csieve says of a diagnostic of another tool, as the page of a hover.

import { Diagnostic, MarkdownString } from "vscode";

import { Judgement } from "../protocol";
import { LINKED_COMMANDS } from "../server/client";

/** A diagnostic of another tool with what csieve says of it. */
export interface Judged {
  diagnostic: Diagnostic;
  judgement: Judgement;
}

/** Returns the page of a hover: all, or in brief where the hover of csieve's own finding has the rest. */
export function page({ diagnostic: { source }, judgement }: Judged, isBrief: boolean): MarkdownString {
  const text = new MarkdownString("", true);
  text.isTrusted = { enabledCommands: LINKED_COMMANDS };
  text.supportHtml = true;
  text.appendText(`csieve on what ${source ?? "another tool"} says:`);
  const { verdict, sentence, markdown } = judgement;
  return text.appendMarkdown(`\n\n${isBrief ? `**${verdict}** · ${sentence}` : markdown}`);
}
