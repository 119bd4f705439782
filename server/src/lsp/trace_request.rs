//! `csieve/trace`: the path of a finding.

use csieve_analysis::finding::Step;
use serde::Serialize;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{Range, Url},
};

use super::{
    diagnostics::line_range,
    page,
    request::{self, FindingParams},
    server::Server,
};
use crate::present::trace;

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
    /// The file it is in, if that is not the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<Url>,
    /// Where it is.
    pub range: Range,
    /// How many calls deep it is.
    pub depth: u32,
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
    let place = |step: &Step| {
        let place = entry.located.place(step);
        let uri = place.file.and_then(|file| Url::from_file_path(file).ok());
        (uri, place.span.map_or_else(|| line_range(place.line), |span| positions.range(span)))
    };
    let steps = entry.finding().witness.iter().map(|step| (place(step), step)).map(|((uri, range), step)| {
        TraceStep {
            uri,
            range,
            depth: step.callee.as_ref().map_or(0, |callee| callee.depth),
            text: entry.located.sentence(trace::text(step).trim_start()),
            values: step
                .values
                .iter()
                .map(|known| TraceValue { name: known.name.clone(), value: known.value.clone() })
                .collect(),
            decisive: step.decisive,
        }
    });
    Ok(TraceAnswer {
        title: page::title(&entry.located, "Trace"),
        markdown: page::trace_markdown(&entry.located),
        text: page::trace_text(&entry.located),
        steps: steps.collect(),
    })
}
