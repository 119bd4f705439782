//! The abstract state of one location: an interval for every quantity.

use imbl::{GenericOrdMap, ordmap::DiffItem, shared_ptr::RcK};

use super::{Automaton, Event, QuantityId};
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

    /// Returns the abstract state after the events of an edge. None if an update leaves no value, so that no
    /// run takes the edge.
    pub fn after(&self, automaton: &Automaton, events: &[Event]) -> Option<Self> {
        let mut next = self.clone();
        for event in events {
            match event {
                Event::Kill(killed) => {
                    let known = next.0.keys().copied();
                    for quantity in killed.among(known, |quantity| next.0.contains_key(&quantity)) {
                        next.0.remove(&quantity);
                    }
                }
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    let read = |quantity: QuantityId| next.get(automaton, quantity);
                    let value = update.program.evaluate(&read, &mut Silent);
                    if value.is_empty() {
                        return None;
                    }
                    next.set(automaton, update.target, value);
                }
            }
        }
        Some(next)
    }

    /// Returns the join of two abstract states: for every quantity the smallest interval that holds both of
    /// its intervals.
    #[must_use]
    pub fn join(&self, other: &Self, automaton: &Automaton) -> Self {
        let mut joined = self.clone();
        if self.0.ptr_eq(&other.0) {
            return joined;
        }
        for item in self.0.diff(&other.0) {
            match item {
                DiffItem::Add(..) => {}
                DiffItem::Update { old: (quantity, one), new: (_, other) } => {
                    joined.set(automaton, *quantity, one.hull(*other));
                }
                DiffItem::Remove(quantity, _) => drop(joined.0.remove(quantity)),
            }
        }
        joined
    }

    /// Returns the widening of this state by a larger one. A bound that moved becomes the bound of the
    /// quantity's range.
    #[must_use]
    pub fn widened(&self, grown: &Self, automaton: &Automaton) -> Self {
        let mut widened = self.clone();
        for item in self.0.diff(&grown.0) {
            let (quantity, before) = match item {
                DiffItem::Add(..) => continue,
                DiffItem::Update { old, .. } => old,
                DiffItem::Remove(quantity, before) => (quantity, before),
            };
            let range = automaton.range(*quantity);
            let after = grown.get(automaton, *quantity);
            let value = match (before.bounds(), after.bounds(), range.bounds()) {
                (Some(before), Some(after), Some(all_values)) => {
                    let low = if after.0 < before.0 { all_values.0 } else { after.0 };
                    let high = if after.1 > before.1 { all_values.1 } else { after.1 };
                    Interval::new(low, high)
                }
                _ => range,
            };
            widened.set(automaton, *quantity, value);
        }
        widened
    }
}
