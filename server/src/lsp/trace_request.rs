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

/// The path of a finding in three forms: Markdown, plain text, and steps for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceAnswer {
    /// A title for users.
    pub title: String,
    /// The id of the finding's rule.
    pub rule: String,
    /// The verdict on the finding.
    pub verdict: VerdictKind,
    /// A sentence about what happens, or about what would happen if the finding were not refuted.
    pub message: String,
    /// The path as Markdown, with a table.
    pub markdown: String,
    /// The path as plain text.
    pub text: String,
    /// The steps of the path, for programs.
    pub steps: Vec<TraceStep>,
    /// The inputs with which a confirmed finding happens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<TraceValue>,
}

/// Returns the path of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<TraceAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let finding = entry.finding();
    Ok(TraceAnswer {
        title: page::title(&entry.located, "Trace"),
        rule: finding.id().to_owned(),
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
