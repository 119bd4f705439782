// What csieve says of the diagnostics that other tools show in the visible C files.

import { CancellationTokenSource, Diagnostic, Disposable, languages, TextDocument, window, workspace } from "vscode";

import { isC } from "../places";
import { JUDGE_METHOD, JudgeResult } from "../protocol";
import { Session } from "../server/session";
import { JudgeMarks } from "./judgeMarks";
import { Judged, page } from "./page";
import { asProtocol, isForeign, JudgeHint, judgeHints } from "./texts";

/** What is known of a document: what was asked last, and the answers once they are there. */
interface Known {
  question: string;
  judged: Judged[];
  asking: CancellationTokenSource;
}

export class Judgements implements Disposable {
  private readonly marks = new JudgeMarks();
  private readonly documents = new Map<string, Known>();
  /** The diagnostics from before the last change of their document. They are judged when their tool renews them. */
  private readonly old = new WeakSet<Diagnostic>();
  /** How often something has changed that answers depend on, apart from texts and diagnostics. */
  private changes = 0;

  constructor(private readonly session: Session) {}

  /** The hints in the documents that are visible. */
  get shown(): Array<JudgeHint & { uri: string }> {
    return [...this.documents].flatMap(([uri, { judged }]) => hintsOf(judged).map((hint) => ({ uri, ...hint })));
  }

  of(document: TextDocument): Judged[] {
    return this.documents.get(document.uri.toString())?.judged ?? [];
  }

  /** Forgets what was said of a document whose text has changed. */
  changed(document: TextDocument): void {
    foreign(document).forEach((diagnostic) => this.old.add(diagnostic));
    this.forget(document.uri.toString());
    this.draw();
  }

  /** Notes that other files or settings have changed, or that the server is another one: all is asked anew. */
  outdated(): void {
    this.changes += 1;
  }

  /** Asks the server about the visible documents of which something is new. */
  async refresh(): Promise<void> {
    const isOn = this.session.state === "running" && workspace.getConfiguration("csieve").get<boolean>("judge", true);
    const documents = new Set(window.visibleTextEditors.map(({ document }) => document).filter((document) => isOn && isC(document)));
    const visible = new Set([...documents].map(({ uri }) => uri.toString()));
    [...this.documents.keys()].filter((uri) => !visible.has(uri)).forEach((uri) => this.forget(uri));
    this.draw();
    await Promise.all([...documents].map((document) => this.ask(document)));
  }

  dispose(): void {
    [...this.documents.keys()].forEach((uri) => this.forget(uri));
    this.marks.dispose();
  }

  private forget(uri: string): void {
    this.documents.get(uri)?.asking.cancel();
    this.documents.delete(uri);
  }

  private async ask(document: TextDocument): Promise<void> {
    const uri = document.uri.toString();
    const said = foreign(document).filter((diagnostic) => !this.old.has(diagnostic));
    const diagnostics = said.map(asProtocol);
    const question = JSON.stringify([this.changes, document.version, diagnostics]);
    const before = this.documents.get(uri);
    if (question === before?.question) {
      return;
    }
    before?.asking.cancel();
    const known = { question, judged: before?.judged ?? [], asking: new CancellationTokenSource() };
    this.documents.set(uri, known);
    // A document that is not analysed has no verdicts. What has no answer now is asked again by the next event.
    const answer = said.length > 0
      ? await this.session.request<JudgeResult>(JUDGE_METHOD, { uri, diagnostics }, known.asking.token).catch(() => undefined)
      : undefined;
    if (this.documents.get(uri) === known) {
      known.question = answer || said.length === 0 ? question : "";
      known.judged = said.flatMap((diagnostic, index) => {
        const judgement = answer?.verdicts[index];
        return judgement ? [{ diagnostic, judgement }] : [];
      });
      this.draw();
    }
  }

  private draw(): void {
    for (const editor of window.visibleTextEditors.filter(({ document }) => isC(document))) {
      const judged = this.of(editor.document);
      this.marks.show(editor, hintsOf(judged).map((hint) => ({ ...hint, pages: hint.of.map((index) => page(judged[index]!, false)) })));
    }
  }
}

function foreign({ uri }: TextDocument): Diagnostic[] {
  return languages.getDiagnostics(uri).filter(isForeign);
}

function hintsOf(judged: Judged[]): JudgeHint[] {
  return judgeHints(judged.map(({ diagnostic: { source, range }, judgement }) => ({
    source: source ?? "another tool", line: range.start.line, verdict: judgement.verdict,
    sentence: judgement.proof ?? judgement.sentence,
  })));
}
