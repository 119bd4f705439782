// Which finding is meant by a place in the text, and which step comes next.

import { Finding, Position, Range, Verdict } from "../protocol";

/** A finding as a diagnostic shows it: `id` is missing if the editor did not keep it. */
export interface Marked {
  id: string | undefined;
  rule: string;
  verdict: Verdict | undefined;
  range: Range;
}

export function contains(range: Range, at: Position): boolean {
  return compare(range.start, at) <= 0 && compare(at, range.end) <= 0;
}

export function compare(one: Position, other: Position): number {
  return one.line - other.line || one.character - other.character;
}

/** What stands at a place: kept findings before refuted ones, then the smallest. */
export function marksAt<T extends { range: Range; verdict?: Verdict | undefined }>(marks: T[], at: Position): T[] {
  return marks
    .filter((mark) => contains(mark.range, at))
    .sort((one, other) => rank(one.verdict) - rank(other.verdict) || size(one.range) - size(other.range));
}

/** The id of what a diagnostic shows, from the findings of the document if the diagnostic does not have it. */
export function idOf(mark: Marked, findings: Finding[]): string | undefined {
  return mark.id ?? findings.find((finding) => finding.rule === mark.rule && same(finding.range, mark.range))?.id;
}

/** The step after or before the current one; the path does not go round. */
export function neighbour(current: number | undefined, count: number, by: 1 | -1): number | undefined {
  if (count === 0) {
    return undefined;
  }
  if (current === undefined) {
    return by === 1 ? 0 : count - 1;
  }
  return Math.min(Math.max(current + by, 0), count - 1);
}

function same(one: Range, other: Range): boolean {
  return compare(one.start, other.start) === 0 && compare(one.end, other.end) === 0;
}

function rank(verdict: Verdict | undefined): number {
  return verdict === "refuted" ? 1 : 0;
}

function size(range: Range): number {
  return (range.end.line - range.start.line) * 10_000 + range.end.character - range.start.character;
}
