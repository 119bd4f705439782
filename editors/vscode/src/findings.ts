// Requests the findings of a document, and looks for the finding under the cursor.

import { CancellationToken, Diagnostic, DiagnosticSeverity, languages, Position, TextDocument } from "vscode";

import { Finding, FINDINGS_METHOD, FindingRef } from "./protocol";
import { idOf, Marked, marksAt } from "./path/choose";
import { Session } from "./server/session";

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

/** Converts a diagnostic. A remark that is no finding, such as one about a missing header, has no verdict. */
function marked(diagnostic: Diagnostic): Marked {
  const data = (diagnostic as Diagnostic & { data?: { id?: unknown; verdict?: unknown } }).data;
  const code = typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code;
  const refuted = diagnostic.severity === DiagnosticSeverity.Hint;
  const isFinding = diagnostic.severity !== DiagnosticSeverity.Information || data?.verdict !== undefined;
  return {
    id: typeof data?.id === "string" ? data.id : undefined,
    rule: String(code ?? ""),
    verdict: isFinding ? (refuted ? "refuted" : "unrefuted") : undefined,
    range: diagnostic.range,
  };
}
