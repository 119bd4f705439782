// Shows the current step of a path in the status bar.

import { Disposable, StatusBarAlignment, window } from "vscode";

import { Step } from "../protocol";
import { plain, stepSentence } from "./text";

export class StepItem implements Disposable {
  private readonly item = window.createStatusBarItem("csieve.step", StatusBarAlignment.Left, -100);
  /** The text, without its icon; `undefined` while no step was gone to. */
  text: string | undefined;

  constructor() {
    this.item.name = "csieve: step of the path";
    this.item.command = "csieve.nextStep";
  }

  show(steps: Step[], index: number): void {
    const sentence = plain(stepSentence(steps, index));
    const reason = steps[index]?.branch;
    this.text = sentence;
    this.item.text = `$(debug-step-over) ${sentence}`;
    this.item.tooltip = [sentence, ...(reason ? [plain(reason)] : []), "Click for the next step."].join("\n");
    this.item.accessibilityInformation = { label: sentence, role: "status" };
    this.item.show();
  }

  hide(): void {
    this.text = undefined;
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}
