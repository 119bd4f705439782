// What other tools say, as the server reads it, and the texts for what csieve says of it.

import { Verdict } from "../protocol";
import { plain } from "../path/text";

/** The sources of diagnostics that are not judged: those of csieve itself. */
const OWN = "csieve";
/** How a sentence begins that the words of a hint say already. */
const SAID_ALREADY = /^no run (does this|gets here): /;

/** A place of a diagnostic of the editor. */
interface EditorRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** What is used of a diagnostic of the editor. */
export interface EditorDiagnostic {
  range: EditorRange;
  message: string;
  source?: string | undefined;
  /** From 0 for errors to 3 for hints. */
  severity: number;
  code?: string | number | { value: string | number } | undefined;
  relatedInformation?: ReadonlyArray<{ location: { uri: { toString(): string }; range: EditorRange }; message: string }> | undefined;
}

/** A judged diagnostic with the tool that shows it. */
export interface Said {
  source: string;
  line: number;
  verdict: Verdict;
  sentence: string;
}

/** A hint at the end of a line. Lines count from 0. */
export interface JudgeHint {
  line: number;
  verdict: "refuted" | "confirmed";
  text: string;
  /** The indices of what it tells of. */
  of: number[];
}

export function isForeign({ source }: { source?: string | undefined }): boolean {
  return source !== OWN;
}

/** Returns a diagnostic as the Language Server Protocol has it. */
export function asProtocol({ range, message, source, severity, code, relatedInformation }: EditorDiagnostic): unknown {
  const plainCode = typeof code === "object" ? code.value : code;
  return {
    range: asPlain(range), message, severity: severity + 1,
    ...(source !== undefined && { source }),
    ...(plainCode !== undefined && { code: plainCode }),
    ...(relatedInformation && {
      relatedInformation: relatedInformation.map(({ location, message: text }) => ({
        location: { uri: location.uri.toString(), range: asPlain(location.range) }, message: text,
      })),
    }),
  };
}

function asPlain({ start, end }: EditorRange): EditorRange {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

/** Returns the hints of the lines with a verdict that decides. Tools that are told the same of a line share its hint. */
export function judgeHints(all: Said[]): JudgeHint[] {
  const lines = new Map<string, { line: number; verdict: JudgeHint["verdict"]; why: Map<string, string[]>; of: number[] }>();
  for (const [index, { source, line, verdict, sentence }] of all.entries()) {
    if (verdict === "unrefuted") {
      continue;
    }
    const key = `${line} ${verdict}`;
    const here = lines.get(key) ?? { line, verdict, why: new Map<string, string[]>(), of: [] };
    const why = plain(sentence).replace(SAID_ALREADY, "");
    here.why.set(why, [...new Set([...(here.why.get(why) ?? []), source])]);
    here.of.push(index);
    lines.set(key, here);
  }
  return [...lines.values()].map(({ line, verdict, why, of }) => ({
    line, verdict, of,
    text: [...why].map(([reason, sources]) => `${sources.join(", ")}: ${verdict} by csieve, ${reason}`).join("; "),
  }));
}

/** Returns the title of the action that shows why; `undefined` if there is nothing to show. */
export function actionTitle(verdict: Verdict): string | undefined {
  return verdict === "unrefuted" ? undefined : `Show why csieve ${verdict === "refuted" ? "refutes" : "confirms"} this`;
}
