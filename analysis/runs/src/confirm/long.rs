//! Long runs: a search for inputs lets some of its runs go on. A loop with many rounds then reaches what is
//! behind it. Where the run asks for more inputs, functions give the last answer again.

use std::{
    cell::{Cell, OnceCell},
    collections::BTreeMap,
};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_machine::{
    Chosen, End, Graphs, Run, Source,
    concolic::{Asked, Assignment, Trace},
};

use super::replay::long;

/// A run that takes many steps.
#[derive(Clone, Debug)]
pub struct LongRun {
    /// The end of the run, and its misuses.
    pub run: Run,
    /// The inputs of the run, with entries for later calls.
    pub asked: Vec<Asked>,
}

/// The long runs of a function: one on default inputs, which is made when it is first needed and serves all
/// findings, and others that go on like a run of the search.
#[derive(Default)]
pub(super) struct LongRuns {
    usual: OnceCell<Option<LongRun>>,
    /// The number of steps that runs on chosen inputs took so far. All of them together have as many as the one
    /// on default inputs.
    taken: Cell<u32>,
}

impl LongRuns {
    /// Returns the run on default inputs if it was made.
    pub(super) fn usual(&self) -> Option<&LongRun> {
        self.usual.get()?.as_ref()
    }

    /// Returns the run that begins like `first` and goes on. `None` if `first` came to its end and answers that
    /// stay the same change nothing, if the long run asks for an input that `first` does not have, or if
    /// there were enough runs.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub(super) fn of(
        &self,
        graphs: &dyn Graphs,
        function: &str,
        (first, assignment): (&Trace, &Assignment),
        options: &Options,
        cancel: &dyn Cancel,
    ) -> Result<Option<LongRun>, Cancelled> {
        let inputs = going_on(first, assignment);
        if first.run.end != End::Steps && !inputs.iter().any(|asked| is_answer(&asked.source)) {
            return Ok(None);
        }
        let most = options.search.long_run_steps;
        let make = |steps| {
            let made = long(graphs, function, &inputs, options.wrapv, steps, cancel);
            made.map(|(run, asked)| LongRun { run, asked })
        };
        let run = if assignment.is_empty() {
            self.usual.get_or_init(|| make(most)).clone()
        } else if self.taken.get() < most {
            let left = most - self.taken.get();
            let run = make(left);
            // A run that ends takes few of the steps that are left, or at least leaves a part of them.
            let steps = run.as_ref().filter(|long| long.run.end != End::Steps).map(|long| long.run.steps);
            self.taken.set(self.taken.get() + steps.map_or(left, |steps| steps.min(left)));
            run
        } else {
            None
        };
        cancel.go_on()?;
        Ok(run)
    }
}

/// Returns inputs that go on like those of a run. Each function gives again what it answered in the last call
/// whose answer was chosen, or in the last one if none was. If the run came to its end, it does so at once
/// after that call. Operations succeed. Pointers to objects are not given again.
fn going_on(first: &Trace, assignment: &Assignment) -> Vec<Asked> {
    let mut last: BTreeMap<Source, (bool, u32, &Asked)> = BTreeMap::new();
    let mut calls: BTreeMap<Source, u32> = BTreeMap::new();
    for asked in &first.asked {
        if let Some((kind, call)) = asked.source.of_call()
            && !matches!(asked.chosen, Chosen::Object { .. })
        {
            let is_chosen = assignment.contains_key(&asked.source);
            let most = calls.entry(kind.clone()).or_default();
            *most = call.max(*most);
            if last.get(&kind).is_none_or(|(chosen, before, _)| (*chosen, *before) <= (is_chosen, call)) {
                last.insert(kind, (is_chosen, call, asked));
            }
        }
    }
    if first.run.end != End::Steps {
        calls = last.iter().map(|(kind, (_, call, _))| (kind.clone(), *call)).collect();
    }
    let is_before = |asked: &&Asked| {
        let kind = asked.source.of_call();
        kind.is_none_or(|(kind, call)| calls.get(&kind).is_none_or(|after| call <= *after))
    };
    let begins = first.asked.iter().filter(is_before).cloned();
    let later = last.iter().map(|(kind, (_, _, asked))| {
        let chosen = if asked.source.is_outcome() { Chosen::Number(1) } else { asked.chosen.clone() };
        let source = kind.in_call(calls.get(kind).copied().unwrap_or_default());
        Asked { source: Source::Later(Box::new(source)), chosen, ..(*asked).clone() }
    });
    begins.chain(later).collect()
}

/// Returns whether an input for later calls is an answer of a function from outside.
fn is_answer(source: &Source) -> bool {
    matches!(source, Source::Later(of) if !of.is_outcome())
}
