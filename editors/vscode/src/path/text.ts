// A path in words: short hints at the ends of lines, and the sentence of one step.

import { Step } from "../protocol";

/** What stands at the end of a line. */
export interface Hint {
  line: number;
  text: string;
  decisive: boolean;
}

const LONGEST_HINT = 120;
/** How many steps of a line are said, as a line in a loop can have hundreds. */
const MOST_ON_A_LINE = 4;
/** The editor would make one space of two ordinary ones. */
const SPACE = "\u00a0\u00a0";
/** More numbers with circles are missing in many fonts. */
const CIRCLED = 10;

/** The hints of a path in its own file, those of one line joined, in the order of lines. */
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

/** The first and the last steps of a line, with a mark where some are left out. */
function joined(all: Numbered[]): string {
  const words = ({ step, number }: Numbered): string => `${numeral(number)} ${short(step)}`;
  if (all.length <= MOST_ON_A_LINE) {
    return all.map(words).join(SPACE);
  }
  const half = MOST_ON_A_LINE / 2;
  return [...all.slice(0, half).map(words), "…", ...all.slice(-half).map(words)].join(SPACE);
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
  return step.values.map(valueText).filter((shown) => shown !== plain(step.text)).join(", ");
}

/** An interval is no value, but where the value lies. */
export function valueText({ name, value }: Step["values"][number]): string {
  return `${name} ${/^[[{]/.test(value) ? "∈" : "="} ${value}`;
}

export function plain(text: string): string {
  return text.replace(/`/g, "");
}

/** That a pointer is not NULL is no news at the end of a line. */
function short(step: Step): string {
  const values = shownValues({ ...step, values: step.values.filter(({ value }) => value !== "not NULL") });
  return plain(step.text) + (values ? ` → ${values}` : "");
}

function cut(text: string): string {
  return text.length > LONGEST_HINT ? `${text.slice(0, LONGEST_HINT - 1)}…` : text;
}
