// Converts drawings of the server for a page.

const ELEMENTS = new Set([
  "svg", "g", "rect", "line", "path", "polygon", "polyline", "ellipse", "circle", "text", "tspan", "title", "desc",
]);

const ATTRIBUTES = new Set([
  "viewbox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "d", "points", "fill",
  "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
  "transform", "class", "role", "xmlns", "tabindex", "aria-label", "data-state", "data-edge",
]);

/**
 * Returns an SVG without anything that could run or load. Drops all elements and attributes that are not
 * known to be harmless. The page's content security policy forbids such things too.
 */
export function cleanSvg(svg: string): string {
  const start = svg.indexOf("<svg");
  if (start < 0) {
    return "";
  }
  return svg.slice(start).replace(/<(?:!--[\s\S]*?-->|[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)/g, (tag) => {
    const closing = /^<\/([a-z]+)\s*>$/i.exec(tag);
    if (closing) {
      return ELEMENTS.has(closing[1]!.toLowerCase()) ? tag : "";
    }
    const opening = /^<([a-z]+)\b([\s\S]*?)(\/?)>$/i.exec(tag);
    if (!opening || !ELEMENTS.has(opening[1]!.toLowerCase())) {
      return "";
    }
    const kept = [...opening[2]!.matchAll(/([a-z][a-z0-9:-]*)\s*=\s*("[^"]*"|'[^']*')/gi)]
      .filter(([, name, value]) => ATTRIBUTES.has(name!.toLowerCase()) && !/url\s*\(|javascript:/i.test(value!))
      .map(([, name, value]) => ` ${name}=${value}`);
    return `<${opening[1]}${kept.join("")}${opening[3]}>`;
  });
}

/**
 * Returns a drawing as HTML, in the theme's colours if its parts have classes, else on white paper. Buttons
 * above it zoom and export it.
 */
export function drawing(svg: string, label: string): string {
  const clean = cleanSvg(svg);
  if (clean === "") {
    return "";
  }
  const themed = /class="[^"]*\bbox\b/.test(clean) ? " themed" : "";
  return `<div class="drawing${themed}" role="group" aria-label="${label}">
<div class="toolbar" role="toolbar" aria-label="Drawing">
<button data-zoom="out" aria-label="Smaller" title="Smaller (-)">−</button>
<output class="scale">100 %</output>
<button data-zoom="in" aria-label="Larger" title="Larger (+)">+</button>
<button data-zoom="fit" title="Show all of it (0)">Fit</button>
<button data-export="" title="Save the drawing as a file">Export SVG</button>
</div>
<div class="canvas">${clean}</div>
</div>`;
}
