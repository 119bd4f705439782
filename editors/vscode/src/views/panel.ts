// A webview beside the editor. There is one for each kind of view, which the next finding uses again.

import { randomBytes } from "node:crypto";
import { Disposable, ViewColumn, WebviewPanel, window } from "vscode";

import { HostMessage, PageMessage, pageMessage } from "../page/messages";
import { Frame } from "../page/page";

export class Panel implements Disposable {
  private panel: WebviewPanel | undefined;

  constructor(
    private readonly kind: "trace" | "observer" | "rounds",
    private readonly script: string,
    private readonly chosen: (message: PageMessage) => void,
    private readonly closed: () => void,
  ) {}

  get html(): string | undefined {
    return this.panel?.webview.html;
  }

  get title(): string {
    return this.panel?.title ?? "";
  }

  show(title: string, build: (frame: Frame) => string): void {
    const panel = this.panel ?? this.create(title);
    panel.title = title;
    panel.webview.html = build({ nonce: randomBytes(16).toString("hex"), script: this.script });
    // Whoever asked for the view goes on in it, also by keyboard.
    panel.reveal(undefined, false);
  }

  /** Acts as if the user chose something on the page. The page shows the choice too. */
  imitate(raw: unknown): void {
    const message = pageMessage(raw);
    if (message && this.panel) {
      this.chosen(message);
      if (message.type === "step" || message.type === "stage" || message.type === "observer") {
        this.tell(message);
      }
    }
  }

  tell(message: HostMessage): void {
    void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private create(title: string): WebviewPanel {
    const place = { viewColumn: ViewColumn.Beside, preserveFocus: false };
    const options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [], enableFindWidget: true };
    const panel = window.createWebviewPanel(`csieve.${this.kind}`, title, place, options);
    panel.webview.onDidReceiveMessage((raw: unknown) => {
      const message = pageMessage(raw);
      if (message) {
        this.chosen(message);
      }
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.closed();
    });
    this.panel = panel;
    return panel;
  }
}
