//! `csieve/visible`: what an editor shows of a document, which is analysed first.

use serde::Deserialize;
use tower_lsp::lsp_types::{Range, Url};

use super::{documents::Event, server::Server};

/// What an editor shows of a document.
#[derive(Clone, Debug, Deserialize)]
pub struct VisibleParams {
    /// The document.
    pub uri: Url,
    /// The visible ranges; several if there are folded ones between them, or several editors.
    pub ranges: Vec<Range>,
}

/// Notes what an editor shows.
pub(super) fn handle(server: &Server, VisibleParams { uri, ranges }: VisibleParams) {
    server.documents().send(Event::Visible { uri, ranges });
}
