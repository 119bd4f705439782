import assert from "node:assert/strict";
import { test } from "node:test";

import { pageMessage } from "../src/page/messages";
import { observerPage } from "../src/page/observerPage";
import { roundsPage } from "../src/page/roundsPage";
import { stages, statements } from "../src/page/stages";
import { cleanSvg, drawing } from "../src/page/svg";
import { tracePage } from "../src/page/tracePage";
import { ObserverResult, RoundsResult } from "../src/protocol";
import { observer, range, step } from "./steps";

const FRAME = { nonce: "abc", script: "run()" };
const RESULT: ObserverResult = { title: "x < 1", text: "a --> b", dot: "", svg: "", observers: [observer(), observer()] };
const ROUNDS: RoundsResult = {
  title: "Rounds", rule: "use-after-free", verdict: "refuted", message: "`a` is used", conclusion: "no path is left",
  rounds: [
    { summary: "the first path", steps: [step(1, "`x = 10`")], observers: [observer()] },
    { summary: "the second path", steps: [step(2, "`x--`")], observers: [observer(), observer()] },
  ],
};

test("a page loads nothing, and only its own style and script count", () => {
  const html = observerPage(RESULT, FRAME);
  assert.match(html, /content="default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'"/);
  assert.doesNotMatch(html, /unsafe-inline|unsafe-eval|https?:|\bstyle="|\bon[a-z]+="/);
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.match(html, /<h1>x &lt; 1<\/h1>/);
});

test("an SVG loses what could run or load, and keeps what names its parts", () => {
  const svg = `<?xml version="1.0"?><!-- c --><svg viewBox="0 0 1 1" onload="evil()"><script>evil()</script><style>@import "x"</style>
    <rect x="1" fill="url(http://x)" onclick='evil()' style="fill:red"/><image href="http://x"/><a href="javascript:evil()"><text y="2">a &lt; b</text></a>
    <g class="state" data-state="0" tabindex="0" role="button" aria-label="State 0"></g><use href="#x"/>
    <foreignObject><body onload="evil()"></body></foreignObject></svg>`;
  const clean = cleanSvg(svg);
  assert.doesNotMatch(clean, /<script|<style|style=|onload|onclick|href|url\(|<image|<use|foreignObject|<a\b|<body/i);
  assert.match(clean, /<svg viewBox="0 0 1 1">/);
  assert.match(clean, /<text y="2">a &lt; b<\/text>/);
  assert.match(clean, /<g class="state" data-state="0" tabindex="0" role="button" aria-label="State 0">/);
  assert.equal(cleanSvg("no drawing"), "");
});

test("a drawing has the colours of the theme only if its parts say what they are", () => {
  assert.match(drawing(`<svg><rect class="box"/></svg>`, "d"), /class="drawing themed"/);
  assert.match(drawing(`<svg><rect fill="#fff"/></svg>`, "d"), /class="drawing"/);
  assert.equal(drawing("", "d"), "");
});

test("a drawing can be zoomed and exported with the keyboard", () => {
  const html = drawing(`<svg><rect class="box"/></svg>`, "d");
  assert.deepEqual([...html.matchAll(/<button data-(?:zoom|export)="([a-z]*)"/g)].map(([, what]) => what), ["out", "in", "fit", ""]);
  assert.match(html, /<div class="canvas"><svg>/);
  assert.deepEqual(pageMessage({ type: "export", observer: 1, index: 1 }), { type: "export", index: 1 });
});

test("a path is a table whose rows can be chosen", () => {
  const steps = [
    step(4, "`x > 0`", { values: [{ name: "x", value: "<10" }], branch: "10 is more than 0", depth: 1 }),
    step(5, "`p` is freed", { decisive: true, uri: "file:///d/my%20other.c" }),
  ];
  const html = tracePage({ title: "t", markdown: "**use-after-free** · refuted\n\n`a` is used\n\n| # |\n|--|\n", text: "", steps }, FRAME);
  assert.match(html, /<p><strong>use-after-free · refuted<\/strong><\/p>\n<p><code>a<\/code> is used\.<\/p>/);
  assert.match(html, /<tr class="choice" data-step="0" tabindex="0"><td class="number"><\/td><td class="number">5<\/td><td class="depth1"><code>x &gt; 0<\/code>/);
  assert.match(html, /<td><code>x = &lt;10<\/code><\/td><td>10 is more than 0<\/td>/);
  assert.match(html, /<tr class="choice decisive" data-step="1" tabindex="-1"><td class="number">1<\/td>.*my other\.c:6/);
  assert.match(tracePage({ title: "t", markdown: "", text: "a <b>" }, FRAME), /<pre>a &lt;b&gt;<\/pre>/);
});

test("several observers are tabs, of which one is shown", () => {
  const html = observerPage(RESULT, FRAME);
  assert.equal(html.match(/<button role="tab"/g)?.length, 2);
  assert.equal(html.match(/role="tabpanel"[^>]* hidden/g)?.length, 1);
  assert.match(html, /<tr class="choice clash" data-equation="1"/);
  const single = observerPage({ ...RESULT, observers: [observer()] }, FRAME);
  assert.doesNotMatch(single, /<button role="tab|role="tabpanel/);
  assert.match(observerPage({ ...RESULT, observers: [] }, FRAME), /<pre>a --&gt; b<\/pre>/);
});

test("rounds are stages: path, conflict, observer, path, ... verdict", () => {
  assert.deepEqual(stages(ROUNDS).map(({ title }) => title), [
    "Path 1", "Conflict on path 1", "Observer of the conflict on path 1",
    "Path 2", "Conflict on path 2, 1 of 2", "Observer of the conflict on path 2, 1 of 2",
    "Conflict on path 2, 2 of 2", "Observer of the conflict on path 2, 2 of 2", "Verdict",
  ]);
  const html = roundsPage(ROUNDS, FRAME);
  assert.match(html, /<input id="stage" type="range" min="0" max="8" value="0"/);
  assert.equal(html.match(/<section class="stage"/g)?.length, 9);
  assert.match(html, /No path is left\./);
});

test("the source follows a stage: its path, or its clash", () => {
  const [path, conflict] = stages(ROUNDS);
  assert.deepEqual(statements(path!), [{ range: range(1), clash: false }]);
  assert.deepEqual(statements(conflict!).filter(({ clash }) => clash).map((mark) => mark.range.start.line), [5, 6]);
  const kept: RoundsResult = { ...ROUNDS, verdict: "unrefuted", rounds: [{ summary: "", steps: [step(3, "`*a`", { decisive: true })], observers: [] }] };
  assert.deepEqual(statements(stages(kept).at(-1)!), [{ range: range(3), clash: true }]);
  assert.deepEqual(statements(stages(ROUNDS).at(-1)!), []);
});
