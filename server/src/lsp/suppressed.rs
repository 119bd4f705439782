//! The suppressions of a text, carried over to the next version of the text if an edit does not concern them.

use std::sync::Arc;

use csieve_analysis::{
    suppress::Suppressions,
    text::{Change, SourceText},
};

/// A text with its suppressions.
#[derive(Clone, Debug)]
pub(crate) struct Suppressed {
    /// The text.
    pub source: SourceText,
    /// Its suppressions.
    pub all: Arc<Suppressions>,
}

impl Suppressed {
    /// Returns the suppressions of a newer text.
    pub(super) fn edited(&self, source: &SourceText) -> Suppressions {
        match Change::between(self.source.text(), source.text()) {
            None => Suppressions::clone(&self.all),
            Some(change) => self.all.after(&self.source, source, change),
        }
    }
}
