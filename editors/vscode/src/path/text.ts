// The texts for a path: numerals, values, and a sentence for each step.

import { Step } from "../protocol";
import { numbersOf } from "./numbering";

/** The greatest number shown in a circle. Many fonts lack greater ones. */
const CIRCLED = 10;

/**
 * Returns a sentence such as "step 3 of 7: `x == 1` is true". A step without a number is said to be after the
 * one before it that has one.
 */
export function stepSentence(steps: Step[], index: number): string {
  const step = steps[index];
  if (!step) {
    return "";
  }
  const values = shownValues(step);
  return `${position(steps, index)}: ${step.text}${values ? ` (${values})` : ""}`;
}

function position(steps: Step[], index: number): string {
  const numbers = numbersOf(steps);
  const count = numbers.filter((number) => number !== undefined).length;
  const before = numbers.slice(0, index + 1).findLast((number) => number !== undefined);
  if (before === undefined) {
    return count > 0 ? `before step 1 of ${count}` : `step ${index + 1} of ${steps.length}`;
  }
  return `${numbers[index] === undefined ? "after " : ""}step ${before} of ${count}`;
}

export function numeral(number: number): string {
  return number <= CIRCLED ? String.fromCodePoint(0x2460 + number - 1) : `(${number})`;
}

/** Returns the values of a step, without those that the text of the step says already. */
export function shownValues(step: Step): string {
  return step.values
    .map(valueText)
    .filter((shown) => shown !== plain(step.text))
    .join(", ");
}

/** Values that are seldom of interest: any pointer but NULL, and nearly all numbers of a type. */
const DULL = /^(not NULL|\[-\d{10,}, \d{10,}\]|≥ -\d{10,}|≤ \d{10,})$/;

/** Returns for each step the values that it tells anew: none that a step before it told, and no dull ones. */
export function newValues(steps: Step[]): string[] {
  const known = new Map<string, string>();
  return steps.map((step) => {
    const news = step.values.filter(({ name, value }) => !DULL.test(value) && known.get(name) !== value);
    step.values.forEach(({ name, value }) => known.set(name, value));
    return shownValues({ ...step, values: news });
  });
}

/** Returns a text such as `x = 1`, `x ≥ 1`, or `x ∈ [0, 9]` for an interval or a set. */
export function valueText({ name, value }: Step["values"][number]): string {
  const relation = /^[≥≤]/.test(value) ? "" : /^[[{]/.test(value) ? "∈ " : "= ";
  return `${name} ${relation}${value}`;
}

export function plain(text: string): string {
  return text.replace(/`/g, "");
}

/** Returns a text such as "1 finding" or "3 findings". */
export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
