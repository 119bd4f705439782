// Updates what rules match when their files or C files are typed into, shown, hidden or analysed.

import { Disposable, window, workspace } from "vscode";

import { calm } from "../calm";
import { isC } from "../places";
import { Session } from "../server/session";
import { Status } from "../status/status";
import { isToml } from "./documents";
import { LiveRules } from "./liveRules";

export function followRules(
  live: LiveRules, status: Status, session: Session, quietly: (work: Promise<void>) => void,
): Disposable {
  const work = calm(() => quietly(live.refresh()));
  const { now, soon } = work;
  soon();
  return Disposable.from(
    window.onDidChangeVisibleTextEditors(now),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && (isToml(document) || isC(document))) {
        soon();
      }
    }),
    workspace.onDidSaveTextDocument((document) => isToml(document) && soon()),
    workspace.onDidCloseTextDocument((document) => live.forget(document)),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("csieve.rules") && soon()),
    session.onDidChangeState(soon),
    status.onIdle(soon),
    work,
  );
}
