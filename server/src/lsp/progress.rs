//! `$/progress`: shows the progress of analyses that take long.

use tokio::{runtime::Handle, sync::mpsc};
use tower_lsp::{
    Client,
    lsp_types::{
        NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
        WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
        notification::Progress as ProgressNotification, request::WorkDoneProgressCreate,
    },
};

/// A report of progress, from 0 to 100 percent.
#[derive(Debug)]
struct Report {
    percent: u32,
    message: String,
}

/// A progress display of the client. Dropping it ends the display.
#[derive(Debug)]
pub(crate) struct ShownProgress {
    reports: mpsc::UnboundedSender<Report>,
}

impl ShownProgress {
    /// Asks the client to show a progress display, which `token` identifies.
    pub(super) fn begin(client: Client, runtime: &Handle, token: String, title: String) -> Self {
        let (reports, received) = mpsc::unbounded_channel();
        runtime.spawn(show(client, token, title, received));
        Self { reports }
    }

    /// Updates the progress. Percentages above 100 count as 100.
    pub(super) fn report(&self, percent: usize, message: String) {
        let _ = self.reports.send(Report { percent: percent.min(100) as u32, message });
    }
}

async fn show(client: Client, token: String, title: String, mut reports: mpsc::UnboundedReceiver<Report>) {
    let token = NumberOrString::String(token);
    let create = WorkDoneProgressCreateParams { token: token.clone() };
    if client.send_request::<WorkDoneProgressCreate>(create).await.is_err() {
        return;
    }
    let send = |value| {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(value) };
        client.send_notification::<ProgressNotification>(params)
    };
    send(WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title,
        percentage: Some(0),
        cancellable: Some(true),
        ..WorkDoneProgressBegin::default()
    }))
    .await;
    while let Some(Report { percent, message }) = reports.recv().await {
        send(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message),
            percentage: Some(percent),
            ..WorkDoneProgressReport::default()
        }))
        .await;
    }
    send(WorkDoneProgress::End(WorkDoneProgressEnd::default())).await;
}
