// Drawn automata: states and transitions can be reached and chosen with the keyboard.

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

/** What a screen reader says of a part: the text that is drawn, unless the server named it. */
function name(part: SVGGElement): void {
  part.setAttribute("role", "button");
  if (!part.hasAttribute("aria-label")) {
    const text = [...part.querySelectorAll("text")].map((label) => label.textContent?.trim()).join(", ");
    part.setAttribute("aria-label", `${part.dataset.state === undefined ? "Transition" : "State"} ${text}`.trim());
  }
}
