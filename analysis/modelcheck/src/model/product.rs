//! The search for counterexamples in the product of the control-flow graph, a property and observers. The
//! product is built on the fly: only reachable states are made.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::cancel::{Cancel, Cancelled};
use csieve_graph::{Cfg, EdgeId, Loc, Word};

use super::{Function, Move, Observation, Observer, ObserverState, Property, Tracked, states::States};

/// A counterexample: a shortest word to a misuse, and how the state of the property changed along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The edges, the misuse last.
    pub word: Word,
    /// The position in the word at which the property began to follow an object. `None` if it began before
    /// the first edge.
    pub start: Option<usize>,
    /// The position in the word of the last change of the phase, such as the `free`. `None` if the phase
    /// never changed.
    pub turn: Option<usize>,
    /// The positions in the word at which the state of the property changed, ascending, `start` included.
    pub moves: Vec<usize>,
    /// The state of the property before the misuse. `None` if the misuse happens where the property starts.
    pub tracked: Option<Tracked>,
}

impl Counterexample {
    /// Returns the edge at which the property began to follow an object. `None` if it began before the first
    /// edge.
    pub fn origin(&self) -> Option<EdgeId> {
        self.start.map(|position| self.word[position])
    }

    /// Returns the edge of the last change of the phase, such as the `free`. `None` if the phase never
    /// changed.
    pub fn cause(&self) -> Option<EdgeId> {
        self.turn.map(|position| self.word[position])
    }

    /// Returns the edge of the misuse.
    ///
    /// # Panics
    /// Never: a word has at least the edge of the misuse.
    pub fn misuse(&self) -> EdgeId {
        *self.word.last().expect("a word ends with the misuse")
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search found this shortest counterexample.
    Found(Counterexample),
    /// There is no counterexample.
    Absent,
    /// The search reached its bound on states before it was complete.
    TooManyStates,
}

/// The search for a counterexample of one property.
pub struct ProductSearch<'a> {
    /// The function in which to search.
    pub function: &'a Function<'a>,
    /// The property whose misuse is searched for.
    pub property: &'a dyn Property,
    /// The edges at which a misuse counts. A misuse at another edge ends the run without a counterexample.
    pub targets: &'a FixedBitSet,
    /// The observers whose rejected words are left out.
    pub observers: &'a [&'a dyn Observer],
    /// The greatest number of states before the search gives up.
    pub max_states: u32,
}

/// Index of an interned property state or observer state. For property states, 0 means that nothing is
/// followed yet.
type Id = u32;

/// Observers that are not in their initial state, by index, ascending, with their states.
type Observed = Rc<[(u32, ObserverState)]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ProductState {
    loc: Loc,
    tracked: Id,
    /// The states of the observers. 0 means that all observers are in their initial states.
    observed: Id,
}

struct Node {
    parent: u32,
    via: Option<EdgeId>,
}

struct Product<'a> {
    search: &'a ProductSearch<'a>,
    /// Locations from which a target can be reached.
    useful: FixedBitSet,
    tracked: States,
    observed: Vec<Observed>,
    observed_ids: FxHashMap<Observed, Id>,
    /// A table of the next states of the observers for their current states and an edge. A value is `None` if
    /// an observer rejects. The table does not depend on the state of the property.
    transitions: FxHashMap<(Id, EdgeId), Option<Id>>,
    known: FxHashSet<ProductState>,
    states: Vec<ProductState>,
    nodes: Vec<Node>,
}

impl ProductSearch<'_> {
    /// Runs the search, breadth first in the order of edges. Returns the outcome and the number of states
    /// visited. A word in the outcome is a shortest one, and always the same.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` says so.
    pub fn run(&self, cancel: &dyn Cancel) -> Result<(Outcome, u32), Cancelled> {
        let mut product = Product {
            search: self,
            useful: can_reach(self.function.cfg, self.targets),
            tracked: States::default(),
            observed: Vec::new(),
            observed_ids: FxHashMap::default(),
            transitions: FxHashMap::default(),
            known: FxHashSet::default(),
            states: Vec::new(),
            nodes: Vec::new(),
        };
        let outcome = product.run(cancel)?;
        Ok((outcome, product.states.len() as u32))
    }
}

impl Product<'_> {
    fn run(&mut self, cancel: &dyn Cancel) -> Result<Outcome, Cancelled> {
        let entry = self.search.function.cfg.entry;
        let initial = self.intern_observed(Vec::new());
        self.add(ProductState { loc: entry, tracked: 0, observed: initial }, 0, None);
        for start in self.search.property.at_entry(self.search.function) {
            let tracked = self.intern(&start);
            self.add(ProductState { loc: entry, tracked, observed: initial }, 0, None);
        }
        let mut next = 0;
        while next < self.states.len() {
            if next % 512 == 0 {
                cancel.go_on()?;
            }
            if self.states.len() > self.search.max_states as usize {
                return Ok(Outcome::TooManyStates);
            }
            let state = self.states[next];
            for &edge in &self.search.function.cfg.successors[state.loc.index()] {
                if let Some(found) = self.take(next as u32, state, edge) {
                    return Ok(Outcome::Found(found));
                }
            }
            next += 1;
        }
        Ok(Outcome::Absent)
    }

    /// Follows one edge from a product state. Returns the counterexample if the edge completes one.
    fn take(&mut self, from: u32, state: ProductState, edge: EdgeId) -> Option<Counterexample> {
        let target = self.search.targets.contains(edge.index());
        let to = self.search.function.cfg.edge(edge).to;
        if !target && !self.useful.contains(to.index()) {
            return None;
        }
        let observed = self.observe(state.observed, edge, to)?;
        let ProductSearch { property, function, .. } = self.search;
        let step = match self.followed(state.tracked) {
            Some(tracked) => Some(property.step(function, tracked, edge)),
            None => {
                self.reach(ProductState { loc: to, tracked: 0, observed }, from, edge);
                property.start(function, edge)
            }
        };
        match step? {
            Move::Perhaps(_) | Move::Misuse { .. } if target && self.may_end(observed) => {
                Some(self.counterexample(from, edge))
            }
            Move::To(next) | Move::Perhaps(next) => {
                let tracked = self.intern(&next);
                self.reach(ProductState { loc: to, tracked, observed }, from, edge);
                None
            }
            Move::Gone | Move::Misuse { .. } => None,
        }
    }

    /// Returns whether all observers let a word end in their states.
    fn may_end(&self, observed: Id) -> bool {
        let mut known = self.observed[observed as usize].iter().peekable();
        self.search.observers.iter().enumerate().all(|(index, observer)| {
            let state = known.next_if(|(known, _)| *known == index as u32).map(|(_, state)| state);
            observer.may_end(state.map_or(&[], |state| state))
        })
    }

    /// Adds the state behind an edge if a target can be reached from it.
    fn reach(&mut self, state: ProductState, from: u32, via: EdgeId) {
        if self.useful.contains(state.loc.index()) {
            self.add(state, from, Some(via));
        }
    }

    /// Returns the states of the observers after an edge that leads to the location `to`. `None` if an
    /// observer rejects.
    fn observe(&mut self, observed: Id, edge: EdgeId, to: Loc) -> Option<Id> {
        if self.search.observers.is_empty() {
            return Some(observed);
        }
        if let Some(known) = self.transitions.get(&(observed, edge)) {
            return *known;
        }
        let next = self.observed_after(&Rc::clone(&self.observed[observed as usize]), edge, to);
        let next = next.map(|next| self.intern_observed(next));
        self.transitions.insert((observed, edge), next);
        next
    }

    fn observed_after(
        &self,
        observed: &[(u32, ObserverState)],
        edge: EdgeId,
        to: Loc,
    ) -> Option<Vec<(u32, ObserverState)>> {
        let mut next = Vec::with_capacity(observed.len());
        let mut known = observed.iter().peekable();
        for (index, observer) in self.search.observers.iter().enumerate() {
            let state = known.next_if(|(known, _)| *known == index as u32).map(|(_, state)| state);
            let moved = match observer.step(state.map_or(&[], |state| state), edge) {
                Observation::Reject => return None,
                Observation::Stay => state.cloned(),
                Observation::To(state) => Some(state),
            };
            let moved = moved.map(|state| observer.relevant(state, to)).filter(|state| !state.is_empty());
            next.extend(moved.map(|state| (index as u32, state)));
        }
        Some(next)
    }

    fn intern_observed(&mut self, observed: Vec<(u32, ObserverState)>) -> Id {
        let observed: Observed = observed.into();
        let fresh = self.observed.len() as Id;
        let id = *self.observed_ids.entry(Rc::clone(&observed)).or_insert(fresh);
        if id == fresh {
            self.observed.push(observed);
        }
        id
    }

    fn followed(&self, id: Id) -> Option<&Tracked> {
        id.checked_sub(1).map(|index| self.tracked.get(index))
    }

    fn intern(&mut self, tracked: &Tracked) -> Id {
        self.tracked.index(tracked) + 1
    }

    fn add(&mut self, state: ProductState, parent: u32, via: Option<EdgeId>) {
        if self.known.insert(state) {
            self.states.push(state);
            self.nodes.push(Node { parent, via });
        }
    }

    fn counterexample(&self, last: u32, edge: EdgeId) -> Counterexample {
        let mut found =
            Counterexample { word: vec![edge], start: None, turn: None, moves: Vec::new(), tracked: None };
        let mut states = vec![self.followed(self.states[last as usize].tracked)];
        let mut at = last as usize;
        while let Some(via) = self.nodes[at].via {
            found.word.push(via);
            at = self.nodes[at].parent as usize;
            states.push(self.followed(self.states[at].tracked));
        }
        found.word.reverse();
        states.reverse();
        found.tracked = states.last().copied().flatten().cloned();
        for (position, pair) in states.windows(2).enumerate() {
            if pair[0] != pair[1] {
                found.moves.push(position);
            }
            match (pair[0], pair[1]) {
                (None, Some(_)) => found.start = Some(position),
                (Some(before), Some(after)) if before.phase != after.phase => found.turn = Some(position),
                _ => {}
            }
        }
        if found.tracked.is_none() {
            found.start = Some(found.word.len() - 1);
        }
        found
    }
}

/// Returns the locations from which one of the edges is reachable.
pub fn can_reach(cfg: &Cfg, targets: &FixedBitSet) -> FixedBitSet {
    cfg.leading_to(targets.ones().map(|edge| cfg.edge(EdgeId(edge as u32)).from), |_| true)
}
