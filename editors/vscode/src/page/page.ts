// The frame of every page: its content security policy, its style and its script.

import { escapeHtml } from "./html";
import style from "./page.css";

/** The parts that all pages need: a `nonce`, fresh for every page, and the `script` that pages run. */
export interface Frame {
  nonce: string;
  script: string;
}

/** Returns a page around a body of HTML. The page loads nothing, and uses only our style and script. */
export function page(title: string, body: string, { nonce, script }: Frame): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}
