//! `csieve/findings`: all findings of a document, including refuted ones, whatever the settings say.

use csieve_analysis::finding::VerdictKind;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{DiagnosticSeverity, Range, Url},
};

use super::{
    diagnostics::severity,
    request,
    server::Server,
    snapshot::{Entry, Snapshot},
};
use crate::present::rank::sort_by_rank;

/// The parameters of requests about a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UriParams {
    /// The URI of the document.
    pub uri: Url,
}

/// A finding in the answer to `csieve/findings`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedFinding {
    /// The id of the finding in other requests.
    pub id: String,
    /// The id of the finding's rule.
    pub rule: String,
    /// The verdict on the finding.
    pub verdict: VerdictKind,
    /// How bad it is, as its diagnostic says: an error, a warning, an information or a hint.
    pub severity: DiagnosticSeverity,
    /// The range of the misuse in the document.
    pub range: Range,
    /// A sentence about what happens, or about what would happen if the finding were not refuted.
    pub message: String,
    /// The function that the finding is in.
    pub function: String,
    /// For a refuted finding: the reason why it cannot happen, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The reason why the finding is doubtful.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// The rank of the finding, from 1 to 100; 0 if it is refuted.
    pub rank: u8,
    /// The id of the finding that is shown for all those of its cause, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The reason in the comment or attribute that suppresses the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<String>,
}

/// Returns the findings of a document's current text, those of the highest rank first.
pub(super) async fn handle(server: &Server, params: UriParams) -> Result<Vec<ListedFinding>> {
    let snapshot = request::complete(server, params.uri).await?;
    let causes = snapshot.causes();
    let others = causes.iter().flat_map(|cause| cause.others.iter().map(|other| (other, &cause.first)));
    let first: FxHashMap<&str, &str> =
        others.map(|(other, first)| (other.id.as_str(), first.id.as_str())).collect();
    let listed = snapshot.entries().map(|entry| {
        let cause = first.get(entry.id.as_str()).map(|first| (*first).to_owned());
        listed_as(&snapshot, cause, entry)
    });
    let mut listed: Vec<_> = listed.collect();
    sort_by_rank(&mut listed, |one| one.rank);
    Ok(listed)
}

fn listed_as(snapshot: &Snapshot, cause: Option<String>, entry: Entry) -> ListedFinding {
    let (rank, severity) = (snapshot.rank(&entry), severity(snapshot, &entry));
    let (located, finding) = (&entry.located, entry.finding());
    let proof = located.proof().filter(|_| entry.is_refuted());
    ListedFinding {
        rule: finding.id().to_owned(),
        verdict: finding.verdict.kind(),
        severity,
        range: snapshot.positions().range(entry.span()),
        message: entry.claim(),
        function: finding.function.clone(),
        proof: proof.map(|(at, proof)| at.reason(proof)),
        doubt: finding.doubt().map(|doubt| located.sentence(&doubt.sentence)),
        rank,
        cause,
        suppressed: located.suppressed.map(|suppression| suppression.reason.clone()),
        id: entry.id,
    }
}
