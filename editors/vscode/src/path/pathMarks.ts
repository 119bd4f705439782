// The decorations of a path: hints at the ends of lines, and a mark on the current step.

import {
  DecorationOptions,
  DecorationRangeBehavior,
  Disposable,
  MarkdownString,
  OverviewRulerLane,
  Range,
  TextEditor,
  ThemeColor,
  window,
} from "vscode";

import { codeRange, editorsOf } from "../places";
import { Range as PlainRange } from "../protocol";
import { Hint, MARGIN } from "./hints";

/** A hint with the sentences that stand in its hover. */
export interface ShownHint extends Hint {
  sentences: string[];
}

export class PathMarks implements Disposable {
  private readonly numbered = window.createTextEditorDecorationType({
    after: { color: new ThemeColor("csieve.decisiveHintForeground"), margin: `0 0 0 ${MARGIN}ch` },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  private readonly step = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("csieve.stepBackground"),
    border: "1px solid",
    borderColor: new ThemeColor("csieve.stepBorder"),
    overviewRulerColor: new ThemeColor("csieve.stepBorder"),
    overviewRulerLane: OverviewRulerLane.Center,
  });

  showHints(uri: string, hints: ShownHint[]): void {
    for (const editor of editorsOf(uri)) {
      editor.setDecorations(this.numbered, hints.map((hint) => option(editor, hint)));
    }
  }

  showStep(uri: string, range: PlainRange): void {
    this.clearStep();
    editorsOf(uri).forEach((editor) => editor.setDecorations(this.step, [codeRange(range)]));
  }

  clearStep(): void {
    window.visibleTextEditors.forEach((editor) => editor.setDecorations(this.step, []));
  }

  clear(): void {
    for (const editor of window.visibleTextEditors) {
      [this.numbered, this.step].forEach((type) => editor.setDecorations(type, []));
    }
  }

  dispose(): void {
    Disposable.from(this.numbered, this.step).dispose();
  }
}

function option(editor: TextEditor, hint: ShownHint): DecorationOptions {
  const line = Math.min(hint.line, editor.document.lineCount - 1);
  const end = editor.document.lineAt(line).range.end;
  return {
    range: new Range(end, end),
    hoverMessage: hint.sentences.map((sentence) => new MarkdownString(sentence)),
    renderOptions: { after: { contentText: hint.text } },
  };
}
