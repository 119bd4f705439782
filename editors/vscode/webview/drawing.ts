// Lets the user choose states and transitions of drawn automata, also with the keyboard.

import { chooser } from "./choice";

export function drawings(choose: (kind: "state" | "edge", part: Element, index: number) => void): void {
  for (const drawing of document.querySelectorAll(".drawing")) {
    const parts = [...drawing.querySelectorAll<SVGGElement>("g.state, g.edge")];
    parts.forEach(name);
    chooser(parts, (part) => {
      const { state, edge } = part.dataset;
      choose(state === undefined ? "edge" : "state", part, Number(state ?? edge));
    });
  }
}

/** Sets the text that a screen reader says for a part: its drawn text, unless the server gave it a label. */
function name(part: SVGGElement): void {
  part.setAttribute("role", "button");
  if (!part.hasAttribute("aria-label")) {
    const text = [...part.querySelectorAll("text")].map((label) => label.textContent?.trim()).join(", ");
    part.setAttribute("aria-label", `${part.dataset.state === undefined ? "Transition" : "State"} ${text}`.trim());
  }
}
