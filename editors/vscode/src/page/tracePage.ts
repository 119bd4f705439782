// The page of a counterexample path.

import { TraceResult } from "../protocol";
import { escapeHtml, inline, sentence } from "./html";
import { Frame, page } from "./page";
import { stepsTable } from "./tables";

export function tracePage(trace: TraceResult, frame: Frame): string {
  const table = stepsTable(trace.steps ?? [], "The path, step by step");
  const body = table === "" ? `<pre>${escapeHtml(trace.text)}</pre>` : `${introduction(trace.markdown)}\n${table}\n${HELP}`;
  return page(trace.title, body, frame);
}

const HELP = `<p class="help">Choose a step with the arrow keys and Enter, or with a click, to go to its statement.</p>`;

/** Returns the server's text above and below its table as HTML, without that table. */
function introduction(markdown: string): string {
  return markdown
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("|"))
    .map((line) => `<p>${line.startsWith("**") ? verdict(line) : inline(sentence(line))}</p>`)
    .join("\n");
}

function verdict(line: string): string {
  return `<strong>${inline(line.replace(/\*\*/g, ""))}</strong>`;
}
