//! `$/progress` for analyses that take long.

use tokio::{runtime::Handle, sync::mpsc};
use tower_lsp::{
    Client,
    lsp_types::{
        NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
        WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
        notification::Progress as ProgressNotification, request::WorkDoneProgressCreate,
    },
};

/// How far something is.
#[derive(Clone, Copy, Debug)]
struct Report {
    done: usize,
    total: usize,
    what: &'static str,
}

/// A progress that the client shows; dropped, it ends.
#[derive(Debug)]
pub(crate) struct ShownProgress {
    reports: mpsc::UnboundedSender<Report>,
}

impl ShownProgress {
    /// Asks the client to show a progress.
    pub fn begin(client: Client, runtime: &Handle, token: String, title: String) -> Self {
        let (reports, received) = mpsc::unbounded_channel();
        runtime.spawn(show(client, token, title, received));
        Self { reports }
    }

    /// Says how many of these are done.
    pub fn report(&self, done: usize, total: usize, what: &'static str) {
        let _ = self.reports.send(Report { done, total, what });
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
    while let Some(Report { done, total, what }) = reports.recv().await {
        send(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(format!("{done}/{total} {what}")),
            percentage: Some((done * 100 / total.max(1)) as u32),
            ..WorkDoneProgressReport::default()
        }))
        .await;
    }
    send(WorkDoneProgress::End(WorkDoneProgressEnd::default())).await;
}
