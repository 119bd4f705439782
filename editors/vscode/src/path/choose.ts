// Chooses the finding at a position in the text, and the next step of a path.

import { Finding, Position, Range, Verdict } from "../protocol";

/** A finding as its diagnostic shows it. `id` is `undefined` if the editor dropped the diagnostic's data. */
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

/** Returns the marks that cover a position: refuted findings after others, and smaller ranges first. */
export function marksAt<T extends { range: Range; verdict?: Verdict | undefined }>(marks: T[], at: Position): T[] {
  return marks
    .filter((mark) => contains(mark.range, at))
    .sort((one, other) => rank(one.verdict) - rank(other.verdict) || size(one.range) - size(other.range));
}

/** Returns the id of a diagnostic's finding. If it has none, looks for one with the same rule and range. */
export function idOf(mark: Marked, findings: Finding[]): string | undefined {
  return mark.id ?? findings.find((finding) => finding.rule === mark.rule && same(finding.range, mark.range))?.id;
}

/**
 * Returns the one of these indices, which are in order, that comes after or before the current one. Stops at
 * the first and the last one.
 */
export function neighbour(current: number | undefined, indices: number[], by: 1 | -1): number | undefined {
  const [first, last] = [indices[0], indices.at(-1)];
  if (by === 1) {
    return current === undefined ? first : indices.find((index) => index > current) ?? last;
  }
  return current === undefined ? last : indices.findLast((index) => index < current) ?? first;
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
