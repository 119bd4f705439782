//! `csieve/observer`: the observers that reject the paths of a finding.

use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    request::{self, FindingParams},
    server::Server,
    view::{ObserverView, page, view},
};

/// The observers of a finding. The fields `dot`, `svg` and `proof` are about the first observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverAnswer {
    /// A title for users.
    pub title: String,
    /// All observers as plain text, with their proofs.
    pub text: String,
    /// The first observer in the DOT language of Graphviz.
    pub dot: String,
    /// The first observer as an SVG drawing.
    pub svg: String,
    /// The reason why the first observer's conflict has no solution, as a sentence.
    pub proof: String,
    /// All observers, in the order in which they were found; never empty.
    pub observers: Vec<ObserverView>,
}

/// Returns the observers of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<ObserverAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let (located, positions) = (&entry.located, snapshot.positions());
    let observers: Vec<ObserverView> =
        located.proofs().into_iter().map(|(at, proof)| view(&at, &positions, proof)).collect();
    let (Some(first), Some(text)) = (observers.first().cloned(), page::observers_text(located)) else {
        return Err(Error::invalid_params(format!("`{}` has no conflict to show", params.id)));
    };
    Ok(ObserverAnswer {
        title: page::title(located, "Observer"),
        text,
        dot: first.dot,
        svg: first.svg,
        proof: first.proof,
        observers,
    })
}
