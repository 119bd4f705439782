//! `window/workDoneProgress/cancel`: the user stops an analysis from its progress display.

use tower_lsp::lsp_types::{NumberOrString, WorkDoneProgressCancelParams};

use super::{documents::Event, server::Server};

/// Cancels the analysis whose progress display the user stopped.
pub(super) fn handle(server: &Server, params: WorkDoneProgressCancelParams) {
    // The server only creates progress tokens that are strings.
    if let NumberOrString::String(token) = params.token {
        server.documents().send(Event::Cancel(token));
    }
}
