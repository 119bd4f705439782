//! The observer of an interval conflict.
//!
//! A state says which of the conflict's intervals its quantities are known to lie in. The observer applies
//! the conflict's updates to these intervals, widens each result to the smallest interval of the conflict
//! that holds it, and rejects where a result is empty. A write that is not part of the conflict makes the
//! quantity unknown. A condition that is not part of it changes nothing, because it writes nothing.
//!
//! So a state never claims more than what holds of every run along the word, and the observer never has to
//! forget its whole state. The observer of [PR] (definition 4) follows pairs of variable and location
//! instead. Implemented literally, it can keep a stale pair and accept feasible words as instances of the
//! conflict.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use csieve_base::{
    budget::Steps,
    fixpoint::{Limits, NEVER, Order, Plan, Stop, Transfer, solve},
};
use csieve_dataflow::automaton::{Automaton, Event, QuantityId, Update, UpdateId};
use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{Cfg, EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

use super::{CounterexamplePath, IntervalConflict};

/// One effect of an edge on the observed quantities. A slot is an index into [`FactsObserver::quantities`].
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// The edge has this update of the conflict, which gives the slot a new interval.
    Run(UpdateId, usize),
    /// Nothing is known of the slot after the edge.
    Forget(usize),
}

/// An observer whose states are facts about quantities.
pub struct FactsObserver<'a> {
    automaton: &'a Automaton,
    /// The observed quantities, ascending.
    quantities: Vec<QuantityId>,
    /// For every slot the intervals that a state can name, closed under meet, smallest first.
    facts: Vec<Vec<Interval>>,
    effects: FxHashMap<EdgeId, Vec<Effect>>,
    /// For every location a bit for each slot that is live there. Slots from 63 on share bit 63.
    live: Vec<u64>,
}

impl<'a> FactsObserver<'a> {
    /// Returns the observer of a conflict.
    pub fn new(path: &CounterexamplePath<'a, '_>, conflict: &IntervalConflict) -> Self {
        let automaton = path.automaton;
        let mut quantities: Vec<QuantityId> =
            conflict.updates.iter().map(|id| automaton.update(*id).target).collect();
        quantities.sort_unstable();
        quantities.dedup();
        let mut facts = vec![Vec::new(); quantities.len()];
        for (equation, value) in conflict.equations.iter().zip(&conflict.values) {
            let target = automaton.update(equation.update).target;
            if let Ok(slot) = quantities.binary_search(&target) {
                facts[slot].push(*value);
            }
        }
        let facts =
            facts.into_iter().zip(&quantities).map(|(own, q)| closed(own, automaton.range(*q))).collect();
        let mut observer =
            Self { automaton, quantities, facts, effects: FxHashMap::default(), live: Vec::new() };
        for edge in path.function.cfg.edge_ids() {
            let effects = observer.effects_of(edge, &conflict.updates);
            if !effects.is_empty() {
                observer.effects.insert(edge, effects);
            }
        }
        observer.live = observer.live_slots(path.function.cfg);
        observer
    }

    fn effects_of(&self, edge: EdgeId, updates: &[UpdateId]) -> Vec<Effect> {
        let mut effects = Vec::new();
        for event in &self.automaton.events[edge.index()] {
            match event {
                Event::Kill(killed) => {
                    let slots =
                        (0..self.quantities.len()).filter(|slot| killed.contains(self.quantities[*slot]));
                    effects.extend(slots.map(Effect::Forget));
                }
                Event::Update(id) => {
                    let update = self.automaton.update(*id);
                    let Some(slot) = self.slot(update.target) else { continue };
                    if updates.binary_search(id).is_ok() {
                        effects.push(Effect::Run(*id, slot));
                    } else if !update.restricts {
                        effects.push(Effect::Forget(slot));
                    }
                }
            }
        }
        effects
    }

    fn slot(&self, quantity: QuantityId) -> Option<usize> {
        self.quantities.binary_search(&quantity).ok()
    }

    fn run(&self, update: &Update, state: &[u32]) -> Interval {
        let read = |quantity: QuantityId| {
            let fact = self.slot(quantity).and_then(|slot| {
                let fact = state.get(slot).copied().unwrap_or(0);
                fact.checked_sub(1).map(|fact| self.facts[slot][fact as usize])
            });
            fact.unwrap_or_else(|| self.automaton.range(quantity))
        };
        update.program.evaluate(&read, &mut Silent)
    }

    /// Returns the number of the smallest fact that contains a value, counted from 1; 0 if no fact contains
    /// it.
    fn fact(&self, slot: usize, value: Interval) -> u32 {
        self.facts[slot].iter().position(|fact| value.is_subset(*fact)).map_or(0, |at| at as u32 + 1)
    }

    /// Returns the live slots of every location. A slot is live if its value can reach an update that can be
    /// empty, directly or through other updates, before it is written.
    fn live_slots(&self, cfg: &Cfg) -> Vec<u64> {
        let back = cfg.flow().reversed();
        let order = Order::weak(&back, 0..back.node_count());
        let plan = Plan { delay: NEVER, narrowing: 0 };
        // The set of live slots of a location only grows, so the iteration ends without a budget.
        let mut steps = Steps::new(u32::MAX);
        let (mut live, limits) = (Live(self), &mut Limits::of(&mut steps));
        solve((&back, &order), plan, &mut live, order.nodes(), limits)
            .unwrap_or_else(|_| vec![u64::MAX; back.node_count()])
    }

    fn live_before(&self, edge: EdgeId, mut live: u64) -> u64 {
        for effect in self.effects.get(&edge).into_iter().flatten().rev() {
            match *effect {
                Effect::Forget(slot) => live &= !bit(slot),
                Effect::Run(id, slot) => {
                    let update = self.automaton.update(id);
                    let matters = live & bit(slot) != 0 || update.can_be_empty;
                    if !update.restricts {
                        live &= !bit(slot);
                    }
                    if matters {
                        let reads = update.reads.iter().filter_map(|read| self.slot(*read));
                        live |= reads.fold(0, |bits, slot| bits | bit(slot));
                    }
                }
            }
        }
        live
    }
}

/// The backward analysis of live slots. A state has one bit for each slot.
struct Live<'o, 'a>(&'o FactsObserver<'a>);

impl Transfer for Live<'_, '_> {
    type State = u64;
    type Change = u64;

    fn start(&self, _: usize) -> u64 {
        0
    }

    fn along(&mut self, edge: usize, behind: &u64, _: &mut Limits) -> Result<Option<u64>, Stop> {
        Ok(Some(self.0.live_before(EdgeId(edge as u32), *behind)))
    }

    fn join(&mut self, _: usize, known: &mut u64, comes: u64) -> Result<bool, Stop> {
        let before = std::mem::replace(known, *known | comes);
        Ok(*known != before)
    }
}

/// Returns the bit of a slot. All slots from 63 on share bit 63.
fn bit(slot: usize) -> u64 {
    1 << slot.min(63)
}

impl Observer for FactsObserver<'_> {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let Some(effects) = self.effects.get(&edge) else { return Observation::Stay };
        let mut next: Vec<u32> =
            if state.is_empty() { vec![0; self.quantities.len()] } else { state.to_vec() };
        for effect in effects {
            match *effect {
                Effect::Forget(slot) => next[slot] = 0,
                Effect::Run(id, slot) => {
                    let value = self.run(self.automaton.update(id), &next);
                    if value.is_empty() {
                        return Observation::Reject;
                    }
                    next[slot] = self.fact(slot, value);
                }
            }
        }
        Observation::To(normal(next))
    }

    fn relevant(&self, state: ObserverState, at: Loc) -> ObserverState {
        let live = self.live[at.index()];
        let kept = state.iter().enumerate().map(|(slot, fact)| if live & bit(slot) == 0 { 0 } else { *fact });
        normal(kept.collect())
    }

    fn facts(&self, state: &[u32]) -> Vec<(QuantityId, Interval)> {
        let known = self.quantities.iter().enumerate().zip(state).filter(|(_, fact)| **fact > 0);
        known.map(|((slot, quantity), fact)| (*quantity, self.facts[slot][*fact as usize - 1])).collect()
    }
}

/// Returns the canonical form of a state: a state without facts is the empty initial state.
fn normal(state: Vec<u32>) -> ObserverState {
    if state.iter().all(|fact| *fact == 0) { Box::new([]) } else { state.into() }
}

/// Returns the intervals with all their meets, smallest first. Empty intervals and those that contain the
/// whole range are left out.
///
/// A meet of several intervals takes its low bound from one of them and its high bound from another, so it is
/// the meet of these two. Of the intervals with one low bound, the longest gives all that the others give, and
/// likewise for high bounds.
fn closed(mut facts: Vec<Interval>, range: Interval) -> Vec<Interval> {
    facts.retain(|fact| !fact.is_empty() && !range.is_subset(*fact));
    let (mut highest, mut lowest) = (BTreeMap::new(), BTreeMap::new());
    for (low, high) in facts.iter().filter_map(|fact| fact.bounds()) {
        highest.entry(low).and_modify(|most: &mut i128| *most = high.max(*most)).or_insert(high);
        lowest.entry(high).and_modify(|least: &mut i128| *least = low.min(*least)).or_insert(low);
    }
    let mut all = Vec::new();
    for (low, most) in &highest {
        let highs = lowest.range(low..=most).filter(|(_, least)| *least <= low);
        all.extend(highs.map(|(high, _)| Interval::new(*low, *high)));
    }
    all.sort_by_key(|fact| fact.bounds().map(|(low, high)| (high.saturating_sub(low), low)));
    all
}
