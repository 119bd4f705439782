// What client and server say to each other beyond the protocol.

/** Names a finding. */
export interface FindingRef {
  uri: string;
  id: string;
}

export const OBSERVER_METHOD = "csieve/observer";

export interface ObserverResult {
  title: string;
  dot: string;
  svg: string;
  text: string;
}

export const TRACE_METHOD = "csieve/trace";

export interface TraceResult {
  title: string;
  markdown: string;
  text: string;
}

export const STATUS_METHOD = "csieve/status";

export interface StatusParams {
  state: "analysing" | "ready";
  analysed?: number;
  skipped?: number;
  reasons?: unknown;
}

/** Where a suppression goes, and the words around its reason. */
export interface SuppressParams {
  uri: string;
  version: number;
  position: { line: number; character: number };
  before: string;
  after: string;
}

/** The settings as the server takes them, with what this client can do. */
export function initializationOptions(get: (name: string) => unknown): Record<string, unknown> {
  return {
    commands: true,
    status: true,
    enable: get("enable") ?? true,
    checks: get("checks") ?? [],
    showRefuted: get("showRefuted") ?? "hint",
    showDoubtful: get("showDoubtful") ?? false,
    library: get("library") ?? [],
    compileCommands: get("compileCommands") ?? "",
    includePaths: get("includePaths") ?? [],
    defines: get("defines") ?? [],
  };
}

/** What was skipped and why, as one line; empty if nothing was. */
export function skippedLine(params: StatusParams): string {
  if (!params.skipped) {
    return "";
  }
  const reasons = params.reasons;
  const list = Array.isArray(reasons)
    ? reasons.map(String)
    : Object.entries((reasons ?? {}) as Record<string, unknown>).map(([reason, count]) => `${reason} (${String(count)})`);
  return `${params.skipped} skipped${list.length > 0 ? `: ${list.join(", ")}` : ""}`;
}
