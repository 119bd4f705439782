// The numbers of the steps of a path. Views, hints and keys use the same ones.

import { Step } from "../protocol";

/**
 * Returns the number of each step; `undefined` for steps that are not among those that matter. The server
 * numbers them; the steps of one that does not are numbered here: the decisive ones, else all.
 */
export function numbersOf(steps: Step[]): Array<number | undefined> {
  if (steps.some((step) => step.number !== undefined)) {
    return steps.map((step) => step.number);
  }
  const some = steps.some((step) => step.decisive);
  let count = 0;
  return steps.map((step) => (step.decisive || (!some && !step.minor) ? ++count : undefined));
}

/** Returns the indices of the steps that have a number. */
export function numbered(steps: Step[]): number[] {
  return numbersOf(steps).flatMap((number, index) => (number === undefined ? [] : [index]));
}
