// Tells the server what the editors show, so that it analyses these functions first.

import { Disposable, TextEditor, window } from "vscode";

import { isC } from "../places";
import { VISIBLE_METHOD } from "../protocol";
import { Session } from "./session";

const CALM_MS = 50;

/** Follows what the editors of C files show while the server runs. */
export function followVisible(session: Session): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const shown = new Map<string, TextEditor["visibleRanges"][number][]>();
    for (const editor of window.visibleTextEditors.filter(({ document }) => isC(document))) {
      const uri = editor.document.uri.toString();
      shown.set(uri, [...(shown.get(uri) ?? []), ...editor.visibleRanges]);
    }
    for (const [uri, ranges] of shown) {
      session.notify(VISIBLE_METHOD, { uri, ranges: ranges.map(({ start, end }) => ({ start, end })) });
    }
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, CALM_MS);
  };
  return Disposable.from(
    window.onDidChangeVisibleTextEditors(tell),
    window.onDidChangeTextEditorVisibleRanges(soon),
    session.onDidChangeState((state) => state === "running" && soon()),
    { dispose: () => clearTimeout(timer) },
  );
}
