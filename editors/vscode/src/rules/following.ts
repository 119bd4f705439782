// Updates what rules match when their files or C files are typed into, shown, hidden or analysed.

import { Disposable, window, workspace } from "vscode";

import { isC } from "../places";
import { Session } from "../server/session";
import { Status } from "../status/status";
import { isToml } from "./documents";
import { LiveRules } from "./liveRules";

const CALM_MS = 150;

export function followRules(
  live: LiveRules, status: Status, session: Session, quietly: (work: Promise<void>) => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(timer);
    quietly(live.refresh());
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(now, CALM_MS);
  };
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
    { dispose: () => clearTimeout(timer) },
  );
}
