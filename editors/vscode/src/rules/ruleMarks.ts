// The decorations of what rules match in C files.

import { DecorationOptions, Disposable, MarkdownString, TextEditor, ThemeColor, window } from "vscode";

import { codeRange } from "../places";
import { RuleMark } from "./marks";

export class RuleMarks implements Disposable {
  private readonly type = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor("csieve.ruleBackground"),
    border: "1px solid",
    borderColor: new ThemeColor("csieve.ruleBorder"),
    borderRadius: "2px",
    after: { color: new ThemeColor("csieve.hintForeground"), margin: "0 0.5ch", fontStyle: "italic" },
  });

  show(editor: TextEditor, marks: RuleMark[]): void {
    editor.setDecorations(this.type, marks.map(option));
  }

  dispose(): void {
    this.type.dispose();
  }
}

function option({ range, text, sentences }: RuleMark): DecorationOptions {
  return {
    range: codeRange(range),
    hoverMessage: sentences.map((sentence) => new MarkdownString(sentence)),
    renderOptions: { after: { contentText: text } },
  };
}
