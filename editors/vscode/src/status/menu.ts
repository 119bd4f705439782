// The menu of the status item, and the command that turns analysis on or off.

import { commands, ConfigurationTarget, QuickPickItem, window, workspace } from "vscode";

import { switchTo } from "../settings";

interface Action extends QuickPickItem {
  command: string;
  args?: unknown[];
}

export async function showMenu(running: boolean): Promise<void> {
  const enabled = workspace.getConfiguration("csieve").get("enable", true);
  const actions: Action[] = [
    enabled
      ? { label: "$(circle-slash) Turn analysis off", command: "csieve.toggle" }
      : { label: "$(check) Turn analysis on", command: "csieve.toggle" },
    { label: "$(refresh) Restart the server", command: "csieve.restartServer" },
    { label: "$(output) Show the log", command: "csieve.showLog" },
    ...(running && enabled ? [{ label: "$(search) Analyse the workspace", command: "csieve.analyseWorkspace" }] : []),
    { label: "$(gear) Open the settings", command: "workbench.action.openSettings", args: ["@ext:csieve.csieve"] },
    { label: "$(book) Open the walkthrough", command: "csieve.openWalkthrough" },
  ];
  const chosen = await window.showQuickPick(actions, { title: "csieve", placeHolder: "What to do" });
  if (chosen) {
    await commands.executeCommand(chosen.command, ...(chosen.args ?? []));
  }
}

/** Turns analysis on or off in the user's settings. The server follows them without a restart. */
export async function toggle(): Promise<void> {
  const settings = workspace.getConfiguration("csieve");
  const next = !settings.get("enable", true);
  const { value, overruled } = switchTo(next, settings.inspect<boolean>("enable"));
  await settings.update("enable", value, ConfigurationTarget.Global);
  if (overruled) {
    const open = "Open them";
    const told = "csieve: the settings of this workspace say otherwise, and they count here.";
    if ((await window.showInformationMessage(told, open)) === open) {
      await commands.executeCommand("workbench.action.openWorkspaceSettings", { query: "csieve.enable" });
    }
  }
}
