// The hints of a path: short texts that stand behind the lines of its steps.

import { Step } from "../protocol";
import { numbersOf } from "./numbering";
import { newValues, numeral, plain } from "./text";

/** A text for the end of a line. Lines count from 0. */
export interface Hint {
  line: number;
  text: string;
  /** The indices of the steps that it tells. */
  steps: number[];
}

/** The column that a line with its hint should not pass. */
const LAST_COLUMN = 110;
const SHORTEST_ROOM = 28;
/** The room between a line and its hint, in columns. */
export const MARGIN = 3;
/** The greatest number of steps in one hint. A line in a loop can have hundreds of steps. */
const MOST_ON_A_LINE = 4;
/** The gap between two steps: no-break spaces, because the editor would merge ordinary ones. */
const SPACE = "\u00a0\u00a0";

/**
 * Returns the hints of the steps with numbers for which `isHere` holds, sorted by line. The steps of one line share a
 * hint. `textOf` gives the text of a line, which is not told again, and `widthOf` its columns.
 */
export function hints(
  steps: Step[],
  isHere: (step: Step) => boolean,
  widthOf: (line: number) => number,
  textOf: (line: number) => string,
): Hint[] {
  const numbers = numbersOf(steps);
  const values = newValues(steps);
  const lines = new Map<number, Told[]>();
  steps.forEach((step, index) => {
    const number = numbers[index];
    if (isHere(step) && number !== undefined) {
      const { line } = step.range.start;
      lines.set(line, [
        ...(lines.get(line) ?? []),
        { index, words: words(step, number, values[index] ?? "", textOf(line)) },
      ]);
    }
  });
  return [...lines]
    .map(([line, all]) => hint(line, all, widthOf(line)))
    .sort((one, other) => one.line - other.line);
}

/** Returns the columns that are left for a hint behind a line. */
export function room(width: number): number {
  return Math.max(SHORTEST_ROOM, LAST_COLUMN - width - MARGIN);
}

/** Returns the width of a text in columns, with its tabs at their stops. */
export function columns(text: string, tab: number): number {
  return [...text].reduce(
    (width, character) => (character === "\t" ? width + tab - (width % tab) : width + 1),
    0,
  );
}

interface Told {
  index: number;
  words: string;
}

/** Returns what a hint tells of a step: what it does, unless the line says that itself, and the values after it. */
function words(step: Step, number: number, values: string, line: string): string {
  const text = plain(step.text);
  const told = packed(line).includes(packed(text))
    ? values || (step.kind === "branch" ? "is taken" : "")
    : `${text}${values && ` → ${values}`}`;
  return `${numeral(number)} ${told}`.trimEnd();
}

function packed(text: string): string {
  return text.replace(/\s/g, "");
}

function hint(line: number, all: Told[], width: number): Hint {
  const [first, last] = ends(all);
  const texts = [first, last].map((part) => part.map((one) => one.words).join(SPACE));
  return {
    line,
    text: shortened(texts.filter(Boolean).join(`${SPACE}…${SPACE}`), room(width)),
    steps: [...first, ...last].map(({ index }) => index),
  };
}

/** Returns the steps of a line that its hint tells: all, or the first and the last if there are too many. */
function ends(all: Told[]): [first: Told[], last: Told[]] {
  const half = MOST_ON_A_LINE / 2;
  return all.length <= MOST_ON_A_LINE ? [all, []] : [all.slice(0, half), all.slice(-half)];
}

/** Cuts a text that is too long at the end of a word. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) {
    return text;
  }
  const start = characters.slice(0, most - 1).join("");
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\u00a0"));
  return `${(end > start.length / 2 ? start.slice(0, end) : start).trimEnd()}…`;
}
