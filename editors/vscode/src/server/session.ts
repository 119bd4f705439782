// The server as the rest of the extension sees it: its state, starting and stopping it, and requests to it.

import { CancellationToken, CancellationTokenSource, commands, Disposable, EventEmitter, ExtensionContext, LogOutputChannel, workspace } from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";

import { STATUS_METHOD, StatusParams } from "../protocol";
import { programSetting } from "../settings";
import { createClient } from "./client";
import { findServer, systemLookup } from "./lookup";
import { checkProgram, mismatch } from "./version";

export type ServerState = "starting" | "running" | "stopped" | "error";

const STOP_PATIENCE_MS = 3000;
const NEVER = new CancellationTokenSource();

/** The messages to the user about a server that does not start, ended too often or has another version. */
export interface Messages {
  failed(error: unknown): void;
  gaveUp(): void;
  mismatch(sentence: string): void;
}

export class Session implements Disposable {
  private client: LanguageClient | undefined;
  private work: Promise<void> = Promise.resolve();
  private toldMismatch = false;
  private current: ServerState = "stopped";
  private readonly changed = new EventEmitter<ServerState>();
  private readonly told = new EventEmitter<StatusParams>();
  readonly onDidChangeState = this.changed.event;
  readonly onStatus = this.told.event;

  constructor(
    private readonly context: ExtensionContext,
    private readonly log: LogOutputChannel,
    private readonly messages: Messages,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** Restarts the server. Starts and stops are queued, so that at most one server runs. */
  async restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.halt();
      await this.launch();
    });
  }

  async stop(): Promise<void> {
    return this.enqueue(() => this.halt());
  }

  async request<T>(method: string, params: unknown, token: CancellationToken = NEVER.token): Promise<T> {
    if (!this.client || this.current !== "running") {
      throw new Error("the server is not running.");
    }
    return this.client.sendRequest<T>(method, params, token);
  }

  /** Tells the server something, if it runs. */
  notify(method: string, params: unknown): void {
    if (this.client && this.current === "running") {
      this.client.sendNotification(method, params).catch((error: unknown) => {
        this.log.debug(error instanceof Error ? error.message : String(error));
      });
    }
  }

  dispose(): void {
    this.changed.dispose();
    this.told.dispose();
  }

  private async launch(): Promise<void> {
    this.enter("starting");
    try {
      const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
      const setting = programSetting(workspace.getConfiguration("csieve").inspect("server.path"));
      const program = findServer(setting, this.context.extensionPath, systemLookup(folders));
      const version = await checkProgram(program);
      this.log.info(`server: ${program.file}, version ${version}, named by ${program.origin}`);
      const client = createClient(program, this.log, () => {
        this.enter("error");
        this.messages.gaveUp();
      });
      client.onDidChangeState(({ newState }) => this.follow(client, newState));
      client.onNotification(STATUS_METHOD, (params: StatusParams) => this.told.fire(params));
      this.client = client;
      await client.start();
      const extension = String((this.context.extension.packageJSON as { version: string }).version);
      const sentence = mismatch(client.initializeResult?.serverInfo?.version, extension, program);
      if (sentence && !this.toldMismatch) {
        this.toldMismatch = true;
        this.log.warn(sentence);
        this.messages.mismatch(sentence);
      }
    } catch (error) {
      this.client = undefined;
      this.log.error(error instanceof Error ? error.message : String(error));
      this.enter("error");
      this.messages.failed(error);
    }
  }

  private async halt(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client) {
      await client.stop(STOP_PATIENCE_MS).catch(() => undefined);
      await client.dispose().catch(() => undefined);
    }
    this.enter("stopped");
  }

  private follow(client: LanguageClient, state: State): void {
    if (client === this.client && this.current !== "error") {
      this.enter(state === State.Running ? "running" : state === State.Starting ? "starting" : "stopped");
    }
  }

  private enter(state: ServerState): void {
    this.current = state;
    void commands.executeCommand("setContext", "csieve.running", state === "running");
    this.changed.fire(state);
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.work = this.work.then(task, task);
    return this.work;
  }
}
