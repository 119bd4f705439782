// The entry point of the extension. Creates and connects its parts: server, path, views and commands.

import { readFileSync } from "node:fs";
import * as path from "node:path";
import { commands, ConfigurationChangeEvent, ExtensionContext, window, workspace } from "vscode";

import { CsieveApi } from "./api";
import { suppressParams } from "./arguments";
import { openDemo } from "./commands/demo";
import { exportDrawing } from "./commands/exportDrawing";
import { findingCommand, showFindings } from "./commands/findingCommands";
import { loud, quiet } from "./commands/loud";
import { pathCommands } from "./commands/pathCommands";
import { suppress } from "./commands/suppress";
import { treeCommands } from "./commands/treeCommands";
import { writeTest } from "./commands/writeTest";
import { Findings } from "./findings";
import { apiOf } from "./apiOf";
import { followTools } from "./judge/following";
import { JudgeHover } from "./judge/judgeHover";
import { Judgements } from "./judge/judgements";
import { followCursor } from "./path/following";
import { Witness } from "./path/witness";
import { isKnown } from "./places";
import { followRules } from "./rules/following";
import { LiveRules } from "./rules/liveRules";
import { troubles } from "./server/troubles";
import { Session } from "./server/session";
import { followVisible } from "./server/visible";
import { showMenu, toggle } from "./status/menu";
import { Status } from "./status/status";
import { Choices } from "./tree/choices";
import { FindingsTree } from "./tree/findingsTree";
import { followTexts } from "./tree/following";
import { Highlights } from "./views/highlights";
import { ObserverView } from "./views/observerView";
import { RoundsView } from "./views/roundsView";
import { Tools } from "./views/tools";
import { TraceView } from "./views/traceView";

let session: Session | undefined;

export async function activate(context: ExtensionContext): Promise<CsieveApi> {
  const log = window.createOutputChannel("csieve", { log: true });
  const quietly = quiet(log);
  session = new Session(context, log, troubles(log));
  const server = session;
  const findings = new Findings(server);
  const status = new Status(server);
  const witness = new Witness(server, findings);
  const highlights = new Highlights();
  const script = readFileSync(path.join(context.extensionPath, "dist", "page.js"), "utf8");
  const tools: Tools = {
    script, highlights, quietly,
    exportDrawing: (observer, title) => void loud(async () => observer && exportDrawing(observer.svg, title)),
  };
  const views = {
    trace: new TraceView(server, witness, tools),
    observer: new ObserverView(server, tools),
    rounds: new RoundsView(server, tools),
  };
  const choices = new Choices(context.workspaceState);
  const tree = new FindingsTree(server, findings, choices);
  const rules = new LiveRules(server);
  const judgements = new Judgements(server);
  witness.onStep = (finding, index) => views.trace.mark(finding, index);

  context.subscriptions.push(
    log, server, status, witness, highlights, choices, tree, rules, judgements, new JudgeHover(judgements),
    views.trace.panel, views.observer.panel, views.rounds.panel,
    followVisible(server),
    followCursor(witness, status, server, quietly),
    followTexts(tree, highlights, status, server, quietly),
    followRules(rules, status, server, quietly),
    followTools(judgements, status, server, quietly),
    findingCommand("csieve.showTrace", findings, loud, (finding) => views.trace.show(finding)),
    findingCommand("csieve.showObserver", findings, loud, (finding) => views.observer.show(finding)),
    findingCommand("csieve.showRounds", findings, loud, (finding) => views.rounds.show(finding)),
    findingCommand("csieve.writeTest", findings, loud, (finding) => writeTest(server, finding)),
    commands.registerCommand("csieve.showFindings", showFindings(findings, loud)),
    pathCommands(witness, loud),
    treeCommands(tree, choices, witness, loud),
    commands.registerCommand("csieve.suppress", (argument: unknown) => loud(async () => {
      const params = suppressParams(argument, isKnown);
      await (params && suppress(params));
    })),
    commands.registerCommand("csieve.showLog", () => log.show()),
    commands.registerCommand("csieve.restartServer", () => server.restart()),
    commands.registerCommand("csieve.toggle", () => loud(toggle)),
    commands.registerCommand("csieve.showMenu", () => showMenu(server.state === "running")),
    commands.registerCommand("csieve.openDemo", (file: unknown) => loud(() => openDemo(context, file))),
    commands.registerCommand("csieve.openWalkthrough", () =>
      commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false)),
    workspace.onDidChangeConfiguration((event: ConfigurationChangeEvent) => {
      if (event.affectsConfiguration("csieve.server.path")) {
        void server.restart();
      }
    }),
  );
  await server.restart();
  return apiOf(server, status, witness, { highlights, tree, rules, judgements }, views);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
