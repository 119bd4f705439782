// The API of the extension: its current state, for tests in the extension host and for other extensions.

import { Range } from "./protocol";
import { ServerState } from "./server/session";

export interface PanelState {
  title: string;
  html: string;
}

/** The object that `activate` returns. Its methods return the state at the time of the call. */
export interface CsieveApi {
  /** The state of the server. */
  client(): ServerState;
  /** The state and the text of the status item. */
  status(): { state: string; text: string };
  /** The hints at line ends along the path of the finding under the cursor. Lines count from 0. */
  hints(): Array<{ uri: string; line: number; text: string }>;
  /** The index, from 0, of the step that the user went to; `undefined` if there is none. */
  currentStep(): number | undefined;
  /** The sentence of the status bar about that step. */
  stepSentence(): string | undefined;
  /** The ranges that the observer view or the rounds view marks in the source. */
  highlights(): Array<{ uri: string; range: Range }>;
  /** The places in visible C files that visible files with rules match: the names of labels, and a sentence for each. */
  ruleMarks(): Array<{ uri: string; range: Range; text: string; sentences: string[] }>;
  /** The hints in visible C files about what other tools show there. Lines count from 0. */
  judgeHints(): Array<{ uri: string; line: number; verdict: string; text: string }>;
  /** The rows of the tree of findings, with its groups open, and with the finding open that has this id. */
  tree(opened?: string): Promise<Array<{ depth: number; label: string; description: string }>>;
  /** The number on the icon of the tree: the findings that are confirmed or unrefuted. */
  badge(): number;
  /** The open view of a counterexample path; `undefined` if it is closed. */
  trace(): PanelState | undefined;
  /** The open view of observers, with the total number of their states. */
  observer(): (PanelState & { states: number }) | undefined;
  /** The open view of rounds, with the number of stages of its slider. */
  rounds(): (PanelState & { stages: number }) | undefined;
  /** Acts as if the user chose something in a view, such as `{type: "state", observer: 0, index: 1}`. */
  choose(view: "trace" | "observer" | "rounds", message: unknown): void;
}
