// The tree of all findings, grouped by verdict, rule or file, with their reasons and paths.

import {
  CancellationToken,
  commands,
  Disposable,
  EventEmitter,
  MarkdownString,
  TreeDataProvider,
  TreeItem,
  TreeView,
  window,
  workspace,
} from "vscode";

import { Findings } from "../findings";
import { plural } from "../path/text";
import { LINKED_COMMANDS } from "../server/client";
import { Session } from "../server/session";
import { Choices } from "./choices";
import { Forest } from "./forest";
import { findingLabel, Node, stepLabel, treeItem } from "./nodes";
import { Paths } from "./paths";
import { isKept, Standing, standingOf } from "./standing";
import { Store } from "./store";

/** How long the view may take to read its rows, and how often it is asked whether it has. */
const READING_MS = 2000;
const POLL_MS = 20;

/** A row of the tree, as tests see it. */
export interface Row {
  depth: number;
  label: string;
  description: string;
}

export class FindingsTree implements TreeDataProvider<Node>, Disposable {
  private readonly changed = new EventEmitter<undefined>();
  private readonly tree: TreeView<Node>;
  private readonly store: Store;
  private readonly forest = new Forest();
  private readonly paths: Paths;
  private active: string | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly session: Session,
    findings: Findings,
    private readonly choices: Choices,
  ) {
    this.store = new Store(findings);
    this.paths = new Paths(session);
    this.tree = window.createTreeView("csieve.findings", { treeDataProvider: this, showCollapseAll: true });
    choices.onDidChange(() => this.show());
  }

  /** The number of findings of each standing, whatever is filtered. */
  get counts(): Map<Standing, number> {
    const counts = new Map<Standing, number>();
    for (const { finding } of this.store.list) {
      const standing = standingOf(finding);
      counts.set(standing, (counts.get(standing) ?? 0) + 1);
    }
    return counts;
  }

  /** The number on the view's icon. */
  get badge(): number {
    return this.tree.badge?.value ?? 0;
  }

  /** Requests the findings of some documents again, or of all. */
  async refresh(uris?: string[]): Promise<void> {
    const running =
      this.session.state === "running" && workspace.getConfiguration("csieve").get("enable", true);
    const all = running ? Store.uris() : [];
    await this.store.refresh(uris ? uris.filter((uri) => all.includes(uri)) : all);
    this.store.retain(all);
    void commands.executeCommand("setContext", "csieve.analysed", running && all.length > 0);
    this.show();
  }

  /** Says which C document is the active one. */
  activate(uri: string): void {
    this.active = uri;
    if (this.choices.current.onlyActiveFile) {
      this.show();
    }
  }

  /**
   * Returns the selected entry. While the view reads its rows anew, the editor knows the entry by its id only; then waits
   * until it is read. Returns `undefined` if there is no such entry any more.
   */
  async selected(): Promise<Node | undefined> {
    for (const end = Date.now() + READING_MS; this.tree.selection.length === 0 && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return this.tree.selection[0];
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(node);
  }

  /** Fills in the tooltip of a finding: its page. */
  async resolveTreeItem(item: TreeItem, node: Node, token: CancellationToken): Promise<TreeItem> {
    if (node.kind === "finding") {
      const trace = await this.paths.trace(node).catch(() => null);
      if (trace && !token.isCancellationRequested) {
        const page = new MarkdownString(trace.markdown, true);
        page.isTrusted = { enabledCommands: LINKED_COMMANDS };
        page.supportHtml = true;
        item.tooltip = page;
      }
    }
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined:
        return this.forest.roots;
      case "group":
      case "more":
        return node.children;
      case "finding":
        return this.paths.below(node);
      case "reason":
        return this.paths.proofs(node.of);
      case "proof":
        return this.paths.clashes(node);
      case "places":
        return node.of.places.map((listed): Node => ({
          kind: "finding",
          id: `${node.id} ${listed.finding.id}`,
          listed,
          grouping: node.of.grouping,
          places: [],
        }));
      default:
        return [];
    }
  }

  /** Returns the rows of the tree with its groups open, and with the rows below the finding of this id. */
  async rows(opened?: string, nodes: Node[] = this.forest.roots, depth = 0): Promise<Row[]> {
    const rows = await Promise.all(
      nodes.map(async (node) => {
        const isOpen =
          node.kind === "group" || (node.kind === "finding" && node.listed.finding.id === opened);
        return [
          { depth, ...texts(node) },
          ...(isOpen ? await this.rows(opened, await this.getChildren(node), depth + 1) : []),
        ];
      }),
    );
    return rows.flat();
  }

  dispose(): void {
    Disposable.from(this.tree, this.changed).dispose();
  }

  private show(): void {
    const { grouping, hidden, onlyActiveFile } = this.choices.current;
    const all = this.store.list;
    const shown = all.filter(
      ({ uri, finding }) =>
        !hidden.includes(standingOf(finding)) &&
        (!onlyActiveFile || this.active === undefined || uri === this.active),
    );
    const kept = all.filter(({ finding }) => isKept(standingOf(finding))).length;
    const tooltip = `${plural(kept, "finding")} that may really happen`;
    this.tree.badge = kept > 0 ? { value: kept, tooltip } : undefined;
    const left = all.length - shown.length;
    this.tree.description = `by ${grouping}`;
    // With a message, an empty tree would not show its welcome, which says the same.
    this.tree.message =
      left > 0 && shown.length > 0
        ? `${left} of ${plural(all.length, "finding")} hidden by filters.`
        : undefined;
    void commands.executeCommand("setContext", "csieve.allHidden", shown.length === 0 && left > 0);
    if (this.forest.update(shown, grouping)) {
      // Never for some groups only: a view that has not drawn a group yet, since it is just being opened, loses the
      // rows below it. Rows keep their ids, so that what is open and selected stays so.
      this.changed.fire(undefined);
    }
  }
}

function texts(node: Node): { label: string; description: string } {
  if (node.kind === "finding") {
    return findingLabel(node);
  }
  if (node.kind === "step") {
    return { label: stepLabel(node.step, node.number), description: "" };
  }
  const { label, description } = treeItem(node);
  return {
    label: typeof label === "string" ? label : "key" in node ? node.key : "",
    description: typeof description === "string" ? description : "",
  };
}
