// Asks anew when other tools report, and when what answers depend on has changed.

import { Disposable, languages, window, workspace } from "vscode";

import { isC } from "../places";
import { Session } from "../server/session";
import { Status } from "../status/status";
import { Judgements } from "./judgements";

const CALM_MS = 150;

export function followTools(
  judgements: Judgements, status: Status, session: Session, quietly: (work: Promise<void>) => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(timer);
    quietly(judgements.refresh());
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(now, CALM_MS);
  };
  const anew = (): void => {
    judgements.outdated();
    soon();
  };
  soon();
  return Disposable.from(
    languages.onDidChangeDiagnostics(soon),
    window.onDidChangeVisibleTextEditors(now),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isC(document)) {
        judgements.changed(document);
      }
    }),
    workspace.onDidSaveTextDocument(anew),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("csieve") && anew()),
    session.onDidChangeState(anew),
    status.onIdle(soon),
    { dispose: () => clearTimeout(timer) },
  );
}
