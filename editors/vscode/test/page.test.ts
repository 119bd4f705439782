import assert from "node:assert/strict";
import { test } from "node:test";

import { cleanSvg, observerPage, tracePage } from "../src/page";
import { initializationOptions, skippedLine } from "../src/protocol";

test("a page allows no script and styles only with its nonce", () => {
  const html = observerPage("x < 1", "<svg><rect/></svg>", "a --> b", "abc");
  assert.match(html, /content="default-src 'none'; style-src 'nonce-abc'"/);
  assert.doesNotMatch(html, /<script|unsafe-inline/);
  assert.match(html, /<h1>x &lt; 1<\/h1>/);
  assert.match(html, /a --&gt; b/);
});

test("an SVG loses what could run or load", () => {
  const svg = `<?xml version="1.0"?><!-- c --><svg viewBox="0 0 1 1" onload="evil()"><script>evil()</script>
    <rect x="1" fill="url(http://x)" onclick='evil()'/><image href="http://x"/><a href="javascript:evil()"><text y="2">a &lt; b</text></a>
    <foreignObject><body onload="evil()"></body></foreignObject></svg>`;
  const clean = cleanSvg(svg);
  assert.doesNotMatch(clean, /<script|onload|onclick|href|url\(|<image|foreignObject|<a\b|<body/i);
  assert.match(clean, /<svg viewBox="0 0 1 1">/);
  assert.match(clean, /<text y="2">a &lt; b<\/text>/);
  assert.equal(cleanSvg("no drawing"), "");
});

test("a trace becomes a table", () => {
  const html = tracePage("t", "**kept**\n\n| # | step |\n|--:|:--|\n| 1 | **`a \\| b`** |\n| 2 | <b> |\n", "n");
  assert.match(html, /<th>#<\/th><th>step<\/th>/);
  assert.match(html, /<tr class="decisive"><td class="number">1<\/td><td><code>a \| b<\/code><\/td><\/tr>/);
  assert.match(html, /<td>&lt;b&gt;<\/td>/);
});

test("settings are passed on with their defaults", () => {
  const settings: Record<string, unknown> = { checks: ["-memory-leak"] };
  assert.deepEqual(initializationOptions((name) => settings[name]), {
    commands: true, status: true, enable: true, checks: ["-memory-leak"], showRefuted: "hint", showDoubtful: false, library: [],
    compileCommands: "", includePaths: [], defines: [],
  });
  assert.equal(skippedLine({ state: "ready", skipped: 2, reasons: { "syntax error": 2 } }), "2 skipped: syntax error (2)");
  assert.equal(skippedLine({ state: "ready" }), "");
});
