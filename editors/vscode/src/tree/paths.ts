// Loads what stands below a finding in the tree when it is opened: the reason and the steps of its path.

import { Uri, workspace } from "vscode";

import { numbersOf } from "../path/numbering";
import { newValues, plural } from "../path/text";
import { codeRange, openDocument } from "../places";
import { OBSERVER_METHOD, ObserverResult, Step, TRACE_METHOD, TraceResult } from "../protocol";
import { Session } from "../server/session";
import { clashOf } from "./clash";
import { FindingNode } from "./forest";
import { Leaf, refOf } from "./nodes";
import { reasonOf } from "./standing";

export class Paths {
  constructor(private readonly session: Session) {}

  async trace(node: FindingNode): Promise<TraceResult | null> {
    const ref = refOf(node);
    if (!openDocument(ref.uri)) {
      // The server only knows the paths of documents that are open.
      await workspace.openTextDocument(Uri.parse(ref.uri));
    }
    return this.session.request<TraceResult | null>(TRACE_METHOD, ref);
  }

  async below(node: FindingNode): Promise<Leaf[]> {
    const trace = await this.trace(node).catch(() => null);
    const text = reasonOf(node.listed.finding);
    const reason: Leaf[] = text ? [{ kind: "reason", id: `${node.id} reason`, text, of: node }] : [];
    return [...reason, ...placesOf(node), ...stepLeaves(node, trace?.steps ?? [])];
  }

  /** Returns the statements that clash; with several proofs, the proofs. */
  async proofs(node: FindingNode): Promise<Leaf[]> {
    const result = await this.session
      .request<ObserverResult | null>(OBSERVER_METHOD, refOf(node))
      .catch(() => null);
    const proofs = (result?.observers ?? []).map((observer, index): Leaf & { kind: "proof" } => ({
      kind: "proof",
      id: `${node.id} proof ${index}`,
      text: observer.proof,
      observer,
      of: node,
    }));
    return proofs.length === 1 && proofs[0] ? this.clashes(proofs[0]) : proofs;
  }

  clashes({ id, observer, of }: Leaf & { kind: "proof" }): Leaf[] {
    const document = openDocument(of.listed.uri);
    const clashes = clashOf(observer, (range) => document?.getText(codeRange(range)) ?? "");
    return clashes.map((clash, index) => ({ kind: "clash", id: `${id} clash ${index}`, clash, of }));
  }
}

/** Returns the entry with the other places of a finding's cause, if there are some. */
export function placesOf(of: FindingNode): Leaf[] {
  const count = of.places.length;
  return count === 0 ? [] : [{ kind: "places", id: `${of.id} places`, text: `the same in ${plural(count, "other place")}`, of }];
}

/** Returns the numbered steps, and an entry with all steps if there are others. */
export function stepLeaves(of: FindingNode, steps: Step[]): Leaf[] {
  const numbers = numbersOf(steps);
  const news = newValues(steps);
  const leaves = (prefix: string): Array<Leaf & { kind: "step" }> =>
    steps.map((step, index) => ({
      kind: "step",
      id: `${of.id} ${prefix} ${index}`,
      step,
      index,
      number: numbers[index],
      news: news[index] ?? "",
      of,
    }));
  const first = leaves("step").filter(({ number }) => number !== undefined);
  if (first.length === steps.length) {
    return first;
  }
  return [
    ...first,
    {
      kind: "more",
      id: `${of.id} more`,
      text: `all ${steps.length} steps`,
      of,
      children: leaves("any step"),
    },
  ];
}
