// Why csieve says what it says of a diagnostic of another tool: in the hover there, and by a code action.

import {
  CodeAction, CodeActionContext, CodeActionKind, CodeActionProvider, Disposable, Hover, HoverProvider, languages, Position,
  Range, TextDocument,
} from "vscode";

import { SELECTOR } from "../server/client";
import { Judgements } from "./judgements";
import { Judged, page } from "./page";
import { actionTitle, isForeign } from "./texts";

const VIEW = CodeActionKind.Empty.append("csieve.view");

export class JudgeHover implements HoverProvider, CodeActionProvider, Disposable {
  private readonly registered = Disposable.from(
    languages.registerHoverProvider(SELECTOR, this),
    languages.registerCodeActionsProvider(SELECTOR, this, { providedCodeActionKinds: [VIEW] }),
  );

  constructor(private readonly judgements: Judgements) {}

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const at = new Range(position, position);
    const here = this.judgements.of(document).filter(({ diagnostic }) => touches(diagnostic.range, at));
    const hasOwn = languages.getDiagnostics(document.uri).some((own) => !isForeign(own) && touches(own.range, at));
    const pages = here.map((judged) => page(judged, hasOwn && judged.judgement.id !== undefined));
    return here.length > 0 ? new Hover(pages, here[0]!.diagnostic.range) : undefined;
  }

  provideCodeActions(document: TextDocument, range: Range, { only }: CodeActionContext): CodeAction[] {
    const isWanted = !only || only.contains(VIEW);
    const here = this.judgements.of(document).filter(({ diagnostic }) => isWanted && touches(diagnostic.range, range));
    return here.flatMap((judged) => action(document, judged) ?? []);
  }

  dispose(): void {
    this.registered.dispose();
  }
}

function touches(one: Range, other: Range): boolean {
  return one.intersection(other) !== undefined;
}

/** Returns the action that shows the rounds of csieve's own finding of the same misuse, or else the hover. */
function action(document: TextDocument, { diagnostic, judgement: { verdict, id } }: Judged): CodeAction | undefined {
  const title = actionTitle(verdict);
  if (title === undefined) {
    return undefined;
  }
  const shown = new CodeAction(title, VIEW);
  shown.diagnostics = [diagnostic];
  shown.command = id === undefined
    ? { title, command: "editor.action.showHover" }
    : { title, command: "csieve.showRounds", arguments: [{ uri: document.uri.toString(), id }] };
  return shown;
}
