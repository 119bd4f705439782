// The commands that walk along a path and leave it.

import { commands, Disposable } from "vscode";

import { Witness } from "../path/witness";
import { Loud } from "./loud";

export function pathCommands(witness: Witness, loud: Loud): Disposable {
  return Disposable.from(
    commands.registerCommand("csieve.nextStep", () => loud(() => witness.move(1))),
    commands.registerCommand("csieve.previousStep", () => loud(() => witness.move(-1))),
    commands.registerCommand("csieve.nextAnyStep", () => loud(() => witness.move(1, "all"))),
    commands.registerCommand("csieve.previousAnyStep", () => loud(() => witness.move(-1, "all"))),
    commands.registerCommand("csieve.leavePath", () => loud(() => witness.leave())),
  );
}
