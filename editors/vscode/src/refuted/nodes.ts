// The entries of the view of refuted findings: documents, findings, proofs, statements.

import { ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from "vscode";

import { plain } from "../path/text";
import { Observer, Range } from "../protocol";
import { Clash, Refuted } from "./model";

export type Node =
  | { kind: "document"; uri: string; count: number }
  | { kind: "finding"; refuted: Refuted }
  | { kind: "proof"; refuted: Refuted; proof: string; observer: Observer | undefined }
  | { kind: "clash"; refuted: Refuted; clash: Clash };

export function treeItem(node: Node): TreeItem {
  switch (node.kind) {
    case "document": {
      const item = new TreeItem(Uri.parse(node.uri), TreeItemCollapsibleState.Expanded);
      item.description = `${node.count} refuted`;
      item.iconPath = ThemeIcon.File;
      return item;
    }
    case "finding":
      return findingItem(node.refuted);
    case "proof": {
      const item = new TreeItem(plain(node.proof), node.observer ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None);
      item.iconPath = new ThemeIcon("verified");
      item.tooltip = plain(node.proof);
      return item;
    }
    case "clash": {
      const item = new TreeItem(node.clash.statement);
      item.description = node.clash.detail;
      item.iconPath = new ThemeIcon("zap");
      return withJump(item, node.refuted.uri, node.clash.range);
    }
  }
}

export function findingLabel({ uri, finding }: Refuted): { label: string; description: string } {
  const file = workspace.asRelativePath(Uri.parse(uri)).split(/[\\/]/).at(-1) ?? uri;
  return { label: `${finding.rule} in ${finding.function}`, description: `${file}:${finding.range.start.line + 1}` };
}

function findingItem(refuted: Refuted): TreeItem {
  const { label, description } = findingLabel(refuted);
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.id = `${refuted.uri} ${refuted.finding.id}`;
  item.description = description;
  const proof = refuted.finding.proof ? [`Refuted as spurious: ${plain(refuted.finding.proof)}.`] : [];
  item.tooltip = [plain(refuted.finding.message), ...proof].join("\n\n");
  item.iconPath = new ThemeIcon("pass");
  item.contextValue = "refuted";
  return withJump(item, refuted.uri, refuted.finding.range);
}

function withJump(item: TreeItem, uri: string, range: Range): TreeItem {
  item.command = { command: "csieve.goTo", title: "Go to the statement", arguments: [{ uri, range }] };
  return item;
}
