//! The runs that a cover keeps, and the goals that they pass.

use fixedbitset::FixedBitSet;

use csieve_base::text::{Line, Sentence, sentence};
use csieve_graph::{Cfg, EdgeId, Loc};
use csieve_machine::{End, Graphs, concolic::Trace};

use crate::confirm::told;

use super::{Goal, Test};

/// The result of a search for runs that cover a function.
pub(super) struct CoverResult {
    /// The runs that are needed to pass all goals in `passed`.
    pub tests: Vec<Test>,
    /// The goals that the kept runs pass.
    pub passed: FixedBitSet,
    /// The edges that the kept runs take.
    pub taken: FixedBitSet,
    /// The reasons why runs could not be followed further, as sentences.
    pub stops: Vec<Sentence>,
}

/// Runs that pass goals, in the order in which they were found. A run that was followed to its end replaces
/// one that a budget or an unknown value cut off.
pub(super) struct KeptRuns<'a> {
    cfg: &'a Cfg,
    goals: &'a [Goal],
    runs: Vec<Trace>,
    passed: FixedBitSet,
    /// The goals passed by runs that were followed to their ends.
    passed_whole: FixedBitSet,
    stops: Vec<Sentence>,
}

impl<'a> KeptRuns<'a> {
    /// Creates the collection without any runs.
    pub(super) fn new(cfg: &'a Cfg, goals: &'a [Goal]) -> Self {
        let none = FixedBitSet::with_capacity(goals.len());
        Self { cfg, goals, runs: Vec::new(), passed: none.clone(), passed_whole: none, stops: Vec::new() }
    }

    /// Returns whether every goal is passed by some kept run.
    pub(super) fn is_all_passed(&self) -> bool {
        self.passed.is_full()
    }

    /// Returns whether no further run can add anything: runs that were followed to their ends pass all goals.
    pub(super) fn is_done(&self) -> bool {
        self.passed_whole.is_full()
    }

    /// Returns the goals for which a run is worth keeping, ascending.
    pub(super) fn new_in(&self, trace: &Trace) -> Vec<usize> {
        let known = if is_whole(trace) { &self.passed_whole } else { &self.passed };
        passes(self.goals, trace).into_iter().filter(|goal| !known.contains(*goal)).collect()
    }

    /// Returns whether `trace` passes all of `goals`, and was followed to its end if `other` was.
    pub(super) fn is_as_good(&self, trace: &Trace, other: &Trace, goals: &[usize]) -> bool {
        let all = passes(self.goals, trace);
        is_whole(trace) >= is_whole(other) && goals.iter().all(|goal| all.binary_search(goal).is_ok())
    }

    /// Keeps a run.
    pub(super) fn add(&mut self, trace: Trace) {
        let passes = passes(self.goals, &trace);
        if is_whole(&trace) {
            self.passed_whole.extend(passes.iter().copied());
        }
        self.passed.extend(passes);
        self.runs.push(trace);
    }

    /// If the machine could not follow a run to its end, notes why.
    pub(super) fn note_stop(&mut self, trace: &Trace) {
        if let End::Unknown(why) = &trace.run.end {
            let line = Line(self.stopped_at(trace));
            let stop = sentence!("a run cannot go on from line {}: {}", line, why);
            if !self.stops.contains(&stop) {
                self.stops.push(stop);
            }
        }
    }

    /// Notes that the search ended because it reached its limit of work after this many runs.
    pub(super) fn note_limit(&mut self, runs: usize) {
        self.stops.push(format!("the search ended after {runs} runs").into());
    }

    /// Returns where the machine could not follow a run further, as an offset in the function's text: that of
    /// the next edge, or of the call in which the run stopped.
    fn stopped_at(&self, trace: &Trace) -> u32 {
        let last_own = own_edges(trace).last();
        let next = |loc: Loc| self.cfg.successors[loc.index()].first().copied();
        let is_inside = trace.taken.last().is_some_and(|taken| taken.depth > 0);
        let edge = match last_own {
            Some(edge) if is_inside => Some(edge),
            Some(edge) => next(self.cfg.edge(edge).to).or(Some(edge)),
            None => next(self.cfg.entry),
        };
        edge.map_or(0, |edge| self.cfg.edge(edge).span.start)
    }

    /// Returns the runs that are needed, without those whose goals other runs pass. Of two runs with the same
    /// goals, the one that was followed to its end stays. If both were, or neither, the later one stays.
    pub(super) fn found(self, graphs: &dyn Graphs) -> CoverResult {
        let mut runs: Vec<(Vec<usize>, &Trace)> =
            self.runs.iter().map(|trace| (passes(self.goals, trace), trace)).collect();
        runs.sort_by_key(|(_, trace)| is_whole(trace));
        let mut at = 0;
        while at < runs.len() {
            let mut others = FixedBitSet::with_capacity(self.goals.len());
            let rest = runs.iter().enumerate().filter(|(index, _)| *index != at);
            others.extend(rest.flat_map(|(_, (passes, _))| passes).copied());
            if runs[at].0.iter().all(|goal| others.contains(*goal)) {
                runs.remove(at);
            } else {
                at += 1;
            }
        }
        runs.sort_by_key(|(_, trace)| !is_whole(trace));
        let mut taken = FixedBitSet::with_capacity(self.cfg.edges.len());
        taken.extend(runs.iter().flat_map(|(_, trace)| own_edges(trace)).map(EdgeId::index));
        let test = |(passes, trace): (Vec<usize>, &Trace)| Test {
            inputs: told(graphs, self.cfg, &self.cfg.function, trace),
            passes,
            end: end(trace),
        };
        CoverResult {
            tests: runs.into_iter().map(test).collect(),
            passed: self.passed,
            taken,
            stops: self.stops,
        }
    }
}

/// Returns whether the machine followed a run to its end.
fn is_whole(trace: &Trace) -> bool {
    matches!(trace.run.end, End::Returned | End::NeverReturns | End::Misuse)
}

/// Returns the edges that a run takes in the function itself, not in callees.
pub(super) fn own_edges(trace: &Trace) -> impl Iterator<Item = EdgeId> {
    trace.taken.iter().filter(|taken| taken.depth == 0).map(|taken| taken.edge)
}

/// Returns the goals that a run passes, ascending.
fn passes(goals: &[Goal], trace: &Trace) -> Vec<usize> {
    let taken: FixedBitSet = own_edges(trace).map(EdgeId::index).collect();
    let is_passed = |goal: &Goal| goal.edges.iter().any(|edge| taken.contains(edge.index()));
    goals.iter().enumerate().filter(|(_, goal)| is_passed(goal)).map(|(index, _)| index).collect()
}

/// Returns how a run ends, as a phrase.
fn end(trace: &Trace) -> String {
    let misuse = trace.run.misuses.last().map_or("a misuse", |misuse| misuse.rule.id());
    match &trace.run.end {
        End::Misuse => format!("ends in {misuse}"),
        End::Returned if trace.run.misuses.is_empty() => "returns".to_owned(),
        End::Returned => format!("returns after {misuse}"),
        End::NeverReturns => "ends the program".to_owned(),
        End::Undefined(what) => format!("is undefined: {what}"),
        End::Unknown(why) => format!("cannot be followed further: {why}"),
        End::Steps => "goes on for long".to_owned(),
    }
}
