// The texts for a path: short hints at the ends of lines, and a sentence for each step.

import { Step } from "../protocol";

/** A text for the end of a line. Lines count from 0. */
export interface Hint {
  line: number;
  text: string;
  decisive: boolean;
}

const LONGEST_HINT = 120;
/** The greatest number of steps in one hint. A line in a loop can have hundreds of steps. */
const MOST_ON_A_LINE = 4;
/** The gap between two steps: no-break spaces, because the editor would merge ordinary ones. */
const SPACE = "\u00a0\u00a0";
/** The greatest number shown in a circle. Many fonts lack greater ones. */
const CIRCLED = 10;

/** Returns the hints of a path in its own file, sorted by line. The steps of one line share a hint. */
export function hints(steps: Step[], isOwn: (step: Step) => boolean): Hint[] {
  const lines = new Map<number, Numbered[]>();
  steps.forEach((step, index) => {
    if (isOwn(step)) {
      const { line } = step.range.start;
      lines.set(line, [...(lines.get(line) ?? []), { step, number: index + 1 }]);
    }
  });
  return [...lines]
    .map(([line, all]) => ({ line, text: cut(joined(all)), decisive: all.some(({ step }) => step.decisive) }))
    .sort((one, other) => one.line - other.line);
}

interface Numbered {
  step: Step;
  number: number;
}

/** Joins the texts of a line's steps. If there are too many, an ellipsis replaces those in the middle. */
function joined(all: Numbered[]): string {
  const words = ({ step, number }: Numbered): string => `${numeral(number)} ${short(step)}`;
  if (all.length <= MOST_ON_A_LINE) {
    return all.map(words).join(SPACE);
  }
  const half = MOST_ON_A_LINE / 2;
  return [...all.slice(0, half).map(words), "…", ...all.slice(-half).map(words)].join(SPACE);
}

/** Returns a sentence such as "step 3 of 15: `x == 1` is true". */
export function stepSentence(steps: Step[], index: number): string {
  const step = steps[index];
  if (!step) {
    return "";
  }
  const values = shownValues(step);
  return `step ${index + 1} of ${steps.length}: ${step.text}${values ? ` (${values})` : ""}`;
}

export function numeral(number: number): string {
  return number <= CIRCLED ? String.fromCodePoint(0x2460 + number - 1) : `(${number})`;
}

/** Returns the values of a step, without those that the text of the step says already. */
export function shownValues(step: Step): string {
  return step.values.map(valueText).filter((shown) => shown !== plain(step.text)).join(", ");
}

/** Returns a text such as `x = 1`, or `x ∈ [0, 9]` for an interval or a set. */
export function valueText({ name, value }: Step["values"][number]): string {
  return `${name} ${/^[[{]/.test(value) ? "∈" : "="} ${value}`;
}

export function plain(text: string): string {
  return text.replace(/`/g, "");
}

/** Returns the text of a step in a hint. Leaves out values `not NULL`, which are seldom of interest. */
function short(step: Step): string {
  const values = shownValues({ ...step, values: step.values.filter(({ value }) => value !== "not NULL") });
  return plain(step.text) + (values ? ` → ${values}` : "");
}

function cut(text: string): string {
  return text.length > LONGEST_HINT ? `${text.slice(0, LONGEST_HINT - 1)}…` : text;
}
