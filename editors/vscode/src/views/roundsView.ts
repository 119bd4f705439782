// The view of a verdict's rounds: a slider through their stages, with the statements marked in the source.

import { PageMessage } from "../page/messages";
import { roundsPage } from "../page/roundsPage";
import { Stage, stages, statements } from "../page/stages";
import { FindingRef, ROUNDS_METHOD, RoundsResult } from "../protocol";
import { Session } from "../server/session";
import { chosen } from "./observerView";
import { Panel } from "./panel";
import { Tools } from "./tools";

export class RoundsView {
  readonly panel: Panel;
  private finding: FindingRef | undefined;
  private list: Stage[] = [];
  private at = 0;

  constructor(private readonly session: Session, private readonly tools: Tools) {
    this.panel = new Panel("rounds", tools.script, (message) => this.choose(message), () => {
      this.finding = undefined;
      this.list = [];
      tools.highlights.release("rounds");
    });
  }

  get stages(): number {
    return this.list.length;
  }

  async show(finding: FindingRef): Promise<void> {
    const result = await this.session.request<RoundsResult>(ROUNDS_METHOD, finding);
    this.finding = finding;
    this.list = stages(result);
    this.panel.show(result.title, (frame) => roundsPage(result, frame));
    this.choose({ type: "stage", index: 0 });
  }

  private choose(message: PageMessage): void {
    if (message.type === "stage") {
      this.at = Math.min(message.index, this.list.length - 1);
    }
    const stage = this.list[this.at];
    if (message.type === "export") {
      this.tools.exportDrawing(stage?.kind === "observer" ? stage.observer : undefined, stage?.title ?? "");
      return;
    }
    if (this.finding && stage) {
      const { uri } = this.finding;
      const part = message.type === "stage" ? [] : chosenPart(stage, message);
      const clash = statements(stage).filter((statement) => statement.clash);
      const marks = part.length > 0 ? [...clash, ...part] : statements(stage);
      this.tools.quietly(this.tools.highlights.show("rounds", marks.map((mark) => ({ uri, ...mark }))));
    }
  }
}

/** Returns the statements that the user chose on a stage. They are marked last, to be scrolled into view. */
function chosenPart(stage: Stage, message: PageMessage): ReturnType<typeof statements> {
  if (message.type === "step") {
    return "steps" in stage ? statements({ ...stage, steps: stage.steps.slice(message.index, message.index + 1) }) : [];
  }
  return "observer" in stage ? chosen(stage.observer, message).map((range) => ({ range, clash: false })) : [];
}
