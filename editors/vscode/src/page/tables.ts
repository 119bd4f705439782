// Converts paths and equations to HTML tables.

import { numbersOf } from "../path/numbering";
import { valueText } from "../path/text";
import { Equation, Step } from "../protocol";
import { escapeHtml, inline } from "./html";

const DEEPEST = 6;

/** Returns the table of a path. Choosing a row goes to the statement of the step. */
export function stepsTable(steps: Step[], caption: string): string {
  const withReasons = steps.some((step) => step.branch);
  const head = ["#", "Line", "Statement", "Values", ...(withReasons ? ["Why this way"] : [])];
  const numbers = numbersOf(steps);
  const rows = steps.map((step, index) => {
    const depth = Math.min(step.depth ?? 0, DEEPEST);
    const cells = [
      `<td class="number">${numbers[index] ?? ""}</td>`,
      `<td class="number">${place(step)}</td>`,
      `<td class="depth${depth}">${inline(step.text)}</td>`,
      `<td><code>${escapeHtml(step.values.map(valueText).join(", "))}</code></td>`,
      ...(withReasons ? [`<td>${inline(step.branch ?? "")}</td>`] : []),
    ];
    return row("step", index, step.decisive ? " decisive" : step.minor ? " minor" : "", cells);
  });
  return table("steps", caption, head, rows);
}

/** Returns the table of a conflict's equations and solutions. Rows with an empty solution are the clash. */
export function equationsTable(equations: Equation[]): string {
  const rows = equations.map((equation, index) => row("equation", index, equation.solution === "∅" ? " clash" : "", [
    `<td class="number">${equation.range.start.line + 1}</td>`,
    `<td><code>${escapeHtml(equation.statement)}</code></td>`,
    `<td><code>${escapeHtml(equation.equation)}</code></td>`,
    `<td><code>${escapeHtml(equation.solution)}</code></td>`,
  ]));
  return table("equations", "Equations", ["Line", "Statement", "Equation", "Least solution"], rows);
}

function place(step: Step): string {
  const line = String(step.range.start.line + 1);
  const file = step.uri?.split("/").at(-1);
  return file ? escapeHtml(`${decoded(file)}:${line}`) : line;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function row(kind: string, index: number, more: string, cells: string[]): string {
  return `<tr class="choice${more}" data-${kind}="${index}" tabindex="${index === 0 ? 0 : -1}">${cells.join("")}</tr>`;
}

function table(kind: string, caption: string, head: string[], rows: string[]): string {
  if (rows.length === 0) {
    return "";
  }
  const titles = head.map((title) => `<th scope="col">${title}</th>`).join("");
  return `<table class="${kind}">
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${titles}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}
