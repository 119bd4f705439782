// The hints behind the lines where other tools say something.

import { DecorationOptions, DecorationRangeBehavior, Disposable, MarkdownString, Range, TextEditor, TextEditorDecorationType, ThemeColor, window } from "vscode";

import { columns, MARGIN, room, shortened } from "../path/hints";
import { JudgeHint } from "./texts";

/** A hint with the pages that stand in its hover. */
export interface ShownHint extends JudgeHint {
  pages: MarkdownString[];
}

export class JudgeMarks implements Disposable {
  private readonly types: Record<JudgeHint["verdict"], TextEditorDecorationType> = {
    refuted: hintType("csieve.hintForeground", "italic"),
    confirmed: hintType("editorWarning.foreground", "normal"),
  };

  /** What each editor shows. Decorations that are set once more would close a hover. */
  private readonly drawn = new WeakMap<TextEditor, string>();

  show(editor: TextEditor, hints: ShownHint[]): void {
    const now = JSON.stringify(hints);
    if (now === (this.drawn.get(editor) ?? "[]")) {
      return;
    }
    this.drawn.set(editor, now);
    for (const [verdict, type] of Object.entries(this.types)) {
      editor.setDecorations(type, hints.filter((hint) => hint.verdict === verdict).map((hint) => option(editor, hint)));
    }
  }

  dispose(): void {
    Disposable.from(...Object.values(this.types)).dispose();
  }
}

function hintType(color: string, fontStyle: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    after: { color: new ThemeColor(color), margin: `0 0 0 ${MARGIN}ch`, fontStyle },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}

function option(editor: TextEditor, { line, text, pages }: ShownHint): DecorationOptions {
  const { range, text: code } = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
  const width = columns(code, Number(editor.options.tabSize) || 4);
  return {
    range: new Range(range.end, range.end),
    hoverMessage: pages,
    renderOptions: { after: { contentText: shortened(text, room(width)) } },
  };
}
