// What the view of refuted findings lists, without the editor.

import { Finding, Observer, Range } from "../protocol";

/** Something that was removed, in a document. */
export interface Refuted {
  uri: string;
  finding: Finding;
}

export interface Clash {
  statement: string;
  detail: string;
  range: Range;
}

/** Suppressed ones are no news, whatever their verdict. */
export function refutedOf(uri: string, findings: Finding[]): Refuted[] {
  return findings
    .filter((finding) => finding.verdict === "refuted" && finding.suppressed === undefined)
    .sort((one, other) => one.range.start.line - other.range.start.line)
    .map((finding) => ({ uri, finding }));
}

/** The statements that cannot both happen; `textAt` says what stands at a place without an equation. */
export function clashOf(observer: Observer, textAt: (range: Range) => string): Clash[] {
  const ranges = observer.clash?.length ? observer.clash : observer.equations.map((equation) => equation.range);
  return ranges.map((range) => {
    const equation = observer.equations.find((candidate) => sameStart(candidate.range, range));
    const line = `line ${range.start.line + 1}`;
    return {
      statement: equation?.statement ?? textAt(range),
      detail: equation ? `${line}: ${equation.equation}, ${solution(equation.solution)}` : line,
      range,
    };
  });
}

function solution(value: string): string {
  return value === "∅" ? "no value is left" : `least solution ${value}`;
}

function sameStart(one: Range, other: Range): boolean {
  return one.start.line === other.start.line && one.start.character === other.start.character;
}
