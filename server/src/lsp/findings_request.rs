//! `csieve/findings`: all findings of a document, refuted ones included whatever the settings say.

use csieve_analysis::finding::Verdict;
use serde::{Deserialize, Serialize};
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{Range, Url},
};

use super::{request, server::Server};

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
    pub verdict: Verdict,
    /// The point of misuse.
    pub range: Range,
    /// Its sentence.
    pub message: String,
    /// The function it is in.
    pub function: String,
}

/// Answers with the findings of the current text.
pub(super) async fn handle(server: &Server, params: UriParams) -> Result<Vec<ListedFinding>> {
    let snapshot = request::complete(server, params.uri).await?;
    let positions = snapshot.positions();
    let listed = snapshot.entries().map(|entry| ListedFinding {
        rule: entry.finding().rule.id(),
        verdict: entry.finding().verdict,
        range: positions.range(entry.span()),
        message: entry.claim(),
        function: entry.finding().function.clone(),
        id: entry.id,
    });
    Ok(listed.collect())
}
