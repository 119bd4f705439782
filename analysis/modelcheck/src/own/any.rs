//! The any-reason property of a rule of a user: any two names may mean one object, unless they are addresses
//! of different variables, and an object whose name was changed may be any object.

use csieve_base::{
    own::{Automaton, Event, OwnRule, OwnRules, Source, States},
    rule::Rule,
};
use csieve_graph::{EdgeId, MarkedObject};

use crate::model::{Function, Move, Property, Tracked, may_change};

use super::{Identity, Labels, Thread, events::named, labels, property};

/// The largest number of labels of one event of which all sets are tried.
const MOST_POSSIBLE: u32 = 6;

/// The misuses of a rule of a user, whatever their cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyOwn<'r> {
    pub rules: &'r OwnRules,
    pub index: u16,
}

impl AnyOwn<'_> {
    fn rule(&self) -> &OwnRule {
        &self.rules.all()[usize::from(self.index)]
    }

    /// Returns the states that are possible after an event, and whether it may be the misuse.
    fn after(&self, thread: &Thread, found: Labels) -> (States, bool) {
        let automaton = &self.rule().automaton;
        let (mut states, mut misuse) = (thread.states, false);
        if found.certain() != 0 {
            (states, misuse) = Labels::after(automaton, thread.states, found.certain());
        }
        let possible = found.possible();
        if possible.count_ones() > MOST_POSSIBLE {
            return (States::MAX, true);
        }
        // An event may have two objects, of which one is the followed one: any of the labels may be about it.
        let mut some = possible;
        while some != 0 {
            let (more, also) = Labels::after(automaton, thread.states, found.certain() | some);
            states |= more | thread.states;
            misuse |= also;
            some = (some - 1) & possible;
        }
        (states, misuse)
    }

    fn moved(&self, function: &Function, mut thread: Thread, edge: EdgeId) -> Move {
        let mut found = labels(function, self.rule(), edge, &thread);
        let guessed = found.mine & guesses(self.rule());
        found.mine &= !guessed;
        found.unknown |= guessed;
        if matches!(thread.identity, Identity::Lost | Identity::None) {
            found.unknown |= found.others;
        }
        let (states, misuse) = self.after(&thread, found);
        thread.touched |= found.mine != 0 || found.possible() != 0;
        thread.states = states;
        if states == 0 {
            return if misuse { Move::Misuse { definite: false } } else { Move::Gone };
        }
        let mut next = if thread.touched { followed(function, thread, edge) } else { thread };
        if next.identity == Identity::Lost {
            next.states |= Automaton::FIRST;
        }
        if misuse { Move::Perhaps(next.written()) } else { Move::To(next.written()) }
    }
}

impl Property for AnyOwn<'_> {
    fn rule(&self) -> Rule {
        Rule::Own(self.index)
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        property::at_entry(function, self.rule())
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        if !self.rule().automaton.may_begin_again() {
            return None;
        }
        let events = named(function.cfg, self.rule(), edge);
        let (_, object) = events.first()?;
        let thread = match object {
            MarkedObject::Is(object) => Thread::of(function, *object, Automaton::FIRST),
            MarkedObject::Unknown => None,
            MarkedObject::None => Some(Thread::unbound(Automaton::FIRST)),
        };
        // Several objects, or one without a name: any object.
        let is_one = events.iter().all(|(_, other)| other == object);
        let thread = thread.filter(|_| is_one).unwrap_or_else(|| Thread::unbound(Automaton::FIRST).lost());
        match self.moved(function, thread, edge) {
            Move::To(next) if Thread::read(&next).states == Automaton::FIRST => None,
            next => Some(next),
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        self.moved(function, Thread::read(tracked), edge)
    }
}

/// Returns the labels of a rule whose events are guessed. They may happen, or not.
fn guesses(rule: &OwnRule) -> u64 {
    let is_guess =
        |source: &Source| matches!(source, Source::Shown(Event::Of(happening)) if happening.is_guess());
    let all = rule.labels.iter().enumerate().filter(|(_, (_, source))| is_guess(source));
    all.fold(0, |set, (index, _)| set | 1 << index)
}

/// Follows an object over an edge. An object whose name may have changed is any object.
fn followed(function: &Function, mut thread: Thread, edge: EdgeId) -> Thread {
    match thread.identity {
        Identity::Value => {
            thread.holders = thread.holders.after(function, function.cfg.edge(edge));
            if thread.holders.is_empty() { thread.lost() } else { thread }
        }
        Identity::Address => {
            let is_lost =
                thread.address().is_none_or(|address| may_change(function, address, function.cfg.edge(edge)));
            if is_lost { thread.lost() } else { thread }
        }
        Identity::None | Identity::Lost => thread,
    }
}
