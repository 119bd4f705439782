//! What is kept of a function because it is asked for after every edit of any function of the file.

use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use rustc_hash::FxHasher;

use super::{UnitFunction, mentions::Words};

/// Hashes and words of a function, each made when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct Known {
    text: OnceLock<u64>,
    summary: OnceLock<u64>,
    whole: OnceLock<u64>,
    words: OnceLock<Words>,
}

impl UnitFunction {
    /// Returns a hash of the function after preprocessing. The function's position and its text in the file
    /// do not matter.
    pub fn text_hash(&self) -> u64 {
        *self.known.text.get_or_init(|| {
            let mut hasher = FxHasher::default();
            self.text.text.hash(&mut hasher);
            self.varies().hash(&mut hasher);
            hasher.finish()
        })
    }

    /// Returns a hash of all of the function that its summary is made of.
    pub(super) fn summary_hash(&self) -> u64 {
        *self.known.summary.get_or_init(|| {
            let mut hasher = FxHasher::default();
            self.text.text.hash(&mut hasher);
            self.text.positions.hash(&mut hasher);
            self.varies().hash(&mut hasher);
            hasher.finish()
        })
    }

    /// Returns a hash of the function, both after preprocessing and as written in `text`, the text of the
    /// file that the unit was made of.
    pub fn hash(&self, text: &str) -> u64 {
        *self.known.whole.get_or_init(|| {
            let mut hasher = FxHasher::default();
            text.get(self.span().range()).hash(&mut hasher);
            self.text.text.hash(&mut hasher);
            self.text.positions.hash(&mut hasher);
            self.varies().hash(&mut hasher);
            hasher.finish()
        })
    }

    /// Returns the words of the function after preprocessing.
    pub(super) fn words(&self) -> &Words {
        self.known.words.get_or_init(|| Words::of_text(self.tree.text()))
    }
}
