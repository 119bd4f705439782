// Updates the status items when the server's state, its notifications or the setting `csieve.enable` change.

import { Disposable, EventEmitter, workspace } from "vscode";

import { StatusParams } from "../protocol";
import { Session } from "../server/session";
import { StatusItems } from "./statusItems";
import { StatusView, statusView } from "./text";

export class Status implements Disposable {
  private readonly items = new StatusItems();
  private readonly idle = new EventEmitter<void>();
  private readonly subscriptions: Disposable[];
  private last: StatusParams | undefined;
  private shown: StatusView;
  /** Fires when all open documents have been analysed, or when analysis was turned off. */
  readonly onIdle = this.idle.event;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      session.onStatus((params) => {
        this.last = params;
        this.update();
        if (params.state !== "analysing") {
          this.idle.fire();
        }
      }),
      session.onDidChangeState(() => {
        this.last = undefined;
        this.update();
      }),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("csieve.enable") && this.update()),
    ];
    this.shown = this.update();
  }

  get view(): StatusView {
    return this.shown;
  }

  dispose(): void {
    Disposable.from(this.items, this.idle, ...this.subscriptions).dispose();
  }

  private update(): StatusView {
    const enabled = workspace.getConfiguration("csieve").get("enable", true);
    this.shown = statusView(this.session.state, enabled, this.last);
    this.items.show(this.shown);
    return this.shown;
  }
}
