// Pages for webviews. They contain no script, and their policy allows none.

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/**
 * An SVG without anything that could run or load: the policy forbids it already, this keeps it out of the page.
 * Elements and attributes that are not known to be harmless are dropped.
 */
export function cleanSvg(svg: string): string {
  const elements = new Set(["svg", "g", "rect", "line", "path", "polygon", "polyline", "ellipse", "circle", "text", "tspan", "title"]);
  const attributes = new Set([
    "viewbox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "fill", "stroke",
    "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "transform", "class", "role", "xmlns",
  ]);
  const start = svg.indexOf("<svg");
  if (start < 0) {
    return "";
  }
  return svg.slice(start).replace(/<(?:!--[\s\S]*?-->|[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)/g, (tag) => {
    const closing = /^<\/([a-z]+)\s*>$/i.exec(tag);
    if (closing) {
      return elements.has(closing[1]!.toLowerCase()) ? tag : "";
    }
    const opening = /^<([a-z]+)\b([\s\S]*?)(\/?)>$/i.exec(tag);
    if (!opening || !elements.has(opening[1]!.toLowerCase())) {
      return "";
    }
    const kept = [...opening[2]!.matchAll(/([a-z][a-z0-9:-]*)\s*=\s*("[^"]*"|'[^']*')/gi)]
      .filter(([, name, value]) => attributes.has(name!.toLowerCase()) && !/url\s*\(|javascript:/i.test(value!))
      .map(([, name, value]) => ` ${name}=${value}`);
    return `<${opening[1]}${kept.join("")}${opening[3]}>`;
  });
}

const STYLE = `
  body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); padding: 1em; }
  h1 { font-size: 1.2em; font-weight: 600; }
  pre { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; }
  table { border-collapse: collapse; }
  th, td { text-align: left; padding: 2px 12px 2px 0; border-bottom: 1px solid var(--vscode-widget-border, #8884); }
  td.number { text-align: right; font-variant-numeric: tabular-nums; }
  tr.decisive td { font-weight: 600; }
  svg { max-width: 100%; height: auto; }
`;

/** A page around a body that is HTML already. `nonce` is fresh for every page. */
export function page(title: string, body: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>`;
}

/** The page of an observer: drawn, and as text below. */
export function observerPage(title: string, svg: string, text: string, nonce: string): string {
  return page(title, `${cleanSvg(svg)}\n<pre>${escapeHtml(text)}</pre>`, nonce);
}

/** The page of a trace: the Markdown table of the server as an HTML table; all other lines as paragraphs. */
export function tracePage(title: string, markdown: string, nonce: string): string {
  const rows: string[] = [];
  const paragraphs: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\|[-:| ]+\|$/.test(line)) {
      continue;
    }
    if (line.startsWith("|")) {
      rows.push(row(cells(line), rows.length === 0));
    } else if (line.trim() !== "") {
      paragraphs.push(`<p>${inline(line)}</p>`);
    }
  }
  const table = rows.length > 0 ? `<table>\n${rows.join("\n")}\n</table>` : "";
  return page(title, `${paragraphs.join("\n")}\n${table}`, nonce);
}

/** The cells of a table line; `\|` is a bar inside a cell. */
function cells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

function row(columns: string[], head: boolean): string {
  const decisive = columns.some((cell) => /^\*\*.*\*\*$/.test(cell));
  const tag = head ? "th" : "td";
  const content = columns.map((cell) => {
    const number = !head && /^\d+$/.test(cell) ? ' class="number"' : "";
    return `<${tag}${number}>${inline(cell.replace(/^\*\*(.*)\*\*$/, "$1"))}</${tag}>`;
  });
  return `<tr${decisive ? ' class="decisive"' : ""}>${content.join("")}</tr>`;
}

/** Code between backticks; everything else is text. */
function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") && part.endsWith("`") && part.length > 1
      ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
      : escapeHtml(part.replace(/\*\*/g, ""))))
    .join("");
}
