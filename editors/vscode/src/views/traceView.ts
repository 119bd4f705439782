// The view of a counterexample path as a table. Choosing a step goes to its statement.

import { Witness } from "../path/witness";
import { tracePage } from "../page/tracePage";
import { FindingRef, TRACE_METHOD, TraceResult } from "../protocol";
import { Session } from "../server/session";
import { Panel } from "./panel";
import { Tools } from "./tools";

export class TraceView {
  readonly panel: Panel;
  private finding: FindingRef | undefined;
  private trace: TraceResult | undefined;

  constructor(private readonly session: Session, private readonly witness: Witness, { script, quietly }: Tools) {
    this.panel = new Panel("trace", script, (message) => {
      if (message.type === "step" && this.finding && this.trace) {
        quietly(this.witness.goTo(this.finding, message.index, this.trace.steps ?? []));
      }
    }, () => {
      this.finding = undefined;
    });
  }

  async show(finding: FindingRef): Promise<void> {
    const trace = await this.session.request<TraceResult>(TRACE_METHOD, finding);
    this.finding = finding;
    this.trace = trace;
    this.panel.show(trace.title, (frame) => tracePage(trace, frame));
  }

  /** Marks the step that the user went to, on the page or with a command. */
  mark(finding: FindingRef, index: number): void {
    if (this.finding?.id === finding.id && this.finding.uri === finding.uri) {
      this.panel.tell({ type: "step", index });
    }
  }
}
