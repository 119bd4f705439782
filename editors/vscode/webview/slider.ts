// The slider through the stages of a verdict.

/** Sets up the slider. Returns a function that shows a stage without calling `tell`. */
export function slider(first: number, tell: (index: number) => void): (index: number) => void {
  const input = document.querySelector<HTMLInputElement>("#stage");
  const position = document.querySelector("#position");
  const back = document.querySelector<HTMLButtonElement>("#back");
  const forward = document.querySelector<HTMLButtonElement>("#forward");
  const stages = [...document.querySelectorAll<HTMLElement>("[data-stage]")];
  if (!input || !position || !back || !forward) {
    return () => undefined;
  }
  const show = (index: number): void => {
    const stage = stages[index];
    if (stage) {
      stages.forEach((other) => other.toggleAttribute("hidden", other !== stage));
      input.value = String(index);
      input.setAttribute("aria-valuetext", stage.dataset.title ?? "");
      position.textContent = `${index + 1} of ${stages.length}`;
      back.disabled = index === 0;
      forward.disabled = index === stages.length - 1;
    }
  };
  const go = (index: number): void => {
    show(index);
    tell(index);
  };
  input.addEventListener("input", () => go(Number(input.value)));
  back.addEventListener("click", () => go(Number(input.value) - 1));
  forward.addEventListener("click", () => go(Number(input.value) + 1));
  show(first);
  return show;
}
