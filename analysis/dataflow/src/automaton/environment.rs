//! The abstract state of one location: an interval for every quantity.

use std::rc::Rc;

use super::{Automaton, Event, QuantityId};
use csieve_domains::{equations::Silent, interval::Interval};

/// The intervals of those quantities of which more is known than their type, ascending by quantity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment(Rc<Vec<(QuantityId, Interval)>>);

impl Environment {
    /// Returns the number of quantities of which something is known.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether nothing is known of any quantity.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, quantity: QuantityId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&quantity, |(known, _)| *known)
    }

    /// Returns the interval of a quantity: the known one, or else the range of its type.
    pub fn get(&self, automaton: &Automaton, quantity: QuantityId) -> Interval {
        self.find(quantity).map_or_else(|_| automaton.range(quantity), |at| self.0[at].1)
    }

    fn set(&mut self, automaton: &Automaton, quantity: QuantityId, value: Interval) {
        let says_something = value != automaton.range(quantity);
        match self.find(quantity) {
            Ok(at) if self.0[at].1 == value => {}
            Ok(at) if says_something => Rc::make_mut(&mut self.0)[at].1 = value,
            Ok(at) => drop(Rc::make_mut(&mut self.0).remove(at)),
            Err(at) if says_something => Rc::make_mut(&mut self.0).insert(at, (quantity, value)),
            Err(_) => {}
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
                    for quantity in killed {
                        next.set(automaton, *quantity, automaton.range(*quantity));
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
        if Rc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        let mut all = Vec::with_capacity(self.0.len().min(other.0.len()));
        let mut others = other.0.iter().peekable();
        for (quantity, value) in self.0.iter() {
            while others.next_if(|(known, _)| known < quantity).is_some() {}
            let Some((_, known)) = others.next_if(|(known, _)| known == quantity) else { continue };
            let value = value.hull(*known);
            if value != automaton.range(*quantity) {
                all.push((*quantity, value));
            }
        }
        Self(Rc::new(all))
    }

    /// Returns the widening of this state by a larger one. A bound that moved becomes the bound of the
    /// quantity's range.
    #[must_use]
    pub fn widened(&self, grown: &Self, automaton: &Automaton) -> Self {
        let mut all = Vec::with_capacity(self.0.len());
        for (quantity, before) in self.0.iter() {
            let range = automaton.range(*quantity);
            let after = grown.get(automaton, *quantity);
            let bounds = (before.bounds(), after.bounds(), range.bounds());
            let (Some(before), Some(after), Some(all_values)) = bounds else { continue };
            let low = if after.0 < before.0 { all_values.0 } else { after.0 };
            let high = if after.1 > before.1 { all_values.1 } else { after.1 };
            let value = Interval::new(low, high);
            if value != range {
                all.push((*quantity, value));
            }
        }
        Self(Rc::new(all))
    }
}
