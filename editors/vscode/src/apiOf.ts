// Builds the API object from the parts of the extension.

import { CsieveApi } from "./api";
import { Judgements } from "./judge/judgements";
import { Witness } from "./path/witness";
import { LiveRules } from "./rules/liveRules";
import { Session } from "./server/session";
import { Status } from "./status/status";
import { FindingsTree } from "./tree/findingsTree";
import { Highlights } from "./views/highlights";
import { ObserverView } from "./views/observerView";
import { Panel } from "./views/panel";
import { RoundsView } from "./views/roundsView";
import { TraceView } from "./views/traceView";

interface Parts {
  highlights: Highlights;
  tree: FindingsTree;
  rules: LiveRules;
  judgements: Judgements;
}

interface Views {
  trace: TraceView;
  observer: ObserverView;
  rounds: RoundsView;
}

export function apiOf(
  session: Session, status: Status, witness: Witness, { highlights, tree, rules, judgements }: Parts, views: Views,
): CsieveApi {
  return {
    client: () => session.state,
    status: () => ({ state: status.view.state, text: status.view.text }),
    hints: () => witness.shown,
    currentStep: () => witness.currentStep,
    stepSentence: () => witness.sentence,
    highlights: () => highlights.shown.map(({ uri, range }) => ({ uri, range })),
    ruleMarks: () => rules.shown,
    judgeHints: () => judgements.shown,
    tree: (opened) => tree.rows(opened),
    badge: () => tree.badge,
    trace: () => shown(views.trace.panel, {}),
    observer: () => shown(views.observer.panel, { states: views.observer.states }),
    rounds: () => shown(views.rounds.panel, { stages: views.rounds.stages }),
    choose: (view, message) => views[view].panel.imitate(message),
  };
}

function shown<T>(panel: Panel, more: T): ({ title: string; html: string } & T) | undefined {
  return panel.html === undefined ? undefined : { title: panel.title, html: panel.html, ...more };
}
