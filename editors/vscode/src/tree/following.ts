// Updates the tree and the highlights when documents are analysed, edited, shown or closed.

import { Disposable, languages, TextEditor, window, workspace } from "vscode";

import { isC } from "../places";
import { Session } from "../server/session";
import { Status } from "../status/status";
import { Highlights } from "../views/highlights";
import { FindingsTree } from "./findingsTree";

const CALM_MS = 200;

export function followTexts(
  tree: FindingsTree,
  highlights: Highlights,
  status: Status,
  session: Session,
  quietly: (work: Promise<void>) => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  // The documents to ask about again; `undefined` stands for all.
  let asked: Set<string> | undefined = new Set();
  const soon = (uris: string[] | undefined): void => {
    asked = uris && asked && new Set([...asked, ...uris]);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const some = asked && [...asked];
      asked = new Set();
      quietly(tree.refresh(some));
    }, CALM_MS);
  };
  const shown = (editor: TextEditor | undefined): void => {
    if (editor && isC(editor.document)) {
      const uri = editor.document.uri.toString();
      tree.activate(uri);
      soon([uri]);
    }
  };
  // The documents that were edited since the last analysis.
  const edited = new Set<string>();
  shown(window.activeTextEditor);
  return Disposable.from(
    status.onIdle(() => {
      const active = window.activeTextEditor?.document.uri.toString();
      soon(status.view.state === "off" ? undefined : [...edited, ...(active ? [active] : [])]);
      edited.clear();
    }),
    languages.onDidChangeDiagnostics(({ uris }) => soon(uris.map((uri) => uri.toString()))),
    session.onDidChangeState((state) => state === "starting" || soon(undefined)),
    window.onDidChangeActiveTextEditor(shown),
    window.onDidChangeVisibleTextEditors(() => highlights.redraw()),
    workspace.onDidOpenTextDocument((document) => isC(document) && soon([document.uri.toString()])),
    workspace.onDidCloseTextDocument((document) => soon([document.uri.toString()])),
    workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration("csieve.enable") && soon(undefined),
    ),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        edited.add(document.uri.toString());
        highlights.forget(document.uri.toString());
      }
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
