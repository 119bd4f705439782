// The tabs of the observers, of which one is shown at a time.

import { chooser } from "./choice";

/** Sets up the tabs. Returns a function that shows a tab without calling `tell`. */
export function tabs(first: number, tell: (index: number) => void): (index: number) => void {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-tab]")];
  const panels = [...document.querySelectorAll<HTMLElement>("[data-observer]")];
  const show = (index: number): void => {
    if (panels[index]) {
      panels.forEach((panel, at) => panel.toggleAttribute("hidden", at !== index));
      buttons.forEach((button, at) => button.setAttribute("aria-selected", String(at === index)));
    }
  };
  chooser(buttons, (button) => {
    show(buttons.indexOf(button));
    tell(buttons.indexOf(button));
  }, true);
  show(first);
  return show;
}
