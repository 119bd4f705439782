// The texts for what rules match: marks in C files, and lenses above labels.

import { Range, RuleMatch } from "../protocol";

/** A mark in a C file: a place with all labels that it has. */
export interface RuleMark {
  range: Range;
  /** The names of the labels, which stand behind the place. */
  text: string;
  /** A sentence in Markdown for each label. */
  sentences: string[];
}

/** Returns a mark for each place, in the order of the matches. */
export function marksOf(matches: RuleMatch[]): RuleMark[] {
  const places = new Map<string, RuleMatch[]>();
  for (const match of matches) {
    const { start, end } = match.range;
    const key = [start.line, start.character, end.line, end.character].join(" ");
    places.set(key, [...(places.get(key) ?? []), match]);
  }
  return [...places.values()].map((here) => ({
    range: here[0]!.range,
    text: [...new Set(here.map(({ label }) => label))].join(", "),
    sentences: [...new Set(here.map(sentence))],
  }));
}

function sentence({ rule, label, object }: RuleMatch): string {
  const about = object === undefined ? "" : `, object ${code(object)}`;
  return `label ${code(label)} of the rule ${code(rule)}${about}`;
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replace(/\s+/g, " ")}${fence}`;
}

/** Returns the words of a lens, such as "3 places in queue.c, 1 in main.c". Places with several objects count once. */
export function lensTitle(counts: Array<{ file: string; count: number }>): string {
  const some = counts.filter(({ count }) => count > 0);
  if (some.length === 0) {
    return `no place in ${counts.map(({ file }) => file).join(", ")}`;
  }
  return some.map(({ file, count }, index) => {
    const unit = index > 0 ? "" : count === 1 ? " place" : " places";
    return `${count}${unit} in ${file}`;
  }).join(", ");
}
