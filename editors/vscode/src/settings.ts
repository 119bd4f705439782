// The settings as the server takes them, and which of them the client keeps to itself.

const DEFAULTS = {
  enable: true,
  checks: [] as string[],
  showRefuted: "hint",
  showDoubtful: false,
  codeLens: true,
  diagnosticMode: "openFiles",
  library: [] as string[],
  compileCommands: "",
  includePaths: [] as string[],
  defines: [] as string[],
};

/** The settings, with what this client can do. */
export function initializationOptions(get: (name: string) => unknown): Record<string, unknown> {
  const settings = Object.entries(DEFAULTS).map(([name, value]) => [name, get(name) ?? value]);
  return { commands: true, status: true, pull: false, ...Object.fromEntries(settings) };
}

/** The values of a setting at its levels, as `WorkspaceConfiguration.inspect` gives them. */
export interface Levels<T> {
  globalValue?: T | undefined;
  workspaceValue?: T | undefined;
  workspaceFolderValue?: T | undefined;
}

/** What the user, and no workspace, says of the server's program: whoever opens a folder must not run what it names. */
export function programSetting(levels: Levels<unknown> | undefined): string {
  const value = levels?.globalValue;
  return typeof value === "string" ? value : "";
}

/**
 * Where a switch is written: where it is set already, else for this workspace, else for all. A value that holds there
 * anyway is not written, but what was written is taken back.
 */
export function switchTo(
  value: boolean, levels: Levels<boolean> | undefined, hasWorkspace: boolean,
): { where: "workspace" | "global"; value: boolean | undefined } {
  const global = !hasWorkspace || (levels?.workspaceValue === undefined && levels?.globalValue !== undefined);
  const beneath = global ? DEFAULTS.enable : levels?.globalValue ?? DEFAULTS.enable;
  return { where: global ? "global" : "workspace", value: value === beneath ? undefined : value };
}
