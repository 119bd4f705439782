//! `csieve/observer`: the automata that refute the paths of a finding.

use csieve_analysis::finding::Conflict;
use serde::Serialize;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::Range,
};

use super::{
    page,
    positions::Positions,
    request::{self, FindingParams},
    server::Server,
};
use crate::present::{Located, observer, svg};

/// The observers of a finding: the first one at the top, and all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// All observers as plain text, with their proofs.
    pub text: String,
    /// The first observer for Graphviz.
    pub dot: String,
    /// The first observer, drawn.
    pub svg: String,
    /// Why its conflict is one, as a sentence.
    pub proof: String,
    /// All observers, in the order in which they were found; never empty.
    pub observers: Vec<ObserverView>,
}

/// An observer with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverView {
    /// The clashing statements: `{x = 10, x > 0, x == 1}`.
    pub title: String,
    /// The refuter that found the conflict.
    pub refuter: &'static str,
    /// For Graphviz.
    pub dot: String,
    /// Drawn, without scripts.
    pub svg: String,
    /// Its states and transitions as plain text.
    pub text: String,
    /// Why the conflict is one, as a sentence.
    pub proof: String,
    /// The equations without a solution.
    pub equations: Vec<ObserverEquation>,
}

/// An equation of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverEquation {
    /// Where its statement is.
    pub range: Range,
    /// The statement as written.
    pub statement: String,
    /// The equation.
    pub equation: String,
    /// Its value in the least solution.
    pub solution: String,
}

/// Answers with the observers of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<ObserverAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let located = &entry.located;
    let observers: Vec<ObserverView> =
        located.proofs().into_iter().map(|proof| view(located, &snapshot.positions(), proof)).collect();
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

fn view(located: &Located, positions: &Positions, proof: &Conflict) -> ObserverView {
    let equations = proof.equations.iter().map(|row| ObserverEquation {
        range: positions.range(located.span(row.span)),
        statement: row.text.clone(),
        equation: located.sentence(&row.equation),
        solution: located.sentence(&row.solution),
    });
    ObserverView {
        title: proof.set(),
        refuter: proof.refuter,
        dot: observer::dot(located, &proof.observer),
        svg: svg::svg(located, &proof.observer),
        text: observer::text(located, &proof.observer),
        proof: located.sentence(&proof.sentence),
        equations: equations.collect(),
    }
}
