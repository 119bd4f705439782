// The path that the editor shows: its hints follow the cursor, and the user can go through its steps.

import { CancellationToken, CancellationTokenSource, commands, Disposable, TextEditor, Uri, window, workspace } from "vscode";

import { Findings } from "../findings";
import { codeRange, editorsOf, isC, openDocument, sameUri } from "../places";
import { FindingRef, Step, TRACE_METHOD, TraceResult } from "../protocol";
import { Session } from "../server/session";
import { contains, neighbour } from "./choose";
import { columns, hints } from "./hints";
import { numbered } from "./numbering";
import { PathMarks, ShownHint } from "./pathMarks";
import { StepItem } from "./stepItem";
import { stepSentence } from "./text";

const DEFAULT_TAB = 8;

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
  /** The finding whose path the user left. It does not come back before the cursor was elsewhere. */
  private left: FindingRef | undefined;
  /** The number of commands that are moving the cursor to a step. Meanwhile, `follow` does nothing. */
  private moving = 0;
  /** Called with every step that the user goes to. */
  onStep: (finding: FindingRef, index: number) => void = () => undefined;

  constructor(private readonly session: Session, private readonly findings: Findings) {}

  get currentStep(): number | undefined {
    return this.walk?.current;
  }

  /** The sentence about the step that the user went to. */
  get sentence(): string | undefined {
    return this.item.text;
  }

  /** The hints that are shown. */
  get shown(): Array<{ uri: string; line: number; text: string }> {
    return this.uris().flatMap((uri) => this.hints(uri).map(({ line, text }) => ({ uri, line, text })));
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
    if (finding && this.left && isSame(this.left, finding)) {
      return;
    }
    this.left = undefined;
    const steps = finding && (await this.load(finding, token));
    if (!token.isCancellationRequested) {
      this.enter(finding && steps?.length ? { finding, steps, current: undefined } : undefined);
    }
  }

  /**
   * Goes to a step of a finding and shows its path. `known` are the steps, if the caller has them. A view may
   * keep the focus.
   */
  async goTo(finding: FindingRef, index: number, known?: Step[], preserveFocus = false): Promise<void> {
    const token = this.newRequest();
    this.left = undefined;
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
      await reveal(step.uri ?? finding.uri, step, finding, preserveFocus);
    } finally {
      this.moving--;
    }
    if (this.walk === walk && walk.current === index) {
      this.redraw();
      this.item.show(walk.steps, index);
      this.publish();
      this.onStep(finding, index);
    }
  }

  /** Goes to the next step or the one before: of those that have a number, or of all. */
  async move(by: 1 | -1, among: "numbered" | "all" = "numbered"): Promise<void> {
    const editor = window.activeTextEditor;
    this.left = undefined;
    if (!this.walk && editor) {
      await this.follow(editor);
    }
    const { walk } = this;
    const indices = walk && (among === "numbered" ? numbered(walk.steps) : [...walk.steps.keys()]);
    const index = indices && neighbour(walk.current, indices, by);
    if (!walk || index === undefined) {
      void window.showInformationMessage("csieve: put the cursor on a finding to walk through its steps.");
      return;
    }
    await this.goTo(walk.finding, index);
  }

  /** Hides the path until the cursor was somewhere else, and goes back to the finding from another file. */
  async leave(): Promise<void> {
    const { walk } = this;
    this.clear();
    this.left = walk?.finding;
    const here = window.activeTextEditor?.document.uri.toString();
    const misuse = walk?.steps.at(-1);
    if (walk && here && !sameUri(here, walk.finding.uri) && misuse && misuse.uri === undefined) {
      await reveal(walk.finding.uri, misuse, walk.finding, false);
    }
  }

  /** Draws the path again, after an editor was shown or hidden or a setting changed. */
  redraw(): void {
    const walk = this.walk;
    if (walk) {
      this.uris().forEach((uri) => this.marks.showHints(uri, this.hints(uri)));
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
    this.publish();
  }

  /** Sets the context keys of the commands and keys along the path. */
  private publish(): void {
    void commands.executeCommand("setContext", "csieve.hasTrace", this.walk !== undefined);
    void commands.executeCommand("setContext", "csieve.atStep", this.walk?.current !== undefined);
  }

  private async load(finding: FindingRef, token: CancellationToken): Promise<Step[]> {
    return (await this.session.request<TraceResult | null>(TRACE_METHOD, finding, token))?.steps ?? [];
  }

  /** Returns the documents that the path has steps in. */
  private uris(): string[] {
    const { walk } = this;
    const all = walk?.steps.map((step) => step.uri ?? walk.finding.uri) ?? [];
    return walk ? [...new Set([walk.finding.uri, ...all])] : [];
  }

  private hints(uri: string): ShownHint[] {
    const { walk } = this;
    const document = openDocument(uri);
    if (!walk || !document || !workspace.getConfiguration("csieve").get("witnessHints", true)) {
      return [];
    }
    const tab = Number(editorsOf(uri)[0]?.options.tabSize) || DEFAULT_TAB;
    const width = (line: number): number =>
      line < document.lineCount ? columns(document.lineAt(line).text, tab) : 0;
    const sentence = (index: number): string =>
      [stepSentence(walk.steps, index), walk.steps[index]?.branch].filter(Boolean).join("; ");
    const text = (line: number): string => (line < document.lineCount ? document.lineAt(line).text : "");
    return hints(walk.steps, (step) => sameUri(step.uri ?? walk.finding.uri, uri), width, text).map((hint) => ({
      ...hint,
      sentences: hint.steps.map(sentence),
    }));
  }

  private isWalking(finding: FindingRef): boolean {
    return this.walk !== undefined && isSame(this.walk.finding, finding);
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

function isSame(one: FindingRef, other: FindingRef): boolean {
  return one.id === other.id && sameUri(one.uri, other.uri);
}

/** Shows a step in the editor that has its document. Other documents than the finding's are previews. */
async function reveal(
  uri: string,
  { range }: Step,
  finding: FindingRef,
  preserveFocus: boolean,
): Promise<void> {
  const editor = editorsOf(uri)[0];
  await window.showTextDocument(Uri.parse(uri), {
    selection: codeRange({ start: range.start, end: range.start }),
    preview: !sameUri(uri, finding.uri),
    preserveFocus,
    ...(editor?.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
  });
}
