// Reads the settings: those that are sent to the server, and those that only the client uses.

const DEFAULTS = {
  enable: true,
  checks: [] as string[],
  showRefuted: "hint",
  showDoubtful: false,
  showMinor: true,
  allocations: "fold",
  codeLens: true,
  // Others list symbols, and this extension draws hints of its own.
  documentSymbols: false,
  inlayHints: false,
  diagnosticMode: "openFiles",
  index: true,
  refuters: [] as string[],
  wrapv: false,
  exclude: [] as string[],
  library: [] as string[],
  rules: [] as string[],
  compileCommands: "",
  includePaths: [] as string[],
  defines: [] as string[],
};

/** Returns the options sent to the server at its start: the settings, and what this client supports. */
export function initializationOptions(get: (name: string) => unknown): Record<string, unknown> {
  const settings = Object.entries(DEFAULTS).map(([name, value]) => [name, get(name) ?? value]);
  return { commands: true, status: true, pull: false, details: true, messageInHover: true, ...Object.fromEntries(settings) };
}

/** The values of a setting for user, workspace and folder, from `WorkspaceConfiguration.inspect`. */
export interface Levels<T> {
  globalValue?: T | undefined;
  workspaceValue?: T | undefined;
  workspaceFolderValue?: T | undefined;
}

/**
 * Returns the server program of the user's settings; empty if they name none. Ignores the workspace's
 * settings, because opening a folder must not run a program that the folder names.
 */
export function programSetting(levels: Levels<unknown> | undefined): string {
  const value = levels?.globalValue;
  return typeof value === "string" ? value : "";
}

/**
 * Decides what the user's setting `csieve.enable` becomes, so that analysis is on or off everywhere; `undefined` removes it.
 * Files of a project are never written. Where the settings of a workspace say otherwise, these count: `overruled`.
 */
export function switchTo(
  value: boolean, levels: Levels<boolean> | undefined,
): { value: boolean | undefined; overruled: boolean } {
  const ofWorkspace = levels?.workspaceFolderValue ?? levels?.workspaceValue;
  return { value: value === DEFAULTS.enable ? undefined : value, overruled: ofWorkspace !== undefined && ofWorkspace !== value };
}
