// Requests the findings of a document, and looks for the finding under the cursor.

import { CancellationToken, Diagnostic, DiagnosticSeverity, languages, Position, TextDocument, Uri } from "vscode";

import { Finding, FINDINGS_METHOD, FindingRef, Verdict } from "./protocol";
import { idOf, Marked, marksAt } from "./path/choose";
import { Session } from "./server/session";

const VERDICTS: Verdict[] = ["confirmed", "unrefuted", "refuted"];

export class Findings {
  constructor(private readonly session: Session) {}

  async of(uri: string, token?: CancellationToken): Promise<Finding[]> {
    return (await this.session.request<Finding[] | null>(FINDINGS_METHOD, { uri }, token)) ?? [];
  }

  /** Returns the finding whose diagnostic covers a position; `undefined` if there is none. */
  async at(document: TextDocument, at: Position, token?: CancellationToken): Promise<FindingRef | undefined> {
    const marks = languages.getDiagnostics(document.uri).filter((diagnostic) => diagnostic.source === "csieve").map(marked);
    const here = marksAt(marks.filter((mark) => mark.verdict !== undefined), at);
    const uri = document.uri.toString();
    const listed = here.some((mark) => mark.id === undefined) ? await this.of(uri, token) : [];
    const id = here.map((mark) => idOf(mark, listed)).find((found) => found !== undefined);
    return id === undefined ? undefined : { uri, id };
  }
}

/** Returns the findings of a document that is not open, as far as its diagnostics tell them. */
export function ofDiagnostics(uri: Uri): Finding[] {
  return languages.getDiagnostics(uri).filter(({ source }) => source === "csieve").flatMap((diagnostic) => {
    const { id, rule, verdict, range } = marked(diagnostic);
    return id === undefined || verdict === undefined ? [] : [{ id, rule, verdict, range, message: diagnostic.message, function: "" }];
  });
}

/** Converts a diagnostic. A remark that is no finding, such as one about a missing header, has no verdict. */
function marked(diagnostic: Diagnostic): Marked {
  const data = (diagnostic as Diagnostic & { data?: { id?: unknown; verdict?: unknown } }).data;
  const code = typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code;
  const { start, end } = diagnostic.range;
  return {
    id: typeof data?.id === "string" ? data.id : undefined,
    rule: String(code ?? ""),
    verdict: VERDICTS.find((verdict) => verdict === data?.verdict) ?? guessed(diagnostic.severity),
    range: { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } },
  };
}

/** Returns the verdict of a diagnostic whose data the editor dropped. */
function guessed(severity: DiagnosticSeverity): Verdict | undefined {
  switch (severity) {
    case DiagnosticSeverity.Hint:
      return "refuted";
    case DiagnosticSeverity.Information:
      return undefined;
    default:
      return "unrefuted";
  }
}
