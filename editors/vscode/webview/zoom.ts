// Zooms a drawing with buttons, keys and the wheel, and moves it by dragging.

const STEP = 1.25;
const SMALLEST = 0.1;
const LARGEST = 8;
/** A drawing is not made smaller than this at first; then one has to scroll to see all of it. */
const LEGIBLE = 0.4;
/** A press that moves less than this is a click. In pixels. */
const SLACK = 4;

export function zoomable(drawing: HTMLElement): void {
  const canvas = drawing.querySelector<HTMLElement>(".canvas");
  const svg = canvas?.querySelector("svg");
  const shown = drawing.querySelector(".scale");
  const { width, height } = svg?.viewBox.baseVal ?? { width: 0, height: 0 };
  if (!canvas || !svg || width === 0) {
    return;
  }
  let scale = 1;
  /** Sets the scale. The point of the drawing at `x` and `y` of the canvas stays where it is. */
  const zoom = (wanted: number, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2): void => {
    const next = Math.min(Math.max(wanted, SMALLEST), LARGEST);
    const [left, top] = [(canvas.scrollLeft + x) / scale, (canvas.scrollTop + y) / scale];
    scale = next;
    svg.setAttribute("width", String(width * scale));
    svg.setAttribute("height", String(height * scale));
    canvas.scrollTo(left * scale - x, top * scale - y);
    if (shown) {
      shown.textContent = `${Math.round(scale * 100)} %`;
    }
  };
  const widthFits = (): number => canvas.clientWidth / width;
  const fit = (): void => {
    // The canvas is as high as the page lets it be only while the drawing is higher.
    zoom(1);
    zoom(Math.min(widthFits(), canvas.clientHeight / height));
  };
  const actions: Record<string, () => void> = {
    in: () => zoom(scale * STEP),
    out: () => zoom(scale / STEP),
    fit,
  };
  for (const button of drawing.querySelectorAll<HTMLElement>("[data-zoom]")) {
    button.addEventListener("click", () => actions[button.dataset.zoom ?? ""]?.());
  }
  drawing.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    const action = { "+": "in", "=": "in", "-": "out", "0": "fit" }[key];
    if (action && !ctrlKey && !metaKey) {
      actions[action]?.();
    }
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const { left, top } = canvas.getBoundingClientRect();
        zoom(scale * STEP ** (-event.deltaY / 100), event.clientX - left, event.clientY - top);
      }
    },
    { passive: false },
  );
  draggable(canvas);
  whenShown(canvas, () => {
    fit();
    zoom(Math.min(1, Math.max(LEGIBLE, scale)));
  });
}

/** Moves the contents of a canvas by dragging. What is dragged is not clicked. */
function draggable(canvas: HTMLElement): void {
  let start: { x: number; y: number; left: number; top: number } | undefined;
  let moved = false;
  canvas.addEventListener("pointerdown", ({ button, clientX, clientY }) => {
    moved = false;
    start =
      button === 0 ? { x: clientX, y: clientY, left: canvas.scrollLeft, top: canvas.scrollTop } : undefined;
  });
  window.addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
    if (!start || buttons === 0) {
      return;
    }
    const [x, y] = [clientX - start.x, clientY - start.y];
    moved ||= Math.hypot(x, y) > SLACK;
    if (moved) {
      canvas.classList.add("panning");
      canvas.scrollTo(start.left - x, start.top - y);
    }
  });
  window.addEventListener("pointerup", () => {
    start = undefined;
    canvas.classList.remove("panning");
  });
  canvas.addEventListener(
    "click",
    (event) => {
      if (moved) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

/** Calls back once, when an element is shown for the first time: only then it has a size. */
function whenShown(element: HTMLElement, then: () => void): void {
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) {
      observer.disconnect();
      then();
    }
  });
  observer.observe(element);
}
