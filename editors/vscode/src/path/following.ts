// Updates the shown path when the cursor, the editors, the texts or the findings change.

import { Disposable, languages, TextEditor, Uri, window, workspace } from "vscode";

import { Session } from "../server/session";
import { Status } from "../status/status";
import { Witness } from "./witness";

const CALM_MS = 150;

/** Makes the path follow the cursor. The user did not ask for it, so `quietly` only logs failures. */
export function followCursor(witness: Witness, status: Status, session: Session, quietly: (work: Promise<void>) => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  // Documents whose findings still have the positions from before an edit.
  const stale = new Set<string>();
  const soon = (editor: TextEditor | undefined): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (editor && editor === window.activeTextEditor && !stale.has(editor.document.uri.toString())) {
        quietly(witness.follow(editor));
      }
    }, CALM_MS);
  };
  const fresh = (uris: readonly Uri[]): void => {
    uris.forEach((uri) => stale.delete(uri.toString()));
    soon(window.activeTextEditor);
  };
  return Disposable.from(
    window.onDidChangeTextEditorSelection(({ textEditor }) => soon(textEditor)),
    window.onDidChangeActiveTextEditor(soon),
    window.onDidChangeVisibleTextEditors(() => witness.redraw()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        stale.add(document.uri.toString());
        witness.forget(document.uri.toString());
      }
    }),
    workspace.onDidCloseTextDocument((document) => witness.forget(document.uri.toString())),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("csieve.witnessHints") && witness.redraw()),
    languages.onDidChangeDiagnostics(({ uris }) => fresh(uris)),
    status.onIdle(() => {
      if (status.view.state === "off") {
        witness.clear();
      }
      fresh([...stale].map((uri) => Uri.parse(uri)));
    }),
    session.onDidChangeState((state) => state === "running" || witness.clear()),
    { dispose: () => clearTimeout(timer) },
  );
}
