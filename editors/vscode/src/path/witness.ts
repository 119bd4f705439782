// The path that the editor shows: its hints follow the cursor, and the user can go through its steps.

import { CancellationToken, CancellationTokenSource, commands, Disposable, TextEditor, Uri, window, workspace } from "vscode";

import { Findings } from "../findings";
import { codeRange, isC, openDocument, sameUri } from "../places";
import { FindingRef, Step, TRACE_METHOD, TraceResult } from "../protocol";
import { Session } from "../server/session";
import { contains, neighbour } from "./choose";
import { PathMarks } from "./pathMarks";
import { StepItem } from "./stepItem";
import { Hint, hints } from "./text";

/** A path, and the index of the step that the user went to, if any. */
interface Walk {
  finding: FindingRef;
  steps: Step[];
  current: number | undefined;
}

export class Witness implements Disposable {
  private readonly marks = new PathMarks();
  private readonly item = new StepItem();
  private walk: Walk | undefined;
  private request: CancellationTokenSource | undefined;
  /** The number of commands that are moving the cursor to a step. Meanwhile, `follow` does nothing. */
  private moving = 0;
  /** Called with every step that the user goes to. */
  onStep: (finding: FindingRef, index: number) => void = () => undefined;

  constructor(private readonly session: Session, private readonly findings: Findings) {}

  get currentStep(): number | undefined {
    return this.walk?.current;
  }

  /** The hints that are shown. */
  get shown(): Array<{ uri: string; line: number; text: string }> {
    const uri = this.walk?.finding.uri ?? "";
    return this.hints().map(({ line, text }) => ({ uri, line, text }));
  }

  /** Shows the path of the finding under the cursor of an editor. Without a finding there, hides the path. */
  async follow(editor: TextEditor | undefined): Promise<void> {
    if (!editor || this.moving > 0 || this.isAtStep(editor)) {
      return;
    }
    const token = this.newRequest();
    const finding = isC(editor.document) ? await this.findings.at(editor.document, editor.selection.active, token) : undefined;
    if (token.isCancellationRequested || (finding && this.isWalking(finding) && this.walk?.current === undefined)) {
      return;
    }
    const steps = finding && (await this.load(finding, token));
    if (!token.isCancellationRequested) {
      this.enter(finding && steps?.length ? { finding, steps, current: undefined } : undefined);
    }
  }

  /** Goes to a step of a finding and shows its path. `known` are the steps, if the caller has them. */
  async goTo(finding: FindingRef, index: number, known?: Step[]): Promise<void> {
    const token = this.newRequest();
    if (!this.isWalking(finding)) {
      const steps = known ?? (await this.load(finding, token));
      this.enter(steps.length > 0 ? { finding, steps, current: undefined } : undefined);
    }
    const walk = this.walk;
    const step = walk?.steps[index];
    if (!walk || !step) {
      return;
    }
    walk.current = index;
    this.moving++;
    try {
      await this.reveal(walk, step);
    } finally {
      this.moving--;
    }
    if (this.walk === walk && walk.current === index) {
      this.redraw();
      this.item.show(walk.steps, index);
      this.onStep(finding, index);
    }
  }

  async move(by: 1 | -1): Promise<void> {
    const editor = window.activeTextEditor;
    if (!this.walk && editor) {
      await this.follow(editor);
    }
    const index = this.walk && neighbour(this.walk.current, this.walk.steps.length, by);
    if (!this.walk || index === undefined) {
      void window.showInformationMessage("csieve: put the cursor on a finding to walk through its steps.");
      return;
    }
    await this.goTo(this.walk.finding, index);
  }

  /** Draws the path again, after an editor was shown or hidden or a setting changed. */
  redraw(): void {
    const walk = this.walk;
    if (walk) {
      this.marks.showHints(walk.finding.uri, this.hints());
      const step = walk.current === undefined ? undefined : walk.steps[walk.current];
      if (step) {
        this.marks.showStep(step.uri ?? walk.finding.uri, step.range);
      }
    }
  }

  /** Hides the path if it has steps in a document that was changed or closed. */
  forget(uri: string): void {
    this.request?.cancel();
    if (this.walk && [this.walk.finding.uri, ...this.walk.steps.map((step) => step.uri ?? "")].includes(uri)) {
      this.enter(undefined);
    }
  }

  clear(): void {
    this.request?.cancel();
    this.enter(undefined);
  }

  dispose(): void {
    this.request?.cancel();
    Disposable.from(this.marks, this.item).dispose();
  }

  private enter(walk: Walk | undefined): void {
    this.walk = walk;
    this.marks.clear();
    this.item.hide();
    this.redraw();
    void commands.executeCommand("setContext", "csieve.hasTrace", walk !== undefined);
  }

  private async load(finding: FindingRef, token: CancellationToken): Promise<Step[]> {
    return (await this.session.request<TraceResult | null>(TRACE_METHOD, finding, token))?.steps ?? [];
  }

  private async reveal(walk: Walk, step: Step): Promise<void> {
    const uri = step.uri ?? walk.finding.uri;
    const selection = codeRange({ start: step.range.start, end: step.range.start });
    await window.showTextDocument(Uri.parse(uri), { selection, preview: !sameUri(uri, walk.finding.uri) });
  }

  private hints(): Hint[] {
    const walk = this.walk;
    if (!walk || !openDocument(walk.finding.uri) || !workspace.getConfiguration("csieve").get("witnessHints", true)) {
      return [];
    }
    return hints(walk.steps, (step) => step.uri === undefined || sameUri(step.uri, walk.finding.uri));
  }

  private isWalking(finding: FindingRef): boolean {
    return this.walk?.finding.id === finding.id && sameUri(this.walk.finding.uri, finding.uri);
  }

  /** Returns whether the cursor is still on the step that a command went to. If so, the path stays. */
  private isAtStep(editor: TextEditor): boolean {
    const { walk } = this;
    const step = walk?.current === undefined ? undefined : walk.steps[walk.current];
    return walk !== undefined && step !== undefined
      && sameUri(step.uri ?? walk.finding.uri, editor.document.uri.toString())
      && contains(step.range, editor.selection.active);
  }

  private newRequest(): CancellationToken {
    this.request?.cancel();
    this.request = new CancellationTokenSource();
    return this.request.token;
  }
}
