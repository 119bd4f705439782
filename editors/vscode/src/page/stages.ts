// Divides the rounds of a verdict into stages: path 1, its conflict, the observer, path 2, ..., verdict.

import { Observer, Range, RoundsResult, Step } from "../protocol";

export type Stage =
  | { kind: "path"; title: string; summary: string; steps: Step[] }
  | { kind: "conflict"; title: string; observer: Observer }
  | { kind: "observer"; title: string; observer: Observer }
  | { kind: "verdict"; title: string; steps: Step[] };

export function stages(result: RoundsResult): Stage[] {
  const list: Stage[] = [];
  result.rounds.forEach((round, index) => {
    const number = index + 1;
    list.push({ kind: "path", title: `Path ${number}`, summary: round.summary, steps: round.steps });
    round.observers.forEach((observer, at) => {
      const which = round.observers.length > 1 ? `, ${at + 1} of ${round.observers.length}` : "";
      list.push(
        { kind: "conflict", title: `Conflict on path ${number}${which}`, observer },
        { kind: "observer", title: `Observer of the conflict on path ${number}${which}`, observer },
      );
    });
  });
  const last = result.rounds.at(-1);
  const kept = last && last.observers.length === 0 && result.verdict !== "refuted" ? last.steps : [];
  return [...list, { kind: "verdict", title: "Verdict", steps: kept }];
}

/** Returns the statements of a stage. They are marked in the source while the stage is shown. */
export function statements(stage: Stage): Array<{ range: Range; uri?: string; clash: boolean }> {
  if (stage.kind === "path" || stage.kind === "verdict") {
    return stage.steps.map(({ range, uri, decisive }) => ({ range, clash: decisive, ...(uri === undefined ? {} : { uri }) }));
  }
  return [
    ...stage.observer.equations.map(({ range }) => ({ range, clash: false })),
    ...(stage.observer.clash ?? []).map((range) => ({ range, clash: true })),
  ];
}
