// Text as HTML.

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** Code between backticks; everything else is text. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") && part.endsWith("`") && part.length > 1
      ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
      : escapeHtml(part)))
    .join("");
}

/** A sentence begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?:]$/.test(trimmed) || trimmed === "" ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
