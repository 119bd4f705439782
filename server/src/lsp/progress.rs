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

/// A progress that the client shows; dropped, it ends.
#[derive(Debug)]
pub(crate) struct ShownProgress {
    reports: mpsc::UnboundedSender<(usize, usize)>,
}

impl ShownProgress {
    /// Asks the client to show a progress.
    pub fn begin(client: Client, runtime: &Handle, token: String, title: String) -> Self {
        let (reports, received) = mpsc::unbounded_channel();
        runtime.spawn(show(client, token, title, received));
        Self { reports }
    }

    /// Says how far it is.
    pub fn report(&self, done: usize, total: usize) {
        let _ = self.reports.send((done, total));
    }
}

async fn show(
    client: Client,
    token: String,
    title: String,
    mut reports: mpsc::UnboundedReceiver<(usize, usize)>,
) {
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
    while let Some((done, total)) = reports.recv().await {
        send(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(format!("{done}/{total} functions")),
            percentage: Some((done * 100 / total.max(1)) as u32),
            ..WorkDoneProgressReport::default()
        }))
        .await;
    }
    send(WorkDoneProgress::End(WorkDoneProgressEnd::default())).await;
}
