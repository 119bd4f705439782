// Drawings of the server, made fit for a page.

const ELEMENTS = new Set([
  "svg", "g", "rect", "line", "path", "polygon", "polyline", "ellipse", "circle", "text", "tspan", "title", "desc",
]);

const ATTRIBUTES = new Set([
  "viewbox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "d", "points", "fill",
  "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
  "transform", "class", "role", "xmlns", "tabindex", "aria-label", "data-state", "data-edge",
]);

/**
 * An SVG without anything that could run or load: the policy forbids it already, this keeps it out of the page.
 * Elements and attributes that are not known to be harmless are dropped.
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

/** A drawing whose parts say what they are gets the colours of the theme; another one keeps its white paper. */
export function drawing(svg: string, label: string): string {
  const clean = cleanSvg(svg);
  if (clean === "") {
    return "";
  }
  const themed = /class="[^"]*\bbox\b/.test(clean) ? " themed" : "";
  return `<div class="drawing${themed}" role="group" aria-label="${label}">${clean}</div>`;
}
