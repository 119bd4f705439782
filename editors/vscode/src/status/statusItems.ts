// The status items: one in the status bar, one in the language status menu.

import {
  Disposable, languages, LanguageStatusItem, LanguageStatusSeverity, StatusBarAlignment, StatusBarItem, ThemeColor, window,
} from "vscode";

import { SELECTOR } from "../server/client";
import { StatusView } from "./text";

const ICONS = { starting: "$(loading~spin)", analysing: "$(loading~spin)", idle: "$(check)", broken: "$(edit)", off: "$(circle-slash)", error: "$(error)" };

export class StatusItems implements Disposable {
  private readonly bar: StatusBarItem;
  private readonly language: LanguageStatusItem;

  constructor() {
    this.bar = window.createStatusBarItem("csieve.status", StatusBarAlignment.Right, 90);
    this.bar.name = "csieve";
    this.bar.command = "csieve.showMenu";
    this.language = languages.createLanguageStatusItem("csieve.status", SELECTOR);
    this.language.name = "csieve";
    this.language.command = { command: "csieve.showMenu", title: "Actions", tooltip: "What csieve can do" };
    this.bar.show();
  }

  show(view: StatusView): void {
    const details = view.details.join("\n");
    this.bar.text = `${ICONS[view.state]} ${view.text}`;
    this.bar.tooltip = `${details}\nClick for actions.`;
    this.bar.accessibilityInformation = { label: `${view.text}. ${view.details.join(" ")}`, role: "button" };
    this.bar.backgroundColor = view.state === "error" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    this.language.busy = view.state === "analysing" || view.state === "starting";
    this.language.severity = view.state === "error" ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    this.language.text = view.text;
    this.language.detail = view.details.join(" ");
  }

  dispose(): void {
    this.bar.dispose();
    this.language.dispose();
  }
}
