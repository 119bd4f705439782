// What csieve says of a diagnostic of another tool, as the page of a hover.

import { Diagnostic, MarkdownString } from "vscode";

import { Judgement } from "../protocol";
import { LINKED_COMMANDS } from "../server/client";

/** A diagnostic of another tool with what csieve says of it. */
export interface Judged {
  diagnostic: Diagnostic;
  judgement: Judgement;
}

export function page({ diagnostic: { source }, judgement }: Judged): MarkdownString {
  const text = new MarkdownString("", true);
  text.isTrusted = { enabledCommands: LINKED_COMMANDS };
  text.supportHtml = true;
  text.appendText(`csieve on what ${source ?? "another tool"} says:`);
  return text.appendMarkdown(`\n\n${judgement.markdown}`);
}
