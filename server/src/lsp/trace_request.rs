//! `csieve/trace`: the path of a finding.

use serde::Serialize;
use tower_lsp::{jsonrpc::Result, lsp_types::Range};

use super::{
    page,
    request::{self, FindingParams},
    server::Server,
};

/// The path of a finding, in three forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// With a table.
    pub markdown: String,
    /// For terminals.
    pub text: String,
    /// For programs.
    pub steps: Vec<TraceStep>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceStep {
    /// Where it is.
    pub range: Range,
    /// What happens.
    pub text: String,
    /// What is known of the variables after it.
    pub values: Vec<TraceValue>,
    /// The finding depends on it.
    pub decisive: bool,
}

/// A variable and what it can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceValue {
    /// The variable.
    pub name: String,
    /// Its value or interval.
    pub value: String,
}

/// Answers with the path of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<TraceAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let positions = snapshot.positions();
    let steps = entry.finding().witness.iter().map(|step| TraceStep {
        range: positions.range(entry.located.span(step.span)),
        text: entry.located.sentence(&step.text),
        values: step
            .values
            .iter()
            .map(|known| TraceValue { name: known.name.clone(), value: known.value.clone() })
            .collect(),
        decisive: step.decisive,
    });
    Ok(TraceAnswer {
        title: page::title(&entry.located, "Trace"),
        markdown: page::trace_markdown(&entry.located),
        text: page::trace_text(&entry.located),
        steps: steps.collect(),
    })
}
