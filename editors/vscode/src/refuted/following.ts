// Updates the refuted findings and the highlights when documents are analysed, edited, shown or closed.

import { Disposable, window, workspace } from "vscode";

import { Session } from "../server/session";
import { Status } from "../status/status";
import { Highlights } from "../views/highlights";
import { RefutedView } from "./refutedView";

const CALM_MS = 200;

export function followTexts(
  refuted: RefutedView, highlights: Highlights, status: Status, session: Session, quietly: (work: Promise<void>) => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => quietly(refuted.refresh()), CALM_MS);
  };
  return Disposable.from(
    status.onIdle(soon),
    session.onDidChangeState((state) => state === "starting" || soon()),
    window.onDidChangeActiveTextEditor((editor) => editor && soon()),
    window.onDidChangeVisibleTextEditors(() => highlights.redraw()),
    workspace.onDidCloseTextDocument(soon),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        highlights.forget(document.uri.toString());
      }
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
