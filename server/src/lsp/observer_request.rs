//! `csieve/observer`: the automata that refute the paths of a finding.

use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    rendering,
    request::{self, FindingParams},
    server::Server,
};

/// The observer of a finding's first conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// For Graphviz.
    pub dot: String,
    /// A drawing.
    pub svg: String,
    /// For terminals.
    pub text: String,
    /// Why the conflict is one, as a sentence.
    pub proof: String,
}

/// Answers with the observer of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<ObserverAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    rendering::observer(&entry)
        .ok_or_else(|| Error::invalid_params(format!("`{}` has no conflict to show", params.id)))
}
