//! A hash of the summaries of a function's callees.

use std::hash::{Hash, Hasher};

use csieve_base::library::{Effects, Library};
use rustc_hash::FxHasher;

use crate::{lower::library_name, summary::Summaries};

impl Summaries {
    /// Returns a hash of the names and summaries of functions that a function calls, and of the habits of their callers,
    /// and of whether they are library functions that a file defines. Other callees are left out.
    pub fn around(&self, calls: &[Box<str>]) -> u64 {
        let mut hasher = FxHasher::default();
        for name in calls {
            if let Some(fingerprint) = self.fingerprint(name) {
                (name, fingerprint).hash(&mut hasher);
            }
            if let Some(habit) = self.habit_fingerprint(name) {
                (name, "habit", habit).hash(&mut hasher);
            }
            if self.replaced().has(library_name(name)) {
                (name, "replaced").hash(&mut hasher);
            }
            if let Some(text) = self.inlined().text(name) {
                (name, "inlined", text).hash(&mut hasher);
            }
        }
        // A function of the file ends if it calls one of these, which is no callee of its callers; and an object keeps its
        // values if it is handed to one of these.
        let library = Library::built_in();
        let reads = |name: &str| library.function(name).is_some_and(|entry| entry.effects == Effects::None);
        let felt = self.replaced().names().filter(|name| library.never_returns(name) || reads(name));
        felt.for_each(|name| (name, "felt").hash(&mut hasher));
        hasher.finish()
    }
}
