// The findings of all documents that the tree shows.

import { languages, Uri, workspace } from "vscode";

import { Findings, ofDiagnostics } from "../findings";
import { isC, openDocument } from "../places";
import { Finding } from "../protocol";
import { Listed } from "./groups";

export class Store {
  private readonly documents = new Map<string, Listed[]>();
  private turns = new Map<string, number>();

  constructor(private readonly findings: Findings) {}

  get list(): Listed[] {
    return [...this.documents.values()].flat();
  }

  /** Returns the URIs of the open C documents, and of those that are not open but have findings. */
  static uris(): string[] {
    const open = workspace.textDocuments
      .filter((document) => isC(document) && !document.isClosed)
      .map(({ uri }) => uri);
    const closed = languages
      .getDiagnostics()
      .filter(([, list]) => list.some(({ source }) => source === "csieve"))
      .map(([uri]) => uri);
    return [...new Set([...open, ...closed].map((uri: Uri) => uri.toString()))];
  }

  /** Requests the findings of documents again. Documents without a change keep their objects. */
  async refresh(uris: string[]): Promise<void> {
    await Promise.all(
      uris.map(async (uri) => {
        const turn = (this.turns.get(uri) ?? 0) + 1;
        this.turns.set(uri, turn);
        const list = await this.load(uri);
        if (list && this.turns.get(uri) === turn) {
          this.replace(uri, list);
        }
      }),
    );
  }

  /** Forgets the documents that are not among these. */
  retain(uris: string[]): void {
    for (const uri of [...this.documents.keys()].filter((known) => !uris.includes(known))) {
      this.documents.delete(uri);
      this.turns.delete(uri);
    }
  }

  /** Returns `undefined` if the text changed meanwhile; then there will be another turn. */
  private async load(uri: string): Promise<Finding[] | undefined> {
    const document = openDocument(uri);
    if (!document || !isC(document)) {
      return ofDiagnostics(Uri.parse(uri));
    }
    return this.findings.of(uri).catch(() => undefined);
  }

  private replace(uri: string, findings: Finding[]): void {
    const before = this.documents.get(uri)?.map(({ finding }) => finding) ?? [];
    if (findings.length === 0) {
      this.documents.delete(uri);
    } else if (JSON.stringify(before) !== JSON.stringify(findings)) {
      this.documents.set(
        uri,
        findings.map((finding) => ({ uri, finding })),
      );
    }
  }
}
