//! The abstract state of one location: an interval for every quantity.

use imbl::{GenericOrdMap, ordmap::DiffItem, shared_ptr::RcK};

use smallvec::SmallVec;

use super::{Automaton, Event, Killed, QuantityId};
use csieve_domains::{equations::Silent, interval::Interval};

/// The intervals of those quantities of which more is known than their type. States that follow each other share
/// what they have in common, so that a change and a join cost about as much as the difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment(GenericOrdMap<QuantityId, Interval, RcK>);

impl Environment {
    /// Returns the number of quantities of which something is known.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether nothing is known of any quantity.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the interval of a quantity: the known one, or else the range of its type.
    pub fn get(&self, automaton: &Automaton, quantity: QuantityId) -> Interval {
        self.0.get(&quantity).copied().unwrap_or_else(|| automaton.range(quantity))
    }

    fn set(&mut self, automaton: &Automaton, quantity: QuantityId, value: Interval) {
        let says_something = value != automaton.range(quantity);
        match self.0.get(&quantity) {
            Some(known) if *known == value => {}
            Some(_) if !says_something => drop(self.0.remove(&quantity)),
            None if !says_something => {}
            _ => drop(self.0.insert(quantity, value)),
        }
    }

    /// Meets the interval of a quantity with `to`. Changes nothing if the two have no value in common.
    pub fn restrict(&mut self, automaton: &Automaton, quantity: QuantityId, to: Interval) {
        let known = self.get(automaton, quantity).meet(to);
        if !known.is_empty() {
            self.set(automaton, quantity, known);
        }
    }

    /// Changes the abstract state to the one after the events of an edge. Returns `false` if an update leaves no value,
    /// so that no run takes the edge; the state says nothing then.
    pub fn take(&mut self, automaton: &Automaton, events: &[Event]) -> bool {
        for event in events {
            match event {
                Event::Kill(killed) => self.forget(killed),
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    let read = |quantity: QuantityId| self.get(automaton, quantity);
                    let value = update.program.evaluate(&read, &mut Silent);
                    if value.is_empty() {
                        return false;
                    }
                    self.set(automaton, update.target, value);
                }
            }
        }
        true
    }

    /// Returns the abstract state after the events of an edge; `None` if no run takes the edge.
    pub fn after(mut self, automaton: &Automaton, events: &[Event]) -> Option<Self> {
        self.take(automaton, events).then_some(self)
    }

    fn forget(&mut self, killed: &Killed) {
        if self.0.is_empty() {
            return;
        }
        for quantity in killed.among(self.0.keys().copied(), |quantity| self.0.contains_key(&quantity)) {
            self.0.remove(&quantity);
        }
    }

    /// Joins another abstract state into this one: every quantity gets the smallest interval that holds both of its
    /// intervals. With `widen`, a bound that moves becomes the bound of the quantity's range. Returns whether anything
    /// changed.
    pub fn join(&mut self, other: &Self, automaton: &Automaton, widen: bool) -> bool {
        if self.0.ptr_eq(&other.0) {
            return false;
        }
        let mut changes: SmallVec<[(QuantityId, Interval); 8]> = SmallVec::new();
        for item in self.0.diff(&other.0) {
            match item {
                DiffItem::Add(..) => {}
                DiffItem::Update { old: (quantity, before), new: (_, other) } => {
                    let joined = before.hull(*other);
                    if joined != *before {
                        let range = automaton.range(*quantity);
                        changes
                            .push((*quantity, if widen { widened(*before, joined, range) } else { joined }));
                    }
                }
                DiffItem::Remove(quantity, _) => changes.push((*quantity, automaton.range(*quantity))),
            }
        }
        for (quantity, value) in &changes {
            self.set(automaton, *quantity, *value);
        }
        !changes.is_empty()
    }
}

/// Returns the interval that a quantity gets when it grows: a bound that moved becomes the bound of the range.
fn widened(before: Interval, grown: Interval, range: Interval) -> Interval {
    match (before.bounds(), grown.bounds(), range.bounds()) {
        (Some(before), Some(grown), Some(range)) => {
            let low = if grown.0 < before.0 { range.0 } else { grown.0 };
            let high = if grown.1 > before.1 { range.1 } else { grown.1 };
            Interval::new(low, high)
        }
        _ => range,
    }
}
