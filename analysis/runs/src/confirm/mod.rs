//! Confirms findings: looks for inputs with which a run of the machine reaches the misuse ([Erez]).
//!
//! The path of a finding guides the search. Graphs are lowered without summaries of callees, so that a run
//! goes through the callees. When the search finds inputs, the function is run once more on nothing but these
//! inputs.

mod evidence;
mod graphs;
mod guide;
mod initialisers;
mod inputs;
mod long;
mod matching;
mod names;
mod orders;
mod own;
mod progress;
mod replay;
mod returning;
mod search;
mod steps;
mod stored;
#[cfg(test)]
mod tests;
mod unreached;
mod witness;

pub(crate) use evidence::{asks_for_its_object, rests_on};
pub use graphs::UnitGraphs;
pub use inputs::told;
pub use long::LongRun;
pub use matching::reached;
pub use replay::replayed;
pub(crate) use returning::is_condition;
pub(crate) use steps::steps;
pub(crate) use stored::{are_stored, excluding};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::{Options, SearchLimits},
    watch::{Answer, Watch, WatchedQuestion},
};
use csieve_machine::{
    Callee, Graphs,
    concolic::{Explorer, Freedom},
};
use csieve_reduction::reduce::EarlyRuns;
use csieve_reports::finding::{Candidate, Confirmation, Finding, Verdict};
use long::LongRuns;
use search::{Found, Subject};
use unreached::Unreached;
use witness::{Again, of_run};

/// The number of runs of the search for inputs of a finding whose search for paths is not at its end.
const EARLY_RUNS: u32 = 6;

/// The number of solver steps of that search.
const EARLY_SOLVER_STEPS: u32 = 100;

/// Searches inputs for the findings of one function. All searches share the long runs of the function.
pub struct Confirming<'a> {
    /// The graphs of the file.
    graphs: &'a UnitGraphs<'a>,
    function: &'a str,
    /// The text of the function, for the reader.
    text: &'a str,
    options: &'a Options,
    cancel: &'a dyn Cancel,
    watch: &'a dyn Watch,
    long: LongRuns,
}

impl<'a> Confirming<'a> {
    /// Creates the search for the findings of a function. No run is made yet.
    pub fn new(
        graphs: &'a UnitGraphs<'a>,
        (function, text): (&'a str, &'a str),
        options: &'a Options,
        cancel: &'a dyn Cancel,
        watch: &'a dyn Watch,
    ) -> Self {
        Self { graphs, function, text, options, cancel, watch, long: LongRuns::default() }
    }

    /// Confirms the findings for which inputs are found; the others get the reason why no inputs were found.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn confirm(&self, findings: &mut [Finding]) -> Result<(), Cancelled> {
        for finding in findings.iter_mut().filter(|finding| may_be_confirmed(finding)) {
            if let Err(why) = self.sought(finding, self.options.search)?
                && let Verdict::Unrefuted(candidate) = &mut finding.verdict
            {
                candidate.unconfirmed = Some(why.sentence());
            }
        }
        Ok(())
    }

    /// Returns the long run of the function on default inputs, if a search needed it.
    pub fn usual(&self) -> Option<&LongRun> {
        self.long.usual()
    }

    /// Searches inputs for a finding, and marks it as confirmed if there are some.
    fn sought(
        &self,
        finding: &mut Finding,
        limits: SearchLimits,
    ) -> Result<Result<(), Unreached>, Cancelled> {
        self.cancel.go_on()?;
        let Callee::Graph(cfg) = self.graphs.graph(self.function) else {
            return Ok(Err(Unreached::default()));
        };
        self.watch.asks(WatchedQuestion::Inputs);
        let subject = Subject { graphs: self.graphs, cfg, finding, long: &self.long };
        let freedom = Freedom::OfCaller { is_main: cfg.is_program };
        let explorer = Explorer::new(self.graphs, &cfg.function, self.options.wrapv).with(freedom);
        let mut explorer = explorer.paying(limits.all_solver_steps);
        let found = search::inputs(subject, &mut explorer, self.options, limits, self.cancel)?;
        let answer = if found.is_ok() { Answer::Yes } else { Answer::Unknown };
        self.watch.answers(WatchedQuestion::Inputs, answer, explorer.taken());
        Ok(found.map(|Found { inputs, evidence, asked, is_path, steps }| {
            if !is_path {
                let (graphs, text, wrapv) = (self.graphs, self.text, self.options.wrapv);
                let again = Again { graphs, cfg, text, wrapv, steps };
                if let Some(steps) = of_run(again, &asked, finding) {
                    finding.witness = steps;
                }
            }
            let trail = finding.trail().cloned();
            let run = Confirmation { inputs, evidence, trail, ..Confirmation::default() };
            finding.verdict = Verdict::Confirmed(run);
        }))
    }
}

impl EarlyRuns for Confirming<'_> {
    fn confirms(&self, finding: &mut Finding) -> Result<bool, Cancelled> {
        if finding.is_inferred() {
            return Ok(false);
        }
        let all = self.options.search;
        let (runs, all_solver_steps) =
            (all.runs.min(EARLY_RUNS), all.all_solver_steps.min(EARLY_SOLVER_STEPS));
        Ok(self.sought(finding, SearchLimits { runs, all_solver_steps, ..all })?.is_ok())
    }
}

/// Returns whether a search for inputs is worthwhile: the finding has a path, is not doubtful, and is not
/// proved already. What only other callers expect of a function is not confirmed by a run that begins with any memory:
/// that some memory makes the function return NULL was never in question.
pub fn may_be_confirmed(finding: &Finding) -> bool {
    let is_undecided = |candidate: &Candidate| {
        let is_stopped = candidate.limit.is_some();
        candidate.doubt.as_ref().is_none_or(|doubt| is_stopped && doubt.is_answered_by_runs())
    };
    let is_candidate = |candidate: &Candidate| candidate.trail.is_some() && is_undecided(candidate);
    finding.verdict.candidate().is_some_and(is_candidate) && !finding.is_proved() && !finding.is_inferred()
}
