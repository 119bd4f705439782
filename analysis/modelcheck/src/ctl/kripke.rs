//! Kripke structures with dense states and interned labels.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

/// Index of a state in its Kripke structure.
pub type StateId = usize;

/// States with successors and labels. A state without successors gets itself as its successor, because paths
/// in CTL are infinite.
#[derive(Clone, Debug)]
pub struct Kripke {
    successors: Vec<Vec<StateId>>,
    predecessors: Vec<Vec<StateId>>,
    labels: BTreeMap<String, FixedBitSet>,
    initial: StateId,
}

impl Kripke {
    /// Returns the structure with these successors of every state. Successors must be states.
    ///
    /// # Panics
    /// If there is no state, or if a successor or the initial state is out of range.
    pub fn new(mut successors: Vec<Vec<StateId>>, initial: StateId) -> Self {
        assert!(initial < successors.len(), "the initial state exists");
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (state, next) in successors.iter_mut().enumerate() {
            if next.is_empty() {
                next.push(state);
            }
            for &to in next.iter() {
                predecessors[to].push(state);
            }
        }
        Self { successors, predecessors, labels: BTreeMap::new(), initial }
    }

    /// Puts a label on a state.
    pub fn label(&mut self, state: StateId, name: impl Into<String>) {
        let count = self.len();
        self.labels.entry(name.into()).or_insert_with(|| FixedBitSet::with_capacity(count)).insert(state);
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Returns whether the structure has no state. Always false.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Returns the initial state, in which paths start.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// Returns the successors of a state, at least one.
    pub fn successors(&self, state: StateId) -> &[StateId] {
        &self.successors[state]
    }

    /// Returns the predecessors of a state.
    pub fn predecessors(&self, state: StateId) -> &[StateId] {
        &self.predecessors[state]
    }

    /// Returns all labels, ascending.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str)
    }

    /// Returns the states with a label.
    pub fn labelled(&self, name: &str) -> FixedBitSet {
        self.labels.get(name).cloned().unwrap_or_else(|| FixedBitSet::with_capacity(self.len()))
    }
}
