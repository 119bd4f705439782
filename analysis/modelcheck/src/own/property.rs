//! The automaton of a rule as a property: it names a cause for each misuse that it finds.

use csieve_base::own::{Automaton, Event, HandedOn, Happening, OwnRule, OwnRules, Source, States};
use csieve_graph::{Action, EdgeId, MarkedObject};

use crate::{
    checks::{ends_owner, with_result},
    model::{Function, Holder, Holders, Move, Tracked, holder, is_changed, is_written},
};

use super::{
    Identity, Labels, Thread,
    events::{labels, named},
    handed::is_handed_on,
    starts,
};

/// Returns the threads with which a rule begins at the entry of a function.
pub(super) fn at_entry(function: &Function, rule: &OwnRule) -> Vec<Tracked> {
    if rule.automaton.may_begin_again() {
        return Vec::new();
    }
    let mut threads: Vec<Tracked> = Vec::new();
    let mut is_any = false;
    for edge in function.cfg.edge_ids() {
        for (label, object) in named(function.cfg, rule, edge) {
            is_any |= !matches!(rule.labels[label].1, Source::Shown(Event::Return));
            let MarkedObject::Is(object) = object else { continue };
            let thread = Thread::of(function, object, Automaton::FIRST);
            let thread = thread.filter(|thread| starts::has_all(function, rule, thread)).map(Thread::written);
            if let Some(thread) = thread.filter(|thread| !threads.contains(thread)) {
                threads.push(thread);
            }
        }
    }
    if threads.is_empty() && is_any && rule.only_with.is_empty() {
        threads.push(Thread::unbound(Automaton::FIRST).written());
    }
    threads
}

/// Returns the move by which a rule begins to follow the object of an event. `None` if it does not begin
/// there.
pub(super) fn start(function: &Function, rule: &OwnRule, edge: EdgeId) -> Option<Move> {
    if !rule.automaton.may_begin_again() {
        return None;
    }
    let events = named(function.cfg, rule, edge);
    if events.is_empty() {
        return None;
    }
    let objects = events.iter().filter_map(|(_, object)| match object {
        MarkedObject::Is(object) => Thread::of(function, *object, Automaton::FIRST),
        _ => None,
    });
    let threads = objects.chain(std::iter::once(Thread::unbound(Automaton::FIRST)));
    threads.filter_map(|thread| Some((begun(function, rule, edge, thread.clone())?, thread))).find_map(
        |(begun, thread)| {
            let is_own = starts::is_for_itself(function, rule, edge, &thread)
                && starts::has_all_behind(function, rule, &thread);
            is_own.then_some(begun)
        },
    )
}

/// Returns the move of a thread at its first event. `None` if the event does not leave the first state.
pub(super) fn begun(function: &Function, rule: &OwnRule, edge: EdgeId, mut thread: Thread) -> Option<Move> {
    let found = labels(function, rule, edge, &thread);
    let (states, misuse) = Labels::after(&rule.automaton, thread.states, found.certain());
    if misuse {
        return Some(Move::Misuse { definite: false });
    }
    (states != Automaton::FIRST && states != 0).then(|| {
        thread.touched = found.mine != 0;
        thread.states = states;
        Move::To(thread.written())
    })
}

/// Returns the move of a rule on an edge.
pub(super) fn step(
    function: &Function,
    (rules, rule): (&OwnRules, &OwnRule),
    tracked: &Tracked,
    edge: EdgeId,
) -> Move {
    let mut thread = Thread::read(tracked);
    if thread.touched
        && rule.handed_on == HandedOn::Leaves
        && is_handed_on(function, (rules, rule), edge, &thread)
    {
        return Move::Gone;
    }
    if thread.identity == Identity::None {
        bind(function, rule, edge, &mut thread);
    }
    let found = labels(function, rule, edge, &thread);
    if thread.touched && found.unknown != 0 {
        return Move::Gone;
    }
    if found.certain() != 0 {
        let (states, misuse) = Labels::after(&rule.automaton, thread.states, found.certain());
        if misuse {
            return Move::Misuse { definite: false };
        }
        thread.touched |= found.mine != 0 && states != thread.states;
        thread.states = states;
    }
    if thread.states == 0 {
        return Move::Gone;
    }
    if thread.touched {
        return followed(function, rule, thread, edge);
    }
    if thread.identity == Identity::Value {
        thread.holders = at_first(function, &thread.holders, edge);
    }
    Move::To(thread.written())
}

/// Returns the places of an object that no event was about yet: what the places hold at its first event. A
/// place that gets another value stands for the new object from then on, if no other place is left.
fn at_first(function: &Function, holders: &Holders, edge: EdgeId) -> Holders {
    let edge = function.cfg.edge(edge);
    let next = holders.after(function, edge);
    if !next.is_empty() {
        return next;
    }
    let Some(place) = holders.exact().first() else { return next };
    let value = match edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => holder(function, value),
        _ => None,
    };
    let source = value.filter(|source| source != place && !is_written(function, edge, *source));
    let mut places: Vec<Holder> = source.into_iter().chain([*place]).collect();
    places.sort_unstable();
    Holders::from_parts(places, Vec::new())
}

/// Binds a thread without an object to the object of an event that changes its state.
fn bind(function: &Function, rule: &OwnRule, edge: EdgeId, thread: &mut Thread) {
    for (_, object) in named(function.cfg, rule, edge) {
        let MarkedObject::Is(object) = object else { continue };
        let Some(bound) = Thread::of(function, object, thread.states) else { continue };
        let found = labels(function, rule, edge, &bound);
        let (states, misuse) = Labels::after(&rule.automaton, bound.states, found.certain());
        if misuse || states != bound.states {
            *thread = bound;
            return;
        }
    }
}

/// Follows the object over an edge.
fn followed(function: &Function, rule: &OwnRule, mut thread: Thread, edge: EdgeId) -> Move {
    match thread.identity {
        Identity::Value => {
            thread.holders = thread.holders.after(function, function.cfg.edge(edge));
            if thread.holders.is_empty() {
                return lost(rule, thread.states);
            }
        }
        Identity::Address => {
            let at = function.cfg.edge(edge);
            let ends = |address| is_changed(function, address, at) || ends_owner(function, address, at);
            if thread.address().is_none_or(ends) {
                return Move::Gone;
            }
            return with_result(function, &thread.written(), at).map_or(Move::Gone, Move::To);
        }
        Identity::None | Identity::Lost => {}
    }
    Move::To(thread.written())
}

/// Returns the move at the edge on which the last place that held the object gets another value.
fn lost(rule: &OwnRule, states: States) -> Move {
    let is_loss = |label: usize| rule.labels[label].1 == Source::Shown(Event::Of(Happening::Lost));
    let (_, misuse) = rule.automaton.after(states, &is_loss);
    if misuse { Move::Misuse { definite: false } } else { Move::Gone }
}
