//! `csieve/trace`: the path of a finding.

use csieve_analysis::finding::{Input, VerdictKind};
use serde::Serialize;
use tower_lsp::jsonrpc::Result;

use super::{
    request::{self, FindingParams},
    server::Server,
    view::{TraceStep, TraceValue, page, steps},
};
use crate::present::Located;

/// The path of a finding, in three forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The verdict.
    pub verdict: VerdictKind,
    /// What happens, or would happen, as a sentence.
    pub message: String,
    /// With a table.
    pub markdown: String,
    /// For terminals.
    pub text: String,
    /// For programs.
    pub steps: Vec<TraceStep>,
    /// The inputs with which a confirmed finding happens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<TraceValue>,
}

/// Answers with the path of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<TraceAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let finding = entry.finding();
    Ok(TraceAnswer {
        title: page::title(&entry.located, "Trace"),
        rule: finding.rule.id(),
        verdict: finding.verdict.kind(),
        message: entry.claim(),
        markdown: page::trace_markdown(&entry.located),
        text: page::trace_text(&entry.located),
        steps: steps(&entry.located, &snapshot.positions(), &finding.witness),
        inputs: finding.inputs().iter().map(|input| given(&entry.located, input)).collect(),
    })
}

fn given(located: &Located, input: &Input) -> TraceValue {
    TraceValue { name: located.sentence(&input.what), value: input.value.clone() }
}
