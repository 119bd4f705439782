// The item in the language status menu.

import { Disposable, languages, LanguageStatusItem, LanguageStatusSeverity } from "vscode";

import { skippedLine, StatusParams } from "./protocol";

export class StatusItem implements Disposable {
  private readonly item: LanguageStatusItem;

  constructor() {
    this.item = languages.createLanguageStatusItem("csieve.status", { language: "c" });
    this.item.name = "csieve";
    this.item.text = "csieve";
    this.item.command = { command: "csieve.showLog", title: "Show the log" };
  }

  update(params: StatusParams): void {
    this.item.busy = params.state === "analysing";
    this.item.severity = LanguageStatusSeverity.Information;
    this.item.text = params.state === "analysing" ? "csieve: analysing" : `csieve: ${params.analysed ?? 0} functions`;
    this.item.detail = skippedLine(params);
  }

  failed(): void {
    this.item.busy = false;
    this.item.severity = LanguageStatusSeverity.Error;
    this.item.text = "csieve: not running";
    this.item.detail = "";
  }

  dispose(): void {
    this.item.dispose();
  }
}
