// The page of the observers: the automata that rejected the paths of a finding.

import { Observer, ObserverResult } from "../protocol";
import { escapeHtml, inline, sentence } from "./html";
import { Frame, page } from "./page";
import { drawing } from "./svg";
import { equationsTable } from "./tables";

export function observerPage(result: ObserverResult, frame: Frame): string {
  const observers = result.observers ?? [];
  if (observers.length === 0) {
    return page(result.title, `${drawing(result.svg, "The observer")}\n<pre>${escapeHtml(result.text)}</pre>`, frame);
  }
  const panels = observers.map((observer, index) => `<section class="observer" id="observer${index}" data-observer="${index}"${
    observers.length > 1 ? ` role="tabpanel" aria-labelledby="tab${index}"` : ""}${index > 0 ? " hidden" : ""}>
<h2>${escapeHtml(observer.title)}</h2>
<p>${inline(sentence(observer.proof))}</p>
${automaton(observer)}
${equationsTable(observer.equations)}
<details><summary>As text</summary><pre>${escapeHtml(observer.text)}</pre></details>
</section>`);
  return page(result.title, [tabs(observers), ...panels, HELP].join("\n"), frame);
}

export function automaton(observer: Observer): string {
  return drawing(observer.svg, "The observer: states and transitions");
}

const HELP = `<p class="help">Choose a state, a transition or an equation with the arrow keys and Enter, or with a click, to see
its statements and the clash in the source.</p>`;

function tabs(observers: Observer[]): string {
  if (observers.length < 2) {
    return "";
  }
  const buttons = observers.map((observer, index) => `<button role="tab" id="tab${index}" data-tab="${index}"
aria-controls="observer${index}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}"
title="${escapeHtml(observer.title)}">Conflict ${index + 1}</button>`);
  return `<div role="tablist" aria-label="Conflicts, in the order in which they were found">${buttons.join("")}</div>`;
}
