//! Whether the program may make a run that reaches a misuse: who chooses what the run needs ([docs/evidence.md]).
//!
//! What comes from outside of the program can always happen: an allocation that fails, the contents of a file. An argument
//! is what some caller passes, an object holds what some function stored, and a function that no checked file defines
//! returns what its author made it return. A run needs such an input if it does not reach the misuse with another value.
//! Then the function itself must give a reason to expect the value: it asks for it.
//!
//! [docs/evidence.md]: https://github.com/csieve/csieve/blob/main/docs/evidence.md

mod asked;
mod begun;
mod entered;
mod others;

pub(super) use begun::begun;
pub(crate) use entered::asks_for_its_object;

use std::collections::BTreeSet;

use csieve_graph::Cfg;
use csieve_machine::{
    Chosen, Graphs, InputObject, Source,
    concolic::{Asked, Assignment, Explorer, Trace},
};
use csieve_reports::finding::Evidence as Level;

use self::{
    asked::tests,
    begun::{first, object},
    entered::{Entered, compares_addresses},
    others::{Tried, others},
};
use super::UnitGraphs;

/// Who decides which value an input has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chooser {
    /// The world outside of the program: the system, the user, the peer. It may choose any value.
    Environment,
    /// The callers of the function in which the run begins.
    Caller,
    /// The functions of the program that store into objects with static storage.
    State,
    /// A function that no checked file defines and no table describes.
    UnknownCode,
}

/// What a run needs that the program may never give it. Numbers are places in the list of the run's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// One value of an argument, or of memory behind one, that the function does not ask for.
    Caller(usize),
    /// One value of what an unknown function returns or writes, that nobody asks for.
    Code(usize),
    /// Values of parts of two objects with static storage that they do not have when the program starts. Each may be stored, but
    /// perhaps never with the other.
    State(usize, usize),
}

/// A run that reaches the misuse of a finding.
pub(super) struct Evidence<'e> {
    pub graphs: &'e UnitGraphs<'e>,
    /// The graph of the function in which the run begins.
    pub cfg: &'e Cfg,
    /// Returns whether another run reaches the misuse, too.
    pub accepts: &'e dyn Fn(&Trace) -> bool,
    pub trace: &'e Trace,
    /// The inputs of the run.
    pub assignment: &'e Assignment,
    /// The largest number of steps of another run.
    pub run_steps: u32,
}

impl Evidence<'_> {
    /// Returns who chooses what the run needs, or what it needs that the program may never give it.
    ///
    /// # Errors
    /// What the program may never give it.
    pub(super) fn judged(&self, explorer: &mut Explorer) -> Result<Level, Needed> {
        let passed = passed(&self.trace.asked);
        let entered = Entered::of(self.graphs, &self.cfg.function);
        let tests = tests(self.cfg, self.trace);
        let asked_for = explorer.asked_for(tests.iter().map(|test| test.decision));
        let is_for_an_object = entered == Entered::Pointer && compares_addresses(self.graphs, self.trace);
        let mut tried = Tried { evidence: self, explorer, runs: 0 };
        let (mut level, mut state) = (Level::Environment, None);
        for (at, asked) in self.trace.asked.iter().enumerate() {
            let chooser = self.chooser(asked, &passed);
            if chooser == Chooser::Environment {
                continue;
            }
            let is_asked = asked_for.contains(&asked.source);
            if is_asked {
                level = Level::Contract;
            }
            // What an unknown function returns may exclude what it writes.
            let result = result_of(&asked.source).filter(|_| is_asked && chooser == Chooser::UnknownCode);
            if result.is_some_and(|result| asked_for.contains(&result)) {
                return Err(Needed::Code(at));
            }
            // What is called through a pointer may be told which thing it is called for.
            let is_chosen = chooser == Chooser::Caller
                && entered == Entered::Pointer
                && (is_for_an_object
                    || tests.iter().any(|test| tried.explorer.asks_for_one(test.decision, asked)));
            if !is_chosen && !self.is_needed(&mut tried, chooser, asked) {
                continue;
            }
            // The function asks for the value, and so expects it.
            let is_expected = match (chooser, entered) {
                (Chooser::State, _) | (Chooser::Caller, Entered::Pointer) => false,
                // How many rounds a loop makes, the calls that are seen may exclude.
                (Chooser::Caller, Entered::Program) => tests
                    .iter()
                    .filter(|test| !test.ends_loop)
                    .any(|test| tried.explorer.asks_for_equality(test.decision, asked)),
                _ => is_asked,
            };
            level = Level::Contract;
            match (chooser, state) {
                _ if is_expected => {}
                (Chooser::State, Some(other)) if object(asked) != object(&self.trace.asked[other]) => {
                    return Err(Needed::State(other, at));
                }
                (Chooser::State, _) => state = Some(at),
                (Chooser::UnknownCode, _) => return Err(Needed::Code(at)),
                _ => return Err(Needed::Caller(at)),
            }
        }
        Ok(level)
    }

    /// Returns whether the run does not reach the misuse with other values of an input.
    fn is_needed(&self, tried: &mut Tried, chooser: Chooser, asked: &Asked) -> bool {
        if chooser == Chooser::State {
            return first(self.graphs, asked).is_some_and(|first| !tried.also(asked, Some(first)));
        }
        let others = others(asked, self.assignment);
        !others.is_empty() && !others.into_iter().any(|other| tried.also(asked, other))
    }

    /// Returns who chooses an input. `passed` are the objects to which parameters lead.
    fn chooser(&self, asked: &Asked, passed: &BTreeSet<&InputObject>) -> Chooser {
        match &asked.source {
            Source::Param(index) if self.graphs.passed_values(&self.cfg.function, *index).is_none() => {
                Chooser::Caller
            }
            Source::Memory { object, .. } if passed.contains(object) => Chooser::Caller,
            source if source.is_errno() => Chooser::Environment,
            Source::Global(_) | Source::Memory { object: InputObject::Global(_), .. } => Chooser::State,
            Source::Result { function, .. } | Source::Written { function, .. } => {
                let is_told = self.graphs.library().function(function).is_some()
                    || self.graphs.declaring(function).is_some_and(|context| context.is_input(function));
                if is_told { Chooser::Environment } else { Chooser::UnknownCode }
            }
            _ => Chooser::Environment,
        }
    }
}

/// Returns the result of the call that writes an input.
fn result_of(written: &Source) -> Option<Source> {
    let Source::Written { function, call, .. } = written else { return None };
    Some(Source::Result { function: function.clone(), call: *call })
}

/// Returns the evidence of a run of a function that asks for these inputs, if all of them matter.
pub(crate) fn rests_on<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Level {
    let is_chosen =
        |source: &&Source| matches!(source, Source::Param(_) | Source::Global(_) | Source::Memory { .. });
    if sources.into_iter().any(|source| is_chosen(&source)) { Level::Contract } else { Level::Environment }
}

/// Returns the objects to which parameters lead, directly or through other such objects.
fn passed(asked: &[Asked]) -> BTreeSet<&InputObject> {
    let mut passed = BTreeSet::new();
    // A run asks for a pointer before it asks for what is behind it.
    for Asked { source, chosen, .. } in asked {
        let is_passed = match source {
            Source::Param(_) => true,
            Source::Memory { object, .. } => passed.contains(object),
            _ => false,
        };
        if let (true, Chosen::Object { object, .. }) = (is_passed, chosen) {
            passed.insert(object);
        }
    }
    passed
}
