// The tree view of refuted findings, with their proofs.

import { commands, Disposable, EventEmitter, TreeDataProvider, TreeItem, TreeView, window, workspace } from "vscode";

import { Findings } from "../findings";
import { codeRange, isC, openDocument } from "../places";
import { OBSERVER_METHOD, ObserverResult } from "../protocol";
import { Session } from "../server/session";
import { clashOf, Refuted, refutedOf } from "./model";
import { findingLabel, Node, treeItem } from "./nodes";

export class RefutedView implements TreeDataProvider<Node>, Disposable {
  private readonly changed = new EventEmitter<void>();
  private readonly tree: TreeView<Node>;
  private list: Refuted[] = [];
  private turn = 0;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session, private readonly findings: Findings) {
    this.tree = window.createTreeView("csieve.refuted", { treeDataProvider: this, showCollapseAll: true });
  }

  get shown(): Array<{ label: string; description: string }> {
    return this.list.map(findingLabel);
  }

  /** Requests the findings of all open C documents again, those of the active document first. */
  async refresh(): Promise<void> {
    const turn = ++this.turn;
    const running = this.session.state === "running" && workspace.getConfiguration("csieve").get("enable", true);
    const active = window.activeTextEditor?.document;
    const documents = running ? workspace.textDocuments.filter((document) => isC(document) && !document.isClosed) : [];
    documents.sort((one, other) => Number(other === active) - Number(one === active));
    const lists = await Promise.all(documents.map(async (document) => {
      const uri = document.uri.toString();
      return refutedOf(uri, await this.findings.of(uri));
    }));
    if (turn === this.turn) {
      this.list = lists.flat();
      this.tree.title = this.list.length > 0 ? `Refuted (${this.list.length})` : "Refuted";
      void commands.executeCommand("setContext", "csieve.analysed", running && documents.length > 0);
      this.changed.fire();
    }
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined: {
        const uris = [...new Set(this.list.map(({ uri }) => uri))];
        return uris.length === 1 ? this.inDocument(uris[0]!) : uris.map((uri) => ({ kind: "document", uri, count: this.inDocument(uri).length }));
      }
      case "document":
        return this.inDocument(node.uri);
      case "finding":
        return this.proofs(node.refuted);
      case "proof": {
        const document = openDocument(node.refuted.uri);
        const clash = node.observer ? clashOf(node.observer, (range) => document?.getText(codeRange(range)) ?? "") : [];
        return clash.map((statement) => ({ kind: "clash", refuted: node.refuted, clash: statement }));
      }
      default:
        return [];
    }
  }

  dispose(): void {
    Disposable.from(this.tree, this.changed).dispose();
  }

  private inDocument(uri: string): Node[] {
    return this.list.filter((refuted) => refuted.uri === uri).map((refuted) => ({ kind: "finding", refuted }));
  }

  /** Returns one entry per observer of a finding; without observers, one entry with the finding's proof. */
  private async proofs(refuted: Refuted): Promise<Node[]> {
    const { uri, finding } = refuted;
    const result = await this.session.request<ObserverResult | null>(OBSERVER_METHOD, { uri, id: finding.id }).catch(() => null);
    const observers = result?.observers ?? [];
    if (observers.length > 0) {
      return observers.map((observer) => ({ kind: "proof", refuted, proof: observer.proof, observer }));
    }
    return finding.proof ? [{ kind: "proof", refuted, proof: finding.proof, observer: undefined }] : [];
  }
}
