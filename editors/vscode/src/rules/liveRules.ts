// Shows what the visible files with rules match in the visible C files, and the mistakes in them.

import { CancellationToken, CancellationTokenSource, Diagnostic, Disposable, languages, TextDocument, window } from "vscode";

import { codeRange, isC } from "../places";
import { RULE_MATCHES_METHOD, RuleMatchesResult, RuleMistake } from "../protocol";
import { Session } from "../server/session";
import { isRuleFile, isToml } from "./documents";
import { Matched, RuleLenses } from "./lenses";
import { RuleMark, marksOf } from "./marks";
import { RuleMarks } from "./ruleMarks";

export class LiveRules implements Disposable {
  private readonly marks = new RuleMarks();
  private readonly mistakes = languages.createDiagnosticCollection("csieve rules");
  /** By the URI of the document with rules. While it has a mistake, what it matched before stays. */
  private readonly files = new Map<string, Matched>();
  private readonly lenses = new RuleLenses((document) => this.files.get(document.uri.toString()));
  private asking = new CancellationTokenSource();

  constructor(private readonly session: Session) {}

  /** The marks in the C documents that are visible. */
  get shown(): Array<RuleMark & { uri: string }> {
    const documents = [...new Set([...this.files.values()].flatMap(({ matches }) => [...matches.keys()]))];
    return documents.flatMap((uri) => this.marksIn(uri).map((mark) => ({ uri, ...mark })));
  }

  /** Asks the server about all visible documents. A later call takes the place of an earlier one. */
  async refresh(): Promise<void> {
    this.asking.cancel();
    this.asking = new CancellationTokenSource();
    const { token } = this.asking;
    const documents = [...new Set(window.visibleTextEditors.map(({ document }) => document))];
    const tables = documents.filter(isToml);
    const areRules = await Promise.all(tables.map(isRuleFile));
    const rules = tables.filter((_, index) => areRules[index] && this.session.state === "running");
    const sources = documents.filter(isC);
    const answers = await Promise.all(rules.map((document) => this.asked(document, sources, token)));
    if (token.isCancellationRequested) {
      return;
    }
    tables.filter((document) => !rules.includes(document)).forEach(({ uri }) => this.mistakes.delete(uri));
    const before = new Map(this.files);
    this.files.clear();
    rules.forEach((document, index) => {
      const uri = document.uri.toString();
      const { mistake, ...matched } = answers[index]!;
      this.mistakes.set(document.uri, mistake ? [diagnostic(mistake)] : []);
      const known = mistake ? before.get(uri) : matched;
      if (known) {
        this.files.set(uri, known);
      }
    });
    this.draw();
    this.lenses.refresh();
  }

  /** Forgets the mistakes in a document that was closed. */
  forget(document: TextDocument): void {
    this.mistakes.delete(document.uri);
  }

  dispose(): void {
    this.asking.cancel();
    Disposable.from(this.marks, this.mistakes, this.lenses).dispose();
  }

  /** Asks about a document with rules and all C documents. */
  private async asked(
    document: TextDocument, sources: TextDocument[], token: CancellationToken,
  ): Promise<Matched & { mistake?: RuleMistake | undefined }> {
    const rules = document.getText();
    const ask = (uri?: string): Promise<RuleMatchesResult> =>
      this.session.request<RuleMatchesResult>(RULE_MATCHES_METHOD, { ...(uri && { uri }), rules }, token);
    const { mistake, labels } = await ask();
    const matches = new Map<string, RuleMatchesResult["matches"]>();
    for (const source of mistake ? [] : sources.map(({ uri }) => uri.toString())) {
      // A document that is not analysed, or changes meanwhile, matches nothing. The next analysis asks again.
      const answer = await ask(source).catch(() => undefined);
      matches.set(source, answer?.matches ?? []);
    }
    return { mistake, labels, matches };
  }

  private marksIn(uri: string): RuleMark[] {
    return marksOf([...this.files.values()].flatMap(({ matches }) => matches.get(uri) ?? []));
  }

  private draw(): void {
    for (const editor of window.visibleTextEditors.filter(({ document }) => isC(document))) {
      this.marks.show(editor, this.marksIn(editor.document.uri.toString()));
    }
  }
}

function diagnostic({ range, message }: RuleMistake): Diagnostic {
  const shown = new Diagnostic(codeRange(range), message);
  shown.source = "csieve";
  return shown;
}
