// The texts of the status items.

import { plural } from "../path/text";
import { StatusParams } from "../protocol";
import { ServerState } from "../server/session";

export interface StatusView {
  /** `broken`: some functions have syntax errors, so that they are not analysed. */
  state: "starting" | "analysing" | "idle" | "broken" | "off" | "error";
  text: string;
  /** One line per fact. */
  details: string[];
}

/** Returns what the status items show, from the server's state, the setting and the last notification. */
export function statusView(server: ServerState, enabled: boolean, status: StatusParams | undefined): StatusView {
  if (server === "error" || server === "stopped") {
    return { state: "error", text: "csieve: error", details: ["The server is not running."] };
  }
  if (server === "starting") {
    return { state: "starting", text: "csieve: starting", details: ["The server is starting."] };
  }
  if (!enabled || status?.state === "off") {
    return { state: "off", text: "csieve: off", details: ["Analysis is turned off."] };
  }
  if (status?.state === "analysing") {
    const pending = status.pending ?? 0;
    const text = pending > 0 ? `csieve: analysing ${functions(pending)}` : "csieve: analysing";
    return { state: "analysing", text, details: done(status) };
  }
  const broken = status?.reasons?.["syntax error"] ?? 0;
  if (broken > 0) {
    const text = `csieve: ${functions(broken)} ${broken === 1 ? "has a syntax error" : "have syntax errors"}`;
    return { state: "broken", text, details: done(status) };
  }
  return { state: "idle", text: "csieve", details: done(status) };
}

function done(status: StatusParams | undefined): string[] {
  const lines = [`${functions(status?.analysed ?? 0)} analysed.`];
  if (status?.skipped) {
    lines.push(`${functions(status.skipped)} skipped:`, ...reasons(status));
  }
  return lines;
}

function reasons(status: StatusParams): string[] {
  return Object.entries(status.reasons ?? {})
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${reason} (${count})`);
}

function functions(count: number): string {
  return plural(count, "function");
}
