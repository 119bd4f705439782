// The view of a proof's observers as drawings. Parts that the user chooses are marked in the source.

import { PageMessage } from "../page/messages";
import { observerPage } from "../page/observerPage";
import { FindingRef, Observer, OBSERVER_METHOD, ObserverResult, Range } from "../protocol";
import { Session } from "../server/session";
import { Panel } from "./panel";
import { Tools } from "./tools";

export class ObserverView {
  readonly panel: Panel;
  private finding: FindingRef | undefined;
  private observers: Observer[] = [];

  constructor(private readonly session: Session, private readonly tools: Tools) {
    this.panel = new Panel("observer", tools.script, (message) => this.choose(message), () => {
      this.finding = undefined;
      this.observers = [];
      tools.highlights.release("observer");
    });
  }

  get states(): number {
    return this.observers.reduce((sum, observer) => sum + (observer.states?.length ?? 0), 0);
  }

  async show(finding: FindingRef): Promise<void> {
    const result = await this.session.request<ObserverResult>(OBSERVER_METHOD, finding);
    this.finding = finding;
    this.observers = result.observers ?? [];
    this.panel.show(result.title, (frame) => observerPage(result, frame));
    this.choose({ type: "observer", index: 0 });
  }

  private choose(message: PageMessage): void {
    if (message.type === "export") {
      this.tools.exportDrawing(this.observers[message.index], this.panel.title);
      return;
    }
    const at = "observer" in message ? message.observer : message.index;
    const observer = this.observers[at];
    if (!this.finding || !observer) {
      return;
    }
    const { uri } = this.finding;
    const marks = [
      ...(observer.clash ?? []).map((range) => ({ uri, range, clash: true })),
      ...chosen(observer, message).map((range) => ({ uri, range, clash: false })),
    ];
    this.tools.quietly(this.tools.highlights.show("observer", marks));
  }
}

/** Returns the source ranges of the state, transition or equation that the user chose. */
export function chosen(observer: Observer, message: PageMessage): Range[] {
  switch (message.type) {
    case "state":
      return observer.states?.[message.index]?.ranges ?? [];
    case "edge":
      return [observer.edges?.[message.index]?.range].filter((range) => range !== undefined);
    case "equation":
      return [observer.equations[message.index]?.range].filter((range) => range !== undefined);
    default:
      return [];
  }
}
