// The entries of the tree, and how they look.

import {
  Command,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  workspace,
} from "vscode";

import { plain, plural, shownValues } from "../path/text";
import { Finding, FindingRef, Observer, Step } from "../protocol";
import { Clash } from "./clash";
import { BranchNode, FindingNode, GroupNode } from "./forest";
import { isKept, Standing, STANDINGS, standingOf } from "./standing";

/** An entry below a finding. `id` is unique in the tree. */
export type Leaf =
  | { kind: "reason"; id: string; text: string; of: FindingNode }
  | { kind: "proof"; id: string; text: string; observer: Observer; of: FindingNode }
  | { kind: "clash"; id: string; clash: Clash; of: FindingNode }
  | {
      kind: "step";
      id: string;
      step: Step;
      index: number;
      number: number | undefined;
      news: string;
      of: FindingNode;
    }
  | { kind: "places"; id: string; text: string; of: FindingNode }
  | { kind: "more"; id: string; text: string; of: FindingNode; children: Leaf[] };

export type Node = BranchNode | Leaf;

/** The command that goes to the selected entry. */
export const GO_TO_SELECTED = "csieve.goToSelected";

const ICONS: Record<Standing, [icon: string, colour: string]> = {
  confirmed: ["error", "problemsErrorIcon.foreground"],
  unrefuted: ["warning", "problemsWarningIcon.foreground"],
  doubtful: ["question", "problemsInfoIcon.foreground"],
  refuted: ["pass", "disabledForeground"],
  suppressed: ["circle-slash", "disabledForeground"],
};

const SEVERITIES: Partial<Record<1 | 2 | 3 | 4, [icon: string, colour: string]>> = {
  1: ["error", "problemsErrorIcon.foreground"],
  2: ["warning", "problemsWarningIcon.foreground"],
  3: ["info", "problemsInfoIcon.foreground"],
};

/**
 * What choosing an entry does. It has no arguments: the editor forgets those when the tree is drawn anew, and a click at that
 * moment would meet an error. The command asks the view for the entry that is selected.
 */
const GO_TO: Command = { command: GO_TO_SELECTED, title: "Go to the statement" };

const { None, Collapsed, Expanded } = TreeItemCollapsibleState;

export function treeItem(node: Node): TreeItem {
  const item = bare(node);
  item.id = node.id;
  return item;
}

export function refOf({ listed }: FindingNode): FindingRef {
  return { uri: listed.uri, id: listed.finding.id };
}

function bare(node: Node): TreeItem {
  switch (node.kind) {
    case "group":
      return groupItem(node);
    case "finding":
      return findingItem(node);
    case "reason": {
      const refuted = standingOf(node.of.listed.finding) === "refuted";
      return note(node.text, refuted ? Collapsed : None, refuted ? "verified" : "comment");
    }
    case "proof":
      return note(node.text, Collapsed, "verified");
    case "clash": {
      const item = note(node.clash.statement, None, "zap");
      item.description = node.clash.detail;
      item.command = GO_TO;
      return item;
    }
    case "step":
      return stepItem(node);
    case "places":
      return note(node.text, Collapsed, "references");
    case "more":
      return note(node.text, Collapsed, "ellipsis");
  }
}

function groupItem({ by, key, count }: GroupNode): TreeItem {
  const item = by === "file" ? new TreeItem(Uri.parse(key), Expanded) : new TreeItem(key, Expanded);
  item.description = String(count);
  item.contextValue = "group";
  item.tooltip = by === "file" ? undefined : `${key}: ${plural(count, "finding")}`;
  if (by === "file") {
    item.iconPath = ThemeIcon.File;
  } else if (by === "verdict") {
    const standing = STANDINGS.find((one) => one === key) ?? "unrefuted";
    item.iconPath = icon(standing);
    item.collapsibleState = isKept(standing) ? Expanded : Collapsed;
  }
  return item;
}

function findingItem(node: FindingNode): TreeItem {
  const { label, description } = findingLabel(node);
  const item = new TreeItem(label, Collapsed);
  const standing = standingOf(node.listed.finding);
  item.description = description;
  item.iconPath = icon(standing, node.listed.finding.severity);
  item.contextValue = `finding ${standing}`;
  item.accessibilityInformation = { label: [`${standing}: ${label}`, description].filter(Boolean).join(", ") };
  item.command = GO_TO;
  return item;
}

/** Returns the texts of a finding: its place comes first, where no view is too narrow for it. */
export function findingLabel({ listed: { uri, finding }, grouping }: FindingNode): {
  label: string;
  description: string;
} {
  const line = finding.range.start.line + 1;
  const place = grouping === "file" ? `line ${line}` : `${fileName(uri)}:${line}`;
  return {
    label: `${place}\u2002${plain(finding.message)}`,
    description: grouping === "rule" ? "" : finding.rule,
  };
}

function stepItem({ step, number, news }: Leaf & { kind: "step" }): TreeItem {
  const item = note(stepLabel(step, number), None, undefined);
  const values = shownValues(step);
  item.description = news;
  item.tooltip = new MarkdownString(
    [step.text, values && `\`${values}\``, step.branch].filter(Boolean).join("\n\n"),
  );
  item.command = GO_TO;
  return item;
}

/** Returns a text such as "2  line 12: p is freed". Steps without a number have a dot in its place. */
export function stepLabel(step: Step, number: number | undefined): string {
  const line = step.range.start.line + 1;
  const place = step.uri === undefined ? `line ${line}` : `${fileName(step.uri)}:${line}`;
  return `${number ?? "·"}\u2002${place}: ${plain(step.text)}`;
}

/** Makes an entry with a text that may be longer than the view is wide. */
function note(text: string, state: TreeItemCollapsibleState, symbol: string | undefined): TreeItem {
  const item = new TreeItem(plain(text), state);
  item.tooltip = plain(text);
  if (symbol !== undefined) {
    item.iconPath = new ThemeIcon(symbol);
  }
  return item;
}

/** Returns the icon of a finding or a standing. What is kept looks as in the list of problems. */
function icon(standing: Standing, severity?: Finding["severity"]): ThemeIcon {
  const [symbol, colour] = (isKept(standing) && severity !== undefined && SEVERITIES[severity]) || ICONS[standing];
  return new ThemeIcon(symbol, new ThemeColor(colour));
}

function fileName(uri: string): string {
  return workspace.asRelativePath(Uri.parse(uri)).split(/[\\/]/).at(-1) ?? uri;
}
