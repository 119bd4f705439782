//! What a function may know of those it calls.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::UnitFunction;
use crate::summary::Summaries;

impl Summaries {
    /// A hash of what a function may know of those it calls.
    pub fn around(&self, function: &UnitFunction) -> u64 {
        let mut hasher = FxHasher::default();
        for name in function.tree.calls() {
            if let Some(fingerprint) = self.fingerprint(name) {
                (name, fingerprint).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}
