//! `csieve/rounds`: how the verdict on a finding came about.

use csieve_analysis::finding::{Round, VerdictKind};
use serde::Serialize;
use tower_lsp::jsonrpc::Result;

use super::{
    positions::Positions,
    request::{self, FindingParams},
    server::Server,
    view::{ObserverView, TraceStep, page, steps, view},
};
use crate::present::{Located, explanation};

/// The rounds of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundsAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The verdict.
    pub verdict: VerdictKind,
    /// What happens, or would happen, as a sentence.
    pub message: String,
    /// Why the verdict is what it is, as a sentence.
    pub conclusion: String,
    /// All rounds as plain text.
    pub text: String,
    /// The rounds, in their order.
    pub rounds: Vec<RoundView>,
}

/// A counterexample and why no run follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// What came of it, as a sentence.
    pub summary: String,
    /// Its path.
    pub steps: Vec<TraceStep>,
    /// The automata made from its conflicts; none in the last round of a kept finding.
    pub observers: Vec<ObserverView>,
}

/// Answers with the rounds of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<RoundsAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let (located, positions) = (&entry.located, snapshot.positions());
    let finding = entry.finding();
    Ok(RoundsAnswer {
        title: page::title(located, "Rounds"),
        rule: finding.rule.id(),
        verdict: finding.verdict.kind(),
        message: entry.claim(),
        conclusion: explanation::conclusion(located),
        text: explanation::text(located),
        rounds: located.rounds().into_iter().map(|(at, round)| round_view(&at, &positions, round)).collect(),
    })
}

fn round_view(located: &Located, positions: &Positions, round: &Round) -> RoundView {
    RoundView {
        summary: explanation::summary(located, round),
        steps: steps(located, positions, &round.path),
        observers: round.conflicts.iter().map(|proof| view(located, positions, proof)).collect(),
    }
}
