// What the tree makes of a finding: its verdict, or that it is doubtful or suppressed.

import { Finding } from "../protocol";

/** From what needs attention to what needs none. The tree has them in this order. */
export const STANDINGS = ["confirmed", "unrefuted", "doubtful", "refuted", "suppressed"] as const;

export type Standing = (typeof STANDINGS)[number];

export function standingOf(finding: Finding): Standing {
  if (finding.suppressed !== undefined) {
    return "suppressed";
  }
  return finding.doubt === undefined ? finding.verdict : "doubtful";
}

/** Returns whether findings of a standing ask for something to be done. The badge counts these. */
export function isKept(standing: Standing): boolean {
  return standing === "confirmed" || standing === "unrefuted";
}

/** Returns the sentence that says why a finding needs no attention; `undefined` if it needs some. */
export function reasonOf(finding: Finding): string | undefined {
  switch (standingOf(finding)) {
    case "refuted":
      return finding.proof && `cannot happen: ${finding.proof}`;
    case "doubtful":
      return finding.doubt && `doubtful: ${finding.doubt}`;
    case "suppressed":
      return `suppressed: ${finding.suppressed || "no reason is given"}`;
    default:
      return undefined;
  }
}
