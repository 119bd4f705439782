import assert from "node:assert/strict";
import { test } from "node:test";

import { initializationOptions } from "../src/settings";
import { statusView } from "../src/status/text";

test("the status says what is going on", () => {
  const idle = { state: "idle", analysed: 3, skipped: 2, reasons: { "inline assembly": 1, "a nested function": 4 } } as const;
  assert.deepEqual(statusView("running", true, idle), {
    state: "idle", text: "csieve", details: ["3 functions analysed.", "2 functions skipped:", "a nested function (4)", "inline assembly (1)"],
  });
  const broken = { ...idle, reasons: { "syntax error": 1, "inline assembly": 1 } };
  assert.deepEqual(statusView("running", true, broken), {
    state: "broken", text: "csieve: 1 function has a syntax error",
    details: ["3 functions analysed.", "2 functions skipped:", "syntax error (1)", "inline assembly (1)"],
  });
  assert.equal(statusView("running", true, { state: "analysing", pending: 7 }).text, "csieve: analysing 7 functions");
  assert.equal(statusView("running", true, { state: "analysing", pending: 1 }).text, "csieve: analysing 1 function");
  assert.equal(statusView("running", false, idle).state, "off");
  assert.equal(statusView("running", true, { state: "off" }).state, "off");
  assert.equal(statusView("starting", true, undefined).state, "starting");
  assert.equal(statusView("error", true, idle).state, "error");
});

test("settings are passed on with their defaults and what the client can do", () => {
  const settings: Record<string, unknown> = { checks: ["-memory-leak"], diagnosticMode: "workspace" };
  assert.deepEqual(initializationOptions((name) => settings[name]), {
    commands: true, status: true, pull: false, details: true, messageInHover: true, enable: true, checks: ["-memory-leak"], showRefuted: "hint", showDoubtful: false, showMinor: true, allocations: "fold",
    codeLens: true, documentSymbols: false, inlayHints: false, diagnosticMode: "workspace", index: true, refuters: [], wrapv: false, exclude: [], library: [], rules: [], compileCommands: "", includePaths: [], defines: [],
  });
});
