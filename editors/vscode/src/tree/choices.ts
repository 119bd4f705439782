// What the user chose to see in the tree. Kept for the workspace.

import { commands, Disposable, EventEmitter, Memento } from "vscode";

import { isObject } from "../arguments";
import { Grouping, GROUPINGS } from "./groups";
import { Standing, STANDINGS } from "./standing";

export interface Choice {
  grouping: Grouping;
  hidden: Standing[];
  onlyActiveFile: boolean;
}

const KEY = "csieve.findings";

export class Choices implements Disposable {
  private readonly changed = new EventEmitter<void>();
  private choice: Choice;
  readonly onDidChange = this.changed.event;

  constructor(private readonly memento: Memento) {
    this.choice = choiceOf(memento.get(KEY));
    this.publish();
  }

  get current(): Choice {
    return this.choice;
  }

  async set(part: Partial<Choice>): Promise<void> {
    this.choice = { ...this.choice, ...part };
    this.publish();
    this.changed.fire();
    await this.memento.update(KEY, this.choice);
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** Sets the context keys that decide which buttons the view has. */
  private publish(): void {
    const { hidden, onlyActiveFile } = this.choice;
    void commands.executeCommand("setContext", "csieve.filtered", hidden.length > 0);
    void commands.executeCommand("setContext", "csieve.onlyActiveFile", onlyActiveFile);
  }
}

/** Reads a kept choice. What another version kept may have any form. */
export function choiceOf(kept: unknown): Choice {
  const value = isObject(kept) ? kept : {};
  const hidden = Array.isArray(value.hidden) ? value.hidden : [];
  return {
    grouping: GROUPINGS.find((grouping) => grouping === value.grouping) ?? "verdict",
    hidden: STANDINGS.filter((standing) => hidden.includes(standing)),
    onlyActiveFile: value.onlyActiveFile === true,
  };
}
