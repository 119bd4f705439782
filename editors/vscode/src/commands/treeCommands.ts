// The commands of the tree of findings: grouping, filters, refreshing.

import { commands, Disposable } from "vscode";

import { Choices } from "../tree/choices";
import { filterFindings } from "../tree/filter";
import { FindingsTree } from "../tree/findingsTree";
import { Loud } from "./loud";

export function treeCommands(tree: FindingsTree, choices: Choices, loud: Loud): Disposable {
  return Disposable.from(
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
