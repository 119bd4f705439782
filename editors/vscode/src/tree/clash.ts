// The statements of a proof that contradict each other, as entries of the tree.

import { Observer, Range } from "../protocol";

export interface Clash {
  statement: string;
  detail: string;
  range: Range;
}

/** Returns the statements that cannot all happen. `textAt` gives the text of one without an equation. */
export function clashOf(observer: Observer, textAt: (range: Range) => string): Clash[] {
  const ranges = observer.clash?.length
    ? observer.clash
    : observer.equations.map((equation) => equation.range);
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
