// The page of the rounds of a verdict: a slider, and the stage that it selects.

import { RoundsResult } from "../protocol";
import { escapeHtml, inline, sentence } from "./html";
import { automaton } from "./observerPage";
import { Frame, page } from "./page";
import { Stage, stages } from "./stages";
import { equationsTable, stepsTable } from "./tables";

export function roundsPage(result: RoundsResult, frame: Frame): string {
  const list = stages(result);
  const sections = list.map((stage, index) => `<section class="stage" data-stage="${index}" data-title="${escapeHtml(stage.title)}"${
    index > 0 ? " hidden" : ""}>
<h2>${escapeHtml(stage.title)}</h2>
${content(stage, result)}
</section>`);
  return page(result.title, [`<p>${inline(sentence(result.message))}</p>`, slider(list), ...sections].join("\n"), frame);
}

function slider(list: Stage[]): string {
  const last = list.length - 1;
  const marks = list.map((stage, index) => `<option value="${index}" label="${escapeHtml(stage.title)}"></option>`).join("");
  return `<div class="slider" role="group" aria-label="Stages">
<button id="back" aria-label="Stage before" title="Stage before">◀</button>
<input id="stage" type="range" min="0" max="${last}" value="0" step="1" list="stages" aria-label="Stage"
aria-valuetext="${escapeHtml(list[0]?.title ?? "")}">
<button id="forward" aria-label="Next stage" title="Next stage">▶</button>
<output for="stage" id="position">1 of ${list.length}</output>
<datalist id="stages">${marks}</datalist>
</div>`;
}

function content(stage: Stage, result: RoundsResult): string {
  switch (stage.kind) {
    case "path":
      return `<p>${inline(sentence(stage.summary))}</p>\n${stepsTable(stage.steps, "The path, step by step")}`;
    case "conflict":
      return `<p>${inline(sentence(stage.observer.proof))}</p>\n${equationsTable(stage.observer.equations)}`;
    case "observer":
      return `<p>The observer rejects every path on which this conflict occurs.</p>\n${automaton(stage.observer)}`;
    case "verdict":
      return `<p class="verdict ${result.verdict}">${inline(sentence(result.conclusion))}</p>`;
  }
}
