//! `csieve/ruleMatches`: what a file with rules matches in a document, or where the file has a mistake.

use std::sync::Arc;

use csieve_analysis::{
    own::{LabelPlace, Labelled, OwnRules, Reader, label_places},
    text::{SourceText, Span},
};
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, task::spawn_blocking};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{Range, Url},
};

use super::{
    documents::Event,
    positions::{Encoding, Positions},
    request,
    rule_matches::Question,
    server::Server,
};
use crate::library::told;

/// The parameters of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleMatchesParams {
    /// The URI of the C document. Without it, the rules are only read.
    pub uri: Option<Url>,
    /// The text of the file with rules.
    pub rules: String,
}

/// The answer to the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleMatchesAnswer {
    /// The first mistake in the rules. Then there are no matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<RuleMistake>,
    /// The labels of the rules in the order of the text, but not those that have events only where the search
    /// for an object tells them.
    pub labels: Vec<RuleLabel>,
    /// The events of the document that have labels, in the order of their places, then of rules and labels.
    pub matches: Vec<RuleMatch>,
}

/// A mistake in a file with rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleMistake {
    /// The place of the mistake in the rules. It may be empty.
    pub range: Range,
    /// The problem, as a sentence without a full stop.
    pub message: String,
}

/// A label in a file with rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleLabel {
    /// The id of the rule.
    pub rule: String,
    /// The name of the label.
    pub label: String,
    /// The place of the name in the rules.
    pub range: Range,
}

/// An event of a document that has a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleMatch {
    /// The id of the rule.
    pub rule: String,
    /// The name of the label.
    pub label: String,
    /// The place of the event in the document.
    pub range: Range,
    /// The object that the event is about, if it has one with a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}

/// Reads rules, and returns what they match in a document's current text.
///
/// # Errors
/// If the document is not open or not analysed, or if its text changes meanwhile.
pub(super) async fn handle(server: &Server, params: RuleMatchesParams) -> Result<RuleMatchesAnswer> {
    let asked = params.uri.map(|uri| (uri.clone(), request::listed(server, uri)));
    let encoding = server.session().encoding;
    let read = spawn_blocking(move || read(params.rules, encoding));
    let (rules, labels) = match read.await.map_err(|_| Error::internal_error())? {
        Ok((rules, labels)) => (Arc::new(rules), labels),
        Err(mistake) => {
            return Ok(RuleMatchesAnswer { mistake: Some(mistake), ..RuleMatchesAnswer::default() });
        }
    };
    let Some((uri, asked)) = asked else { return Ok(RuleMatchesAnswer { labels, ..Default::default() }) };
    let snapshot = asked.await?;
    let (reply, answer) = oneshot::channel();
    let question = Question { snapshot: Arc::clone(&snapshot), rules, reply };
    server.documents().send(Event::RuleMatches(question));
    let found = answer.await.map_err(|_| request::changed(&uri))?;
    let positions = snapshot.positions();
    let matches = found.into_iter().map(|one| shown(&positions, one)).collect();
    Ok(RuleMatchesAnswer { mistake: None, labels, matches })
}

/// Rules with their labels, or the first mistake.
type Read = std::result::Result<(OwnRules, Vec<RuleLabel>), RuleMistake>;

fn read(rules: String, encoding: Encoding) -> Read {
    let source = SourceText::new(rules);
    let range =
        |at: std::ops::Range<usize>| Positions::of(&source, encoding).range(Span::new(at.start, at.end));
    let mut reader = Reader::default();
    if let Err(mistake) = reader.add(source.text()) {
        let message = told(source.text(), &mistake);
        return Err(RuleMistake { range: range(mistake.at), message });
    }
    let of = |LabelPlace { rule, label, at }| RuleLabel { rule, label, range: range(at) };
    Ok((reader.finish(), label_places(source.text()).into_iter().map(of).collect()))
}

fn shown(positions: &Positions, found: Labelled) -> RuleMatch {
    let Labelled { span, rule, label, object } = found;
    RuleMatch { rule: rule.to_string(), label, range: positions.range(span), object }
}
