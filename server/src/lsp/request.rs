//! Code that requests about findings share.

use std::{path::PathBuf, sync::Arc};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tower_lsp::{
    jsonrpc::{Error, ErrorCode, Result},
    lsp_types::{Range, Url},
};

use super::{
    document::{Need, Unavailable},
    documents::Event,
    fixes::Question,
    server::Server,
    snapshot::{Entry, Snapshot},
};
use crate::fix::Fix;

/// The parameters of requests and commands about one finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingParams {
    /// The URI of the document.
    pub uri: Url,
    /// The id of the finding, from the `data` of its diagnostic.
    pub id: String,
}

/// Asks for the complete analysis of a document. The question is sent at once; the future waits for the
/// answer.
pub(super) fn complete(
    server: &Server,
    uri: Url,
) -> impl Future<Output = Result<Arc<Snapshot>>> + Send + use<> {
    let asked = server.documents().ask(uri.clone(), Need::Everything);
    async move { asked.await.map_err(|reason| error(&uri, reason)) }
}

/// Asks for the complete analysis of the text that a document has now. The question is sent at once; the future waits for
/// the answer, which is an error if the text changes meanwhile.
pub(super) fn complete_now(
    server: &Server,
    uri: Url,
) -> impl Future<Output = Result<Arc<Snapshot>>> + Send + use<> {
    let asked = server.documents().ask(uri.clone(), Need::EverythingNow);
    async move { asked.await.map_err(|reason| error(&uri, reason)) }
}

/// Asks for the functions of a document's text and its unit, without reports. The question is sent at once;
/// the future waits for the answer.
pub(super) fn listed(
    server: &Server,
    uri: Url,
) -> impl Future<Output = Result<Arc<Snapshot>>> + Send + use<> {
    let asked = server.documents().ask(uri.clone(), Need::Listed);
    async move { asked.await.map_err(|reason| error(&uri, reason)) }
}

/// Asks for the complete analysis of a document, like [`complete`]. The answer is `None` if the document is
/// not analysed.
pub(super) fn analysed(
    server: &Server,
    uri: Url,
) -> impl Future<Output = Result<Option<Arc<Snapshot>>>> + Send + use<> {
    unless_not_analysed(server, uri, Need::Everything)
}

/// Asks at once for the reports of the functions that a range touches. The answer is `None` if the document
/// is not analysed.
pub(super) fn around(
    server: &Server,
    uri: Url,
    range: Range,
) -> impl Future<Output = Result<Option<Arc<Snapshot>>>> + Send + use<> {
    unless_not_analysed(server, uri, Need::Around(range))
}

fn unless_not_analysed(
    server: &Server,
    uri: Url,
    need: Need,
) -> impl Future<Output = Result<Option<Arc<Snapshot>>>> + Send + use<> {
    let asked = server.documents().ask(uri.clone(), need);
    async move {
        match asked.await {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(Unavailable::NotAnalysed(_)) => Ok(None),
            Err(reason) => Err(error(&uri, reason)),
        }
    }
}

/// Asks for the quick fixes of the findings that a range touches. The question is sent at once; without an
/// answer there are no fixes.
pub(super) fn fixes(
    server: &Server,
    snapshot: Arc<Snapshot>,
    range: Range,
) -> impl Future<Output = Vec<(String, Vec<Fix>)>> + Send + use<> {
    let (reply, answer) = oneshot::channel();
    server.documents().send(Event::Fixes(Question { snapshot, range, reply }));
    async { answer.await.unwrap_or_default() }
}

/// Returns the finding that a request names.
///
/// # Errors
/// If the current text has no such finding.
pub(super) fn find<'a>(snapshot: &'a Snapshot, id: &str) -> Result<Entry<'a>> {
    snapshot.entry(id).ok_or_else(|| {
        Error::invalid_params(format!("{} has no finding `{id}` in its current text", snapshot.uri))
    })
}

/// Returns the path of a document, or what stands for one if it is no file.
pub(super) fn path_of(uri: &Url) -> PathBuf {
    uri.to_file_path().unwrap_or_else(|()| uri.path().into())
}

fn error(uri: &Url, reason: Unavailable) -> Error {
    match reason {
        Unavailable::NotOpen => Error::invalid_params(format!("{uri} is not open")),
        Unavailable::NotAnalysed(reason) => Error::invalid_params(format!("{uri} is not analysed: {reason}")),
        Unavailable::Changed => changed(uri),
    }
}

/// Returns the error that a document changed before a question about it could be answered.
pub(super) fn changed(uri: &Url) -> Error {
    let mut error = Error::new(ErrorCode::ContentModified);
    error.message = format!("{uri} changed meanwhile").into();
    error
}
