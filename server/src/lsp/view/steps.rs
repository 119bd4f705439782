//! The steps of a path as data.

use csieve_analysis::finding::{Step, StepKind};
use serde::Serialize;
use tower_lsp::lsp_types::{Position, Range, Url};

use crate::{
    lsp::positions::Positions,
    present::{Located, trace},
};

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
    /// What it is.
    pub kind: StepKind,
    /// What happens.
    pub text: String,
    /// Of a condition: why this way is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
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

/// The steps of a path of a finding.
pub(in crate::lsp) fn steps(located: &Located, positions: &Positions, path: &[Step]) -> Vec<TraceStep> {
    path.iter().map(|step| view(located, positions, step)).collect()
}

fn view(located: &Located, positions: &Positions, step: &Step) -> TraceStep {
    let place = located.place(step);
    let value = |known: &csieve_analysis::finding::Value| TraceValue {
        name: known.name.clone(),
        value: known.value.clone(),
    };
    TraceStep {
        uri: place.file.and_then(|file| Url::from_file_path(file).ok()),
        range: place.span.map_or_else(|| line_range(place.line), |span| positions.range(span)),
        depth: step.callee.as_ref().map_or(0, |callee| callee.depth),
        kind: step.kind,
        text: trace::text(step).trim_start().to_owned(),
        branch: step.way.clone(),
        values: step.values.iter().map(value).collect(),
        decisive: step.decisive,
    }
}

/// The start of a one-based line of which nothing more is known.
pub(in crate::lsp) fn line_range(line: u32) -> Range {
    let start = Position::new(line.saturating_sub(1), 0);
    Range::new(start, start)
}
