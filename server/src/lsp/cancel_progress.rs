//! `window/workDoneProgress/cancel`: the user does not want to wait for something.

use tower_lsp::lsp_types::{NumberOrString, WorkDoneProgressCancelParams};

use super::{documents::Event, server::Server};

/// Ends what the progress is about.
pub(super) fn handle(server: &Server, params: WorkDoneProgressCancelParams) {
    // The server's own tokens are strings.
    if let NumberOrString::String(token) = params.token {
        server.documents().send(Event::Cancel(token));
    }
}
