//! `csieve/rounds`: the rounds of path reduction that led to the verdict on a finding.

use csieve_analysis::finding::{Round, VerdictKind};
use serde::Serialize;
use tower_lsp::jsonrpc::Result;

use super::{
    positions::Positions,
    request::{self, FindingParams},
    server::Server,
    view::{ObserverView, TraceStep, page, steps, view},
};
use crate::present::{Extent, Located, explanation};

/// The rounds of path reduction of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundsAnswer {
    /// A title for users.
    pub title: String,
    /// The id of the finding's rule.
    pub rule: String,
    /// The verdict on the finding.
    pub verdict: VerdictKind,
    /// A sentence about what happens, or about what would happen if the finding were not refuted.
    pub message: String,
    /// The reason for the verdict, as a sentence.
    pub conclusion: String,
    /// All rounds of path reduction as plain text.
    pub text: String,
    /// The rounds of path reduction, in order.
    pub rounds: Vec<RoundView>,
}

/// A round of path reduction: a counterexample, and the reasons why no run follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// The result of the round, as a sentence: why no run follows the counterexample, or that some run may.
    pub summary: String,
    /// The steps of the counterexample.
    pub steps: Vec<TraceStep>,
    /// The observers made from the counterexample's conflicts; empty in the last round of a kept finding.
    pub observers: Vec<ObserverView>,
}

/// Returns the rounds of path reduction of a finding.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<RoundsAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let (located, positions) = (&entry.located, snapshot.positions());
    let finding = entry.finding();
    let rounds = located.rounds().into_iter().chain(located.doubtful_rounds());
    Ok(RoundsAnswer {
        title: page::title(located, "Rounds"),
        rule: finding.id().to_owned(),
        verdict: finding.verdict.kind(),
        message: entry.claim(),
        conclusion: explanation::conclusion(located),
        text: explanation::text(located, Extent::Brief),
        rounds: rounds.map(|(at, round)| round_view(&at, &positions, round)).collect(),
    })
}

fn round_view(located: &Located, positions: &Positions, round: &Round) -> RoundView {
    RoundView {
        summary: explanation::summary(located, round),
        steps: steps(located, positions, &round.path),
        observers: round.conflicts.iter().map(|proof| view(located, positions, proof)).collect(),
    }
}
