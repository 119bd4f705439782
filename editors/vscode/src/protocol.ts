// The messages that csieve adds to the Language Server Protocol. docs/protocol.md describes them.

/** A reference to a finding: the document, and the id of the finding there. */
export interface FindingRef {
  uri: string;
  id: string;
}

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export type Verdict = "confirmed" | "unrefuted" | "refuted";

export const FINDINGS_METHOD = "csieve/findings";

export interface Finding {
  id: string;
  rule: string;
  verdict: Verdict;
  range: Range;
  message: string;
  function: string;
  /** As the diagnostic says it: 1 for an error, 2 for a warning, 3 for an information, 4 for a hint. */
  severity?: 1 | 2 | 3 | 4;
  /** From 1 to 100; 0 if it is refuted. */
  rank?: number;
  /** The id of the finding that is shown for all those of its cause, if that is another one. */
  cause?: string;
  proof?: string;
  doubt?: string;
  suppressed?: string;
}

export const TRACE_METHOD = "csieve/trace";

export interface Step {
  /** The URI of the step's file, if it is not the file of the finding. */
  uri?: string;
  range: Range;
  depth?: number;
  kind?: string;
  text: string;
  /** For a condition, the reason why the path takes this branch. */
  branch?: string;
  values: Array<{ name: string; value: string }>;
  decisive: boolean;
  /** The number of a step that matters: 1, 2, and so on without gaps. Other steps have none. */
  number?: number;
  /** Set for a step that tells nothing. */
  minor?: true;
}

export interface TraceResult {
  title: string;
  rule?: string;
  verdict?: Verdict;
  message?: string;
  markdown: string;
  text: string;
  steps?: Step[];
}

export const OBSERVER_METHOD = "csieve/observer";

export interface Equation {
  range: Range;
  statement: string;
  equation: string;
  solution: string;
}

export interface Observer {
  title: string;
  refuter: string;
  dot: string;
  svg: string;
  text: string;
  proof: string;
  equations: Equation[];
  states?: Array<{ label: string; rejects: boolean; ranges: Range[] }>;
  edges?: Array<{ from: number; to: number; label: string; range?: Range }>;
  clash?: Range[];
}

export interface ObserverResult {
  title: string;
  text: string;
  dot: string;
  svg: string;
  proof?: string;
  observers?: Observer[];
}

export const ROUNDS_METHOD = "csieve/rounds";

export interface RoundsResult {
  title: string;
  rule: string;
  verdict: Verdict;
  message: string;
  conclusion: string;
  rounds: Array<{ summary: string; steps: Step[]; observers: Observer[] }>;
}

export const DRIVER_METHOD = "csieve/driver";

export interface DriverResult {
  title: string;
  name: string;
  text: string;
  build: string;
}

export const RULE_MATCHES_METHOD = "csieve/ruleMatches";

/** A mistake in the text of a file with rules. Its range may be empty. */
export interface RuleMistake {
  range: Range;
  message: string;
}

/** A label with the place of its name in the text of the rules. */
export interface RuleLabel {
  rule: string;
  label: string;
  range: Range;
}

/** A place in a C document that has a label. */
export interface RuleMatch {
  rule: string;
  label: string;
  range: Range;
  object?: string;
}

export interface RuleMatchesResult {
  mistake?: RuleMistake;
  labels: RuleLabel[];
  matches: RuleMatch[];
}

export const JUDGE_METHOD = "csieve/judge";

/** What csieve says of a diagnostic of another tool. */
export interface Judgement {
  verdict: Verdict;
  rule?: string;
  /** Why, in one line. */
  sentence: string;
  /** Why what is refuted cannot happen. */
  proof?: string;
  markdown: string;
  /** The finding of csieve of the same misuse. */
  id?: string;
}

export interface JudgeResult {
  /** In the order of the question; `null` for what says nothing about runs. */
  verdicts: Array<Judgement | null>;
}

/** Says which ranges of a document the editors show: `{ uri, ranges }`. */
export const VISIBLE_METHOD = "csieve/visible";

export const STATUS_METHOD = "csieve/status";

export interface StatusParams {
  state: "analysing" | "idle" | "off";
  pending?: number;
  analysed?: number;
  skipped?: number;
  reasons?: Record<string, number>;
}

/** The position of a suppression, and the text to insert before and after its reason. */
export interface SuppressParams {
  uri: string;
  version: number;
  position: Position;
  before: string;
  after: string;
}

/** The argument of a code lens: the findings of a function. */
export interface FindingsParams {
  uri: string;
  function: string;
  ids: string[];
}
