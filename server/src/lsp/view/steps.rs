//! The steps of a path as data for clients.

use csieve_analysis::finding::{Step, StepKind};
use serde::Serialize;
use tower_lsp::lsp_types::{Position, Range, Url};

use crate::{
    lsp::positions::Positions,
    present::{
        Located,
        key_steps::{is_minor, numbers},
        trace,
    },
};

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceStep {
    /// The URI of the step's file, if the step is not in the document of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<Url>,
    /// The range of the step's statement.
    pub range: Range,
    /// The number of calls from the finding's function to the step; 0 means the finding's function itself.
    pub depth: u32,
    /// The kind of the step.
    pub kind: StepKind,
    /// A text about what the step does.
    pub text: String,
    /// For a condition: the reason why the path takes this branch, such as "the only way, as `x` = 10".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The values of variables that are known after the step.
    pub values: Vec<TraceValue>,
    /// Whether the finding depends on the step.
    pub decisive: bool,
    /// The number of the step if it is one of the few that matter, from 1 without gaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Whether the step tells readers nothing, such as a variable that has no value yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minor: bool,
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceValue {
    /// The name of the variable.
    pub name: String,
    /// The value or interval of the variable.
    pub value: String,
}

/// Returns the steps of a finding's path as data for clients.
pub(in crate::lsp) fn steps(located: &Located, positions: &Positions, path: &[Step]) -> Vec<TraceStep> {
    let numbered = numbers(path).into_iter().zip(path);
    numbered.map(|(number, step)| view(located, positions, step, number)).collect()
}

fn view(located: &Located, positions: &Positions, step: &Step, number: Option<usize>) -> TraceStep {
    let place = located.place(step);
    let value = |known: &csieve_analysis::finding::ShownValue| TraceValue {
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
        number,
        minor: is_minor(step),
    }
}

/// Returns the start of a line, given by its number from 1, as an empty range.
pub(in crate::lsp) fn line_range(line: u32) -> Range {
    let start = Position::new(line.saturating_sub(1), 0);
    Range::new(start, start)
}
