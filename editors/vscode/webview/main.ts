// The script of all pages. Tells the extension what the user chose, and shows the choice.

import { isObject } from "../src/arguments";
import { HostMessage, hostMessage, PageMessage } from "../src/page/messages";
import { chooser } from "./choice";
import { drawings } from "./drawing";
import { slider } from "./slider";
import { tabs } from "./tabs";
import { zoomable } from "./zoom";

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const host = acquireVsCodeApi();
const tell = (message: PageMessage): void => host.postMessage(message);

for (const table of document.querySelectorAll<HTMLTableElement>("table.steps")) {
  chooser([...table.querySelectorAll<HTMLElement>("[data-step]")], (row) => tell({ type: "step", index: Number(row.dataset.step) }));
}
for (const table of document.querySelectorAll<HTMLTableElement>("table.equations")) {
  chooser([...table.querySelectorAll<HTMLElement>("[data-equation]")], (row) =>
    tell({ type: "equation", observer: observerOf(row), index: Number(row.dataset.equation) }));
}
drawings((kind, part, index) => tell({ type: kind, observer: observerOf(part), index }));
document.querySelectorAll<HTMLElement>(".drawing").forEach(zoomable);
for (const button of document.querySelectorAll<HTMLElement>("[data-export]")) {
  button.addEventListener("click", () => tell({ type: "export", index: observerOf(button) }));
}

// The remembered choice is valid for this page only, not for the next finding in the same view.
const key = document.querySelector("script")?.nonce ?? "";
const state = host.getState();
const remembered = isObject(state) && state.key === key ? hostMessage(state) : undefined;
const remember = (message: HostMessage): void => host.setState({ ...message, key });
const showTab = tabs(remembered?.type === "observer" ? remembered.index : 0, (index) => {
  remember({ type: "observer", index });
  tell({ type: "observer", index });
});
const showStage = slider(remembered?.type === "stage" ? remembered.index : 0, (index) => {
  remember({ type: "stage", index });
  tell({ type: "stage", index });
});

window.addEventListener("message", (event) => {
  const message = hostMessage(event.data);
  if (message?.type === "step") {
    const rows = [...document.querySelectorAll("[data-step]")];
    rows.forEach((row, index) => row.setAttribute("aria-current", String(index === message.index)));
    rows[message.index]?.scrollIntoView({ block: "nearest" });
  } else if (message?.type === "stage") {
    remember(message);
    showStage(message.index);
  } else if (message?.type === "observer") {
    remember(message);
    showTab(message.index);
  }
});

/** What the keys work on as soon as a page has the focus: the slider, the tabs, else the first of what can be chosen. */
const CHOICES = "#stage, [role='tab'][tabindex='0'], [data-step][tabindex='0'], svg [tabindex='0']";

/** Gives the focus to what can be chosen if the page has it and nothing on the page does. */
function takeFocus(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    document.querySelector<HTMLElement | SVGElement>(CHOICES)?.focus({ preventScroll: true });
  }
}

window.addEventListener("focus", takeFocus);
takeFocus();

/** Returns the index of an element's observer; 0 on a stage of the rounds, which has only one observer. */
function observerOf(part: Element): number {
  return Number(part.closest<HTMLElement>("[data-observer]")?.dataset.observer ?? 0);
}
