// What the extension shows at the moment, for tests that run in the extension host and for other extensions.

import { Range } from "./protocol";
import { ServerState } from "./server/session";

export interface PanelState {
  title: string;
  html: string;
}

/** What `activate` returns. Everything is read when it is asked for. */
export interface CsieveApi {
  /** Whether the server runs. */
  client(): ServerState;
  /** What the status item says. */
  status(): { state: string; text: string };
  /** The hints along the path of the finding under the cursor. */
  hints(): Array<{ uri: string; line: number; text: string }>;
  /** The step of the path that somebody walked to, from 0. */
  currentStep(): number | undefined;
  /** What the observer view or the rounds view marks in the source. */
  highlights(): Array<{ uri: string; range: Range }>;
  /** The findings in the view of refuted ones. */
  refuted(): Array<{ label: string; description: string }>;
  /** The open view of a path. */
  trace(): PanelState | undefined;
  /** The open view of observers, with the number of states of all of them. */
  observer(): (PanelState & { states: number }) | undefined;
  /** The open view of rounds, with the number of stages of its slider. */
  rounds(): (PanelState & { stages: number }) | undefined;
  /** Does what the page of a view does when somebody chooses something: `{type: "state", observer: 0, index: 1}`. */
  choose(view: "trace" | "observer" | "rounds", message: unknown): void;
}
