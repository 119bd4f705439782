// Asks anew when other tools report, and when what answers depend on has changed.

import { Disposable, languages, window, workspace } from "vscode";

import { calm } from "../calm";
import { isC } from "../places";
import { Session } from "../server/session";
import { Status } from "../status/status";
import { Judgements } from "./judgements";

export function followTools(
  judgements: Judgements, status: Status, session: Session, quietly: (work: Promise<void>) => void,
): Disposable {
  const work = calm(() => quietly(judgements.refresh()));
  const { now, soon } = work;
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
    work,
  );
}
