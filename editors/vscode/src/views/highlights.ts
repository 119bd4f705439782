// Marks in the source the statements that a view shows.

import { Disposable, OverviewRulerLane, Range, TextEditorRevealType, ThemeColor, window } from "vscode";

import { besideView, codeRange, editorsOf, sameUri } from "../places";
import { Range as PlaceRange } from "../protocol";

export interface Highlight {
  uri: string;
  range: PlaceRange;
  /** Whether the statement is one of those that contradict each other. Such statements have other colours. */
  clash: boolean;
}

export class Highlights implements Disposable {
  private readonly clash = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("csieve.clashBackground"),
    border: "1px solid",
    borderColor: new ThemeColor("csieve.clashBorder"),
    overviewRulerColor: new ThemeColor("csieve.clashBorder"),
    overviewRulerLane: OverviewRulerLane.Center,
  });
  private readonly path = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("csieve.pathBackground"),
    border: "1px dotted",
    borderColor: new ThemeColor("csieve.pathBorder"),
  });
  private marked: Highlight[] = [];
  private owner: string | undefined;

  get shown(): Highlight[] {
    return this.marked;
  }

  /** Marks statements for a view and scrolls to the last one. The view keeps the focus. */
  async show(owner: string, highlights: Highlight[]): Promise<void> {
    this.owner = owner;
    this.marked = distinct(highlights);
    const last = highlights.at(-1);
    if (last) {
      const editor = await besideView(last.uri);
      // The line alone: what is far to the right shall not move the text sideways.
      const { line } = last.range.start;
      editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
    }
    this.redraw();
  }

  redraw(): void {
    for (const editor of window.visibleTextEditors) {
      const here = this.marked.filter((mark) => sameUri(mark.uri, editor.document.uri.toString()));
      for (const [type, clash] of [[this.clash, true], [this.path, false]] as const) {
        editor.setDecorations(type, here.filter((mark) => mark.clash === clash).map((mark) => codeRange(mark.range)));
      }
    }
  }

  /** Removes the marks in a document that was changed, because their ranges are no longer right. */
  forget(uri: string): void {
    if (this.marked.some((mark) => sameUri(mark.uri, uri))) {
      this.marked = this.marked.filter((mark) => !sameUri(mark.uri, uri));
      editorsOf(uri).forEach((editor) => [this.clash, this.path].forEach((type) => editor.setDecorations(type, [])));
    }
  }

  /** Removes the marks of a view that was closed. */
  release(owner: string): void {
    if (this.owner === owner) {
      this.marked = [];
      this.redraw();
    }
  }

  dispose(): void {
    Disposable.from(this.clash, this.path).dispose();
  }
}

/** Merges highlights with the same range. The result is a clash if one of them is. */
function distinct(highlights: Highlight[]): Highlight[] {
  const marks = new Map<string, Highlight>();
  for (const mark of highlights) {
    const { start, end } = mark.range;
    const key = [mark.uri, start.line, start.character, end.line, end.character].join(" ");
    const known = marks.get(key);
    marks.set(key, { ...mark, clash: mark.clash || known?.clash === true });
  }
  return [...marks.values()];
}
