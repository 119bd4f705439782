// The groups and findings of the tree as objects that stay the same from one update to the next, so that
// a tree without a change is not drawn again.

import { causes, Group, grouped, Grouping, Listed } from "./groups";

export interface GroupNode {
  kind: "group";
  id: string;
  by: Grouping;
  key: string;
  count: number;
  children: BranchNode[];
}

export interface FindingNode {
  kind: "finding";
  id: string;
  listed: Listed;
  /** How the tree is grouped: what the group says need not be said again. */
  grouping: Grouping;
  /** The other places of the same cause. */
  places: Listed[];
}

export type BranchNode = GroupNode | FindingNode;

export class Forest {
  private top: GroupNode[] = [];
  private groups = new Map<string, GroupNode>();
  private findings = new Map<string, FindingNode>();

  get roots(): GroupNode[] {
    return this.top;
  }

  /** Takes the findings to show. Returns whether groups, their entries or their counts changed. */
  update(list: Listed[], grouping: Grouping): boolean {
    const before = this.top;
    const { first, others } = causes(list);
    const next: Update = { groups: new Map(), findings: new Map(), isChanged: false, grouping, others };
    this.top = grouped(first, grouping).map((group) => this.groupNode(group, next));
    this.groups = next.groups;
    this.findings = next.findings;
    return next.isChanged || !sameList(before, this.top);
  }

  /** Returns the findings of all groups, in the order of the tree. */
  all(nodes: BranchNode[] = this.top): FindingNode[] {
    return nodes.flatMap((node) => (node.kind === "finding" ? [node] : this.all(node.children)));
  }

  private groupNode(group: Group, next: Update): GroupNode {
    const children = [
      ...group.entries.map((listed) => this.findingNode(listed, next)),
      ...group.groups.map((inner) => this.groupNode(inner, next)),
    ];
    const { id, by, key, count } = group;
    const known = this.groups.get(id);
    const node: GroupNode = known ?? { kind: "group", id, by, key, count, children };
    if (known && (known.count !== count || !sameList(known.children, children))) {
      Object.assign(known, { count, children });
      next.isChanged = true;
    }
    next.groups.set(id, node);
    return node;
  }

  private findingNode(listed: Listed, next: Update): FindingNode {
    const id = `${listed.uri} ${listed.finding.id}`;
    const known = this.findings.get(id);
    const places = next.others.get(id) ?? [];
    const same = known?.listed === listed && known.grouping === next.grouping && sameList(known.places, places);
    const node: FindingNode = same ? known : { kind: "finding", id, listed, grouping: next.grouping, places };
    next.findings.set(id, node);
    return node;
  }
}

interface Update {
  groups: Map<string, GroupNode>;
  findings: Map<string, FindingNode>;
  isChanged: boolean;
  grouping: Grouping;
  others: Map<string, Listed[]>;
}

function sameList<T>(one: T[], other: T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
