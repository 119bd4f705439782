//! A hash of the summaries of a function's callees.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::summary::Summaries;

impl Summaries {
    /// Returns a hash of the names and summaries of functions that a function calls, and of the habits of their callers.
    /// Callees with neither are left out.
    pub fn around(&self, calls: &[Box<str>]) -> u64 {
        let mut hasher = FxHasher::default();
        for name in calls {
            if let Some(fingerprint) = self.fingerprint(name) {
                (name, fingerprint).hash(&mut hasher);
            }
            if let Some(habit) = self.habit_fingerprint(name) {
                (name, "habit", habit).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}
