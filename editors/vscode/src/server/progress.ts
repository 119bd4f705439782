// Shows the progress of cancellable work as a notification. The client library shows all progress in the
// status bar, where the user cannot cancel anything.

import { Progress, ProgressLocation, window } from "vscode";
import {
  LanguageClient, ProgressToken, State, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
} from "vscode-languageclient/node";

type Report = WorkDoneProgressBegin | WorkDoneProgressReport;
type Params = Report | WorkDoneProgressEnd;

export function cancellableProgress(client: LanguageClient) {
  const running = new Map<ProgressToken, Notification>();
  client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) {
      running.forEach((notification) => notification.end());
      running.clear();
    }
  });
  return (token: ProgressToken, params: Params, next: (token: ProgressToken, params: Params) => void): void => {
    if (params.kind === "begin" && params.cancellable) {
      const cancel = () => void client.sendNotification("window/workDoneProgress/cancel", { token });
      running.set(token, new Notification(params, cancel));
    } else if (!running.has(token)) {
      next(token, params);
    } else if (params.kind === "end") {
      running.get(token)?.end();
      running.delete(token);
    } else {
      running.get(token)?.report(params);
    }
  };
}

/** A progress notification with a button to cancel the work. */
class Notification {
  private progress: Progress<{ message?: string; increment?: number }> | undefined;
  private percentage = 0;
  private finish: () => void = () => undefined;

  constructor(private latest: Report, cancel: () => void) {
    const finished = new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    const title = "title" in latest ? latest.title : "csieve";
    const options = { location: ProgressLocation.Notification, cancellable: true, title };
    void window.withProgress(options, async (progress, cancelled) => {
      this.progress = progress;
      this.report(this.latest);
      cancelled.onCancellationRequested(cancel);
      await finished;
    });
  }

  report(params: Report): void {
    this.latest = params;
    if (!this.progress) {
      return;
    }
    const increment = (params.percentage ?? this.percentage) - this.percentage;
    this.percentage += increment;
    this.progress.report({ increment, ...(params.message === undefined ? {} : { message: params.message }) });
  }

  end(): void {
    this.finish();
  }
}
