// A group of elements of which the user chooses one. Tab stops once per group; arrow keys move inside it.

const NEXT = ["ArrowDown", "ArrowRight"];
const BEFORE = ["ArrowUp", "ArrowLeft"];

/** Makes elements a group; calls `choose` with the chosen one. With `onFocus`, moving to one chooses it. */
export function chooser<T extends HTMLElement | SVGElement>(parts: T[], choose: (part: T) => void, onFocus = false): void {
  const select = (part: T): void => {
    parts.forEach((other) => other.setAttribute("aria-current", String(other === part)));
    choose(part);
  };
  const focus = (part: T | undefined): void => {
    if (part) {
      parts.forEach((other) => other.setAttribute("tabindex", other === part ? "0" : "-1"));
      part.focus();
      if (onFocus) {
        select(part);
      }
    }
  };
  parts.forEach((part, index) => {
    part.setAttribute("tabindex", index === 0 ? "0" : "-1");
    part.addEventListener("click", () => {
      focus(part);
      if (!onFocus) {
        select(part);
      }
    });
    part.addEventListener("keydown", (event) => {
      const { key } = event as KeyboardEvent;
      if (key === "Enter" || key === " ") {
        select(part);
      } else if (NEXT.includes(key)) {
        focus(parts[index + 1]);
      } else if (BEFORE.includes(key)) {
        focus(parts[index - 1]);
      } else if (key === "Home" || key === "End") {
        focus(parts.at(key === "Home" ? 0 : -1));
      } else {
        return;
      }
      event.preventDefault();
    });
  });
}
