// Converts text to HTML.

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** Returns text as HTML. The parts between backticks become code; everything else is escaped text. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") && part.endsWith("`") && part.length > 1
      ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
      : escapeHtml(part)))
    .join("");
}

/** Returns a text as a sentence, with a capital letter at the start and a full stop at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?:]$/.test(trimmed) || trimmed === "" ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
