// Makes ranges, steps and observers for the tests.

import { Observer, Range, Step } from "../src/protocol";

export function range(line: number, from = 0, to = 5): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}

export function step(line: number, text: string, more: Partial<Step> = {}): Step {
  return { range: range(line), text, values: [], decisive: false, ...more };
}

export function observer(more: Partial<Observer> = {}): Observer {
  return {
    title: "{x = 10, x <= 0}", refuter: "intervals", dot: "", text: "state 0", proof: "after `x = 10`, `x <= 0` cannot hold",
    svg: `<svg viewBox="0 0 9 9"><g class="state" data-state="0"><rect class="box"/></g><g class="edge" data-edge="0"><line class="arrow"/></g></svg>`,
    equations: [
      { range: range(5), statement: "x = 10", equation: "x#1 = 10", solution: "10" },
      { range: range(6), statement: "x <= 0", equation: "x#2 = x#1 ⊓ [-∞, 0]", solution: "∅" },
    ],
    states: [{ label: "nothing known", rejects: false, ranges: [] }, { label: "x = 10", rejects: false, ranges: [range(5)] }],
    edges: [{ from: 0, to: 1, label: "x = 10", range: range(5) }],
    clash: [range(5), range(6)],
    ...more,
  };
}
