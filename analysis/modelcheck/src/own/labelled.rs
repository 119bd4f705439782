//! The events of a function that have labels, for whoever writes a rule.

use std::sync::Arc;

use csieve_base::{
    own::{Event, OwnRules, Source},
    text::Span,
};
use csieve_graph::{Cfg, MarkedObject};

use super::{check::text, events::named};

/// An event of a function that has a label of a rule. The order is that of places, then rules, then labels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Labelled {
    /// The place of the event, relative to the function.
    pub span: Span,
    /// The id of the rule.
    pub rule: Arc<str>,
    /// The name of the label.
    pub label: String,
    /// The text of the object that the event is about, if it has one with a name.
    pub object: Option<String>,
}

/// Returns the events of a function that have labels of rules, in order and each once. The label `return`,
/// which every rule has, is left out, and so are events that only the search for an object tells: `tested`,
/// `dereferenced`, `lost`, `entrusted` and `left`.
pub fn labelled(cfg: &Cfg, rules: &OwnRules) -> Vec<Labelled> {
    let mut found = Vec::new();
    for edge in cfg.edge_ids() {
        for rule in rules.all() {
            for (index, object) in named(cfg, rule, edge) {
                let (label, source) = &rule.labels[index];
                if *source == Source::Shown(Event::Return) {
                    continue;
                }
                let object = match object {
                    MarkedObject::Is(object) => Some(text(cfg, object)),
                    MarkedObject::None | MarkedObject::Unknown => None,
                };
                let (rule, label) = (Arc::clone(&rule.name.id), label.clone());
                found.push(Labelled { span: cfg.edge(edge).span, rule, label, object });
            }
        }
    }
    found.sort();
    found.dedup();
    found
}
