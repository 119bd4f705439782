// A path in words: short hints at the ends of lines, and the sentence of one step.

import { Step } from "../protocol";

/** What stands at the end of a line. */
export interface Hint {
  line: number;
  text: string;
  decisive: boolean;
}

const LONGEST_HINT = 160;
/** More numbers with circles are missing in many fonts. */
const CIRCLED = 10;

/** The hints of a path in its own file, those of one line joined, in the order of lines. */
export function hints(steps: Step[], isOwn: (step: Step) => boolean): Hint[] {
  const lines = new Map<number, { parts: string[]; decisive: boolean }>();
  steps.forEach((step, index) => {
    if (!isOwn(step)) {
      return;
    }
    const line = lines.get(step.range.start.line) ?? { parts: [], decisive: false };
    line.parts.push(`${numeral(index + 1)} ${short(step)}`);
    line.decisive ||= step.decisive;
    lines.set(step.range.start.line, line);
  });
  return [...lines]
    .map(([line, { parts, decisive }]) => ({ line, text: cut(parts.join("  ")), decisive }))
    .sort((one, other) => one.line - other.line);
}

/** "step 3 of 15: `x == 1` is true" */
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

/** The values that the text of the step does not say already. */
export function shownValues(step: Step): string {
  const text = plain(step.text);
  return step.values.map(({ name, value }) => `${name} = ${value}`).filter((shown) => shown !== text).join(", ");
}

export function plain(text: string): string {
  return text.replace(/`/g, "");
}

function short(step: Step): string {
  const values = shownValues(step);
  return plain(step.text) + (values ? ` → ${values}` : "");
}

function cut(text: string): string {
  return text.length > LONGEST_HINT ? `${text.slice(0, LONGEST_HINT - 1)}…` : text;
}
