//! The intervals of quantities along one path. Each occurrence of an update is evaluated by itself, so
//! nothing is joined.

use rustc_hash::FxHashMap;

use csieve_dataflow::automaton::{Automaton, Event, Killed, QuantityId, Update, UpdateId};
use csieve_domains::{equations::Silent, interval::Interval};

/// The updates that a refuter takes into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Only conditions. Each is evaluated with what earlier conditions say of the same quantity.
    Atoms,
    /// All updates, assignments as well as conditions.
    All,
}

/// The intervals of quantities at one position of a path. A quantity without an entry may have any value of
/// its range.
#[derive(Clone, Debug, Default)]
pub struct PathIntervals {
    values: FxHashMap<QuantityId, Interval>,
}

/// A change that an event makes.
enum Change<'a> {
    /// The quantity gets this interval.
    Gives(QuantityId, Interval),
    /// Nothing is known of the quantities any more.
    Forgets(&'a Killed),
}

impl FromIterator<(QuantityId, Interval)> for PathIntervals {
    fn from_iter<T: IntoIterator<Item = (QuantityId, Interval)>>(values: T) -> Self {
        Self { values: values.into_iter().collect() }
    }
}

impl PathIntervals {
    /// Returns the interval of a quantity.
    pub fn get(&self, automaton: &Automaton, quantity: QuantityId) -> Interval {
        self.values.get(&quantity).copied().unwrap_or_else(|| automaton.range(quantity))
    }

    /// Applies an event. Returns whether the event is impossible after the events before it. If it is
    /// impossible, the quantity that it updates gets the interval that the event alone allows.
    pub fn apply(&mut self, automaton: &Automaton, event: &Event, scope: Scope) -> bool {
        match event {
            Event::Kill(killed) => {
                self.forget(killed);
                false
            }
            Event::Update(id) => self.update(automaton, automaton.update(*id), scope),
        }
    }

    /// Returns whether a sequence of events is possible if it starts from these intervals. The intervals stay
    /// as they are.
    pub fn allows(&self, automaton: &Automaton, events: &[Event]) -> bool {
        // The changes that the events make, in order. They are few, so searching them is cheaper than copying
        // the map.
        let mut changes: Vec<Change> = Vec::new();
        for event in events {
            match event {
                Event::Kill(killed) => changes.push(Change::Forgets(killed)),
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    let read = |quantity: QuantityId| {
                        let last = changes.iter().rev().find_map(|change| match change {
                            Change::Gives(known, value) => (*known == quantity).then_some(*value),
                            Change::Forgets(killed) => {
                                killed.contains(quantity).then(|| automaton.range(quantity))
                            }
                        });
                        last.unwrap_or_else(|| self.get(automaton, quantity))
                    };
                    let value = update.program.evaluate(&read, &mut Silent);
                    if value.is_empty() {
                        return false;
                    }
                    changes.push(Change::Gives(update.target, value));
                }
            }
        }
        true
    }

    /// Evaluates the updates in `kept`, which is ascending, and returns what the last gives, empty or not; `None`
    /// if there is no update among the events. A quantity that any other update assigns may have any value
    /// afterwards; any other condition is ignored.
    pub fn last_value(
        mut self,
        automaton: &Automaton,
        events: &[(usize, &Event)],
        kept: &[UpdateId],
    ) -> Option<Interval> {
        let mut last = None;
        for (_, event) in events {
            match event {
                Event::Kill(killed) => self.forget(killed),
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    if kept.binary_search(id).is_ok() {
                        let read = |quantity: QuantityId| self.get(automaton, quantity);
                        let value = update.program.evaluate(&read, &mut Silent);
                        self.values.insert(update.target, value);
                        last = Some(value);
                    } else if !update.restricts {
                        self.values.remove(&update.target);
                    }
                }
            }
        }
        last
    }

    fn forget(&mut self, killed: &Killed) {
        let known = self.values.keys().copied();
        for quantity in killed.among(known, |quantity| self.values.contains_key(&quantity)) {
            self.values.remove(&quantity);
        }
    }

    fn update(&mut self, automaton: &Automaton, update: &Update, scope: Scope) -> bool {
        if scope == Scope::Atoms && !update.restricts {
            self.values.remove(&update.target);
            return false;
        }
        let read = |quantity: QuantityId| match scope {
            Scope::Atoms if quantity != update.target => automaton.range(quantity),
            Scope::Atoms | Scope::All => self.get(automaton, quantity),
        };
        let value = update.program.evaluate(&read, &mut Silent);
        if !value.is_empty() {
            self.values.insert(update.target, value);
            return false;
        }
        let alone = update.program.evaluate(&|quantity| automaton.range(quantity), &mut Silent);
        if alone.is_empty() {
            self.values.remove(&update.target);
        } else {
            self.values.insert(update.target, alone);
        }
        true
    }
}
