// Sorts findings into the groups of the tree: by verdict, by rule, or by file.

import { Finding } from "../protocol";
import { isKept, Standing, STANDINGS, standingOf } from "./standing";

/** A finding with its document. The same object stands for it until the findings of its document change. */
export interface Listed {
  uri: string;
  finding: Finding;
}

/**
 * Returns the findings that stand for their causes, with the others of the same causes by the id of the first. The others of
 * a cause whose first finding is not in the list stand for themselves.
 */
export function causes(list: Listed[]): { first: Listed[]; others: Map<string, Listed[]> } {
  const key = (uri: string, id: string): string => `${uri} ${id}`;
  const known = new Set(list.map(({ uri, finding }) => key(uri, finding.id)));
  const others = new Map<string, Listed[]>();
  const first = list.filter((listed) => {
    const { uri, finding } = listed;
    const of = finding.cause === undefined ? undefined : key(uri, finding.cause);
    if (of === undefined || !known.has(of)) {
      return true;
    }
    others.set(of, [...(others.get(of) ?? []), listed]);
    return false;
  });
  return { first, others };
}

export const GROUPINGS = ["verdict", "rule", "file"] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** A group: its entries, and the groups of those that need no attention. */
export interface Group {
  /** Unique in the tree, and the same as long as the group exists. */
  id: string;
  by: Grouping;
  /** A standing, a rule or the URI of a file. */
  key: string;
  /** The number of entries, also of those in groups of the group. */
  count: number;
  entries: Listed[];
  groups: Group[];
}

export function grouped(list: Listed[], by: Grouping): Group[] {
  const sorted = [...list].sort(byRank);
  if (by === "verdict") {
    return standings(sorted, "");
  }
  const key = ({ uri, finding }: Listed): string => (by === "rule" ? finding.rule : uri);
  return [...partition(sorted, key)].map(([name, all]) => {
    const id = `${by} ${name}`;
    const kept = all.filter(({ finding }) => isKept(standingOf(finding)));
    const others = all.filter(({ finding }) => !isKept(standingOf(finding)));
    return { id, by, key: name, count: all.length, entries: kept, groups: standings(others, `${id} `) };
  });
}

function standings(list: Listed[], prefix: string): Group[] {
  const parts = partition(list, ({ finding }) => standingOf(finding));
  return STANDINGS.flatMap((standing: Standing) => {
    const entries = parts.get(standing) ?? [];
    const group: Group = {
      id: `${prefix}${standing}`,
      by: "verdict",
      key: standing,
      count: entries.length,
      entries,
      groups: [],
    };
    return entries.length > 0 ? [group] : [];
  });
}

function partition(list: Listed[], key: (listed: Listed) => string): Map<string, Listed[]> {
  const parts = new Map<string, Listed[]>();
  for (const listed of list) {
    const part = parts.get(key(listed));
    if (part) {
      part.push(listed);
    } else {
      parts.set(key(listed), [listed]);
    }
  }
  return parts;
}

/** The highest rank first; findings of one rank in the order of standings, files and lines. */
function byRank(one: Listed, other: Listed): number {
  return (
    (other.finding.rank ?? 0) - (one.finding.rank ?? 0) ||
    STANDINGS.indexOf(standingOf(one.finding)) - STANDINGS.indexOf(standingOf(other.finding)) ||
    compareText(one.uri, other.uri) ||
    one.finding.range.start.line - other.finding.range.start.line ||
    one.finding.range.start.character - other.finding.range.start.character ||
    compareText(one.finding.id, other.finding.id)
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
