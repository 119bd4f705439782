//! The states of a property that a search has seen.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Tracked;

/// States of a property, each kept once.
#[derive(Default)]
pub(super) struct States(IndexSet<Tracked, FxBuildHasher>);

impl States {
    /// Returns the index of a state, which is added if it is new.
    pub(super) fn index(&mut self, state: &Tracked) -> u32 {
        // The copy that is kept has no room to grow.
        let index = self.0.get_index_of(state);
        index.unwrap_or_else(|| self.0.insert_full(state.clone()).0) as u32
    }

    /// Returns the state with an index.
    pub(super) fn get(&self, index: u32) -> &Tracked {
        &self.0[index as usize]
    }
}
