//! A hash of the summaries of a function's callees.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::UnitFunction;
use crate::summary::Summaries;

impl Summaries {
    /// Returns a hash of the names and summaries of the functions that a function calls. Callees without a
    /// summary are left out.
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
