//! The part of a path that an update depends on: fragment and cone of influence ([PR], section 4.3).

use rustc_hash::FxHashSet;

use csieve_dataflow::automaton::{Automaton, Event, QuantityId, UpdateId};

use super::known::Scope;

/// A segment of a path with the updates on which its last update depends.
#[derive(Clone, Debug)]
pub struct Cone<'a> {
    /// The events from the first of the `updates` to the last, each with the position of its edge in the
    /// word.
    pub events: Vec<(usize, &'a Event)>,
    /// The updates of the segment on which its last update depends, ascending, the last update included.
    pub updates: Vec<UpdateId>,
    /// The update whose cone this is: the last event.
    pub last: UpdateId,
}

impl<'a> Cone<'a> {
    /// Returns the cone of the update at an index into the events of a path; `None` if the event there is no
    /// update.
    pub fn of(
        automaton: &Automaton,
        events: &[(usize, &'a Event)],
        index: usize,
        scope: Scope,
    ) -> Option<Self> {
        let Event::Update(last) = *events[index].1 else { return None };
        Some(Self::back(automaton, &events[..=index], last, |id| match scope {
            Scope::All => true,
            Scope::Atoms => automaton.update(id).restricts,
        }))
    }

    /// Returns the part of the cone that is left if only some of its updates are followed.
    #[must_use]
    pub fn narrowed(&self, automaton: &Automaton, kept: impl Fn(UpdateId) -> bool) -> Self {
        Self::back(automaton, &self.events, self.last, kept)
    }

    /// Returns the cone without the events before an index into its events.
    #[must_use]
    pub fn from(&self, automaton: &Automaton, start: usize) -> Self {
        let kept = |id: UpdateId| self.updates.binary_search(&id).is_ok();
        Self::back(automaton, &self.events[start..], self.last, kept)
    }

    /// Goes backwards from the last event. Collects the updates of quantities that the last update reads, the
    /// updates of quantities that those read, and so on. Only updates that `counts` accepts are collected.
    fn back(
        automaton: &Automaton,
        events: &[(usize, &'a Event)],
        last: UpdateId,
        counts: impl Fn(UpdateId) -> bool,
    ) -> Self {
        let index = events.len() - 1;
        let mut updates = vec![last];
        let mut first = index;
        let mut needed: FxHashSet<QuantityId> = automaton.update(last).reads.iter().copied().collect();
        for at in (0..index).rev() {
            if needed.is_empty() {
                break;
            }
            match events[at].1 {
                Event::Kill(killed) => {
                    let known = needed.iter().copied();
                    for quantity in killed.among(known, |quantity| needed.contains(&quantity)) {
                        needed.remove(&quantity);
                    }
                }
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    if needed.contains(&update.target) {
                        if !update.restricts {
                            needed.remove(&update.target);
                        }
                        if counts(*id) {
                            updates.push(*id);
                            needed.extend(update.reads.iter());
                            first = at;
                        }
                    }
                }
            }
        }
        updates.sort_unstable();
        updates.dedup();
        Self { events: events[first..=index].to_vec(), updates, last }
    }
}
