//! Where the labels of a file with rules stand in its text.

use std::ops::Range;

use csieve_base::own::Happening;

use crate::table::{File, SourceTable, Sources};

/// The place of a label in the text of a file with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelPlace {
    /// The id of the rule.
    pub rule: String,
    /// The name of the label.
    pub label: String,
    /// The place of the name, in bytes.
    pub at: Range<usize>,
}

/// Returns the places of the labels of a file, in the order of the text. Labels that have events only where
/// the search for an object tells them are left out: `tested`, `dereferenced`, `lost`, `entrusted` and
/// `left`. A text that is no file with rules has none.
pub fn label_places(text: &str) -> Vec<LabelPlace> {
    let Ok(file) = toml::from_str::<File>(text) else { return Vec::new() };
    let mut places = Vec::new();
    for rule in &file.rule {
        for (name, sources) in &rule.labels {
            let is_shown = match sources {
                Sources::One(one) => is_shown(one),
                Sources::Many(all) => all.iter().any(is_shown),
            };
            if is_shown {
                let (rule, label) = (rule.id.get_ref().clone(), name.get_ref().clone());
                places.push(LabelPlace { rule, label, at: name.span() });
            }
        }
    }
    places.sort_by_key(|place| place.at.start);
    places
}

/// Returns whether graphs show the events of a source by themselves.
fn is_shown(source: &SourceTable) -> bool {
    let event = source.event.as_ref().map(|event| event.get_ref().as_str());
    let happening = Happening::NAMES.iter().find(|(name, _)| Some(*name) == event);
    !happening.is_some_and(|(_, what)| what.is_of_search())
}
