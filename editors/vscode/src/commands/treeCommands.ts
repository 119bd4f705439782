// The commands of the tree of findings: grouping, filters, refreshing, going to an entry.

import { commands, Disposable } from "vscode";

import { Witness } from "../path/witness";
import { Choices } from "../tree/choices";
import { filterFindings } from "../tree/filter";
import { FindingsTree } from "../tree/findingsTree";
import { GO_TO_SELECTED, Node, refOf } from "../tree/nodes";
import { goTo } from "./findingCommands";
import { Loud } from "./loud";

export function treeCommands(tree: FindingsTree, choices: Choices, witness: Witness, loud: Loud): Disposable {
  return Disposable.from(
    commands.registerCommand(GO_TO_SELECTED, () => loud(async () => goToEntry(await tree.selected(), witness))),
    commands.registerCommand("csieve.refreshFindings", () => loud(() => tree.refresh())),
    commands.registerCommand("csieve.groupByVerdict", () => loud(() => choices.set({ grouping: "verdict" }))),
    commands.registerCommand("csieve.groupByRule", () => loud(() => choices.set({ grouping: "rule" }))),
    commands.registerCommand("csieve.groupByFile", () => loud(() => choices.set({ grouping: "file" }))),
    commands.registerCommand("csieve.filterFindings", () => loud(() => filterFindings(choices, tree.counts))),
    commands.registerCommand("csieve.onlyActiveFile", () =>
      loud(() => choices.set({ onlyActiveFile: true })),
    ),
    commands.registerCommand("csieve.allFiles", () => loud(() => choices.set({ onlyActiveFile: false }))),
    commands.registerCommand("csieve.showAllFindings", () =>
      loud(() => choices.set({ hidden: [], onlyActiveFile: false })),
    ),
  );
}

/** Goes to the statement of an entry. The tree keeps the focus. */
async function goToEntry(node: Node | undefined, witness: Witness): Promise<void> {
  if (node?.kind === "step") {
    await witness.goTo(refOf(node.of), node.index, undefined, true);
  } else if (node?.kind === "finding") {
    await goTo(node.listed.uri, node.listed.finding.range, true);
  } else if (node?.kind === "clash") {
    await goTo(node.of.listed.uri, node.clash.range, true);
  }
}
