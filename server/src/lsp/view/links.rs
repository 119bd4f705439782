//! Links in Markdown that run commands of the client.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use tower_lsp::lsp_types::Url;

use crate::lsp::commands::View;

/// Returns a line with a link for each view of a finding.
pub(in crate::lsp) fn links(uri: &Url, id: &str, views: impl IntoIterator<Item = View>) -> String {
    let arguments = json!([{ "uri": uri, "id": id }]).to_string();
    let arguments = utf8_percent_encode(&arguments, NON_ALPHANUMERIC);
    let link = |view: View| format!("[{}](command:{}?{arguments})", view.title(), view.command(true));
    views.into_iter().map(link).collect::<Vec<_>>().join(" · ")
}
