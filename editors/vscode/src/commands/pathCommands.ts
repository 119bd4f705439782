// The commands that walk along a path and leave it.

import { commands, Disposable } from "vscode";

import { findingRef, isCount, isObject } from "../arguments";
import { Witness } from "../path/witness";
import { isKnown } from "../places";
import { Loud } from "./loud";

export function pathCommands(witness: Witness, loud: Loud): Disposable {
  return Disposable.from(
    commands.registerCommand("csieve.nextStep", () => loud(() => witness.move(1))),
    commands.registerCommand("csieve.previousStep", () => loud(() => witness.move(-1))),
    commands.registerCommand("csieve.nextAnyStep", () => loud(() => witness.move(1, "all"))),
    commands.registerCommand("csieve.previousAnyStep", () => loud(() => witness.move(-1, "all"))),
    commands.registerCommand("csieve.leavePath", () => loud(() => witness.leave())),
    // Entries of the tree have this command. The tree keeps the focus.
    commands.registerCommand("csieve.goToStep", (argument: unknown) =>
      loud(async () => {
        const finding = findingRef(argument, isKnown);
        if (finding && isObject(argument) && isCount(argument.index)) {
          await witness.goTo(finding, argument.index, undefined, true);
        }
      }),
    ),
  );
}
