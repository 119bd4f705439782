// The filters of the tree: which verdicts are shown.

import { QuickPickItem, window } from "vscode";

import { plural } from "../path/text";
import { Choices } from "./choices";
import { Standing, STANDINGS } from "./standing";

const MEANINGS: Record<Standing, string> = {
  confirmed: "a run with known inputs reaches it",
  unrefuted: "no proof rules it out",
  doubtful: "its path is hardly possible",
  refuted: "a proof says that it cannot happen",
  suppressed: "the author says that it is no defect",
};

/** Lets the user choose the verdicts whose findings the tree shows. */
export async function filterFindings(choices: Choices, counts: Map<Standing, number>): Promise<void> {
  const items: Array<QuickPickItem & { label: Standing }> = STANDINGS.map((standing) => ({
    label: standing,
    description: plural(counts.get(standing) ?? 0, "finding"),
    detail: MEANINGS[standing],
    picked: !choices.current.hidden.includes(standing),
  }));
  const chosen = await window.showQuickPick(items, { title: "Findings to show", canPickMany: true });
  if (chosen) {
    await choices.set({
      hidden: STANDINGS.filter((standing) => !chosen.some(({ label }) => label === standing)),
    });
  }
}
