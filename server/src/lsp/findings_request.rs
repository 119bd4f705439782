//! `csieve/findings`: all findings of a document, refuted ones included whatever the settings say.

use csieve_analysis::finding::VerdictKind;
use serde::{Deserialize, Serialize};
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{Range, Url},
};

use super::{positions::Positions, request, server::Server, snapshot::Entry};

/// Params of requests about a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UriParams {
    /// The document.
    pub uri: Url,
}

/// A finding in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedFinding {
    /// Names it in other requests.
    pub id: String,
    /// The id of its rule.
    pub rule: &'static str,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The point of misuse.
    pub range: Range,
    /// What happens, or would happen, as a sentence.
    pub message: String,
    /// The function it is in.
    pub function: String,
    /// Of a refuted finding: why it cannot happen, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Why its path is hardly possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// The reason for which its author suppresses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<String>,
}

/// Answers with the findings of the current text.
pub(super) async fn handle(server: &Server, params: UriParams) -> Result<Vec<ListedFinding>> {
    let snapshot = request::complete(server, params.uri).await?;
    let positions = snapshot.positions();
    let listed = snapshot.entries().map(|entry| listed(&positions, entry));
    Ok(listed.collect())
}

fn listed(positions: &Positions, entry: Entry) -> ListedFinding {
    let (located, finding) = (&entry.located, entry.finding());
    let proof = located.proof().filter(|_| entry.is_refuted());
    ListedFinding {
        rule: finding.rule.id(),
        verdict: finding.verdict.kind(),
        range: positions.range(entry.span()),
        message: entry.claim(),
        function: finding.function.clone(),
        proof: proof.map(|(at, proof)| at.reason(proof)),
        doubt: finding.doubt().map(|doubt| located.sentence(&doubt.sentence)),
        suppressed: located.suppressed.map(|suppression| suppression.reason.clone()),
        id: entry.id,
    }
}
