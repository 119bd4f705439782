//! The rounds of path reduction ([PR] section 4.1): search a counterexample, refute it, observe, search
//! again.

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    cancel::Cancelled,
    rule::Rule,
    watch::{Answer, WatchedQuestion},
};
use csieve_dataflow::{automaton::Automaton, ranges::Ranges};
use csieve_graph::{Action, EdgeId};
use csieve_modelcheck::{
    checks::Check,
    model::{Counterexample, Observer, Outcome, ProductSearch, Property},
};
use csieve_refuters::{CounterexamplePath, excludes_any_rounds};
use csieve_reports::finding::{Doubt, HintId, Round};

use super::{
    Pool, Reduction,
    progress::{End, KeptWord, Limits, Progress, Said, Sought, ended, stopped},
};
use crate::plausibility::{self, Evidence, Trusting};

/// The largest number of steps of the pass that computes ranges of values after an origin.
const BEHIND_STEPS: u32 = 1_000_000;

impl<'a> Reduction<'a> {
    pub(super) fn reduce(
        &self,
        sought: Sought,
        targets: &FixedBitSet,
        limits: Limits,
        pool: &mut Pool<'a>,
        progress: &mut Progress<'a>,
    ) -> Result<Option<End>, Cancelled> {
        loop {
            let found = match self.search(sought.property(), targets, limits, pool, progress)? {
                Outcome::Absent => return Ok(ended(progress)),
                Outcome::TooManyStates => {
                    let limit = format!("the search was stopped after {} states", limits.states);
                    let kept = progress.first.clone();
                    return Ok(kept.map(|counterexample| stopped(progress, counterexample, limit, false)));
                }
                Outcome::Found(found) => found,
            };
            progress.first.get_or_insert_with(|| found.clone());
            if progress.rounds.len() + progress.doubts.len() >= limits.rounds {
                let limit = match limits.rounds {
                    0 => "its paths were not analysed: too many places like this in the function".to_owned(),
                    1 => "the search was stopped after one round".to_owned(),
                    rounds => format!("the search was stopped after {rounds} rounds"),
                };
                let may_come = self.may_come(&found, targets);
                if may_come && self.is_certain(sought, &found) {
                    return Ok(Some(End::Kept(Box::new(KeptWord {
                        limit: Some(limit),
                        ..KeptWord::new(found)
                    }))));
                }
                let is_likely = progress.counts(sought, pool)
                    || limits.rounds > 0 && self.is_only_report_of_failure(sought, &found, pool)
                    || self.is_left_by_joined(sought, targets, &found);
                return Ok(Some(stopped(progress, found, limit, is_likely && may_come)));
            }
            if pool.is_spent() {
                let limit = "the search was stopped: the function has taken all its steps".to_owned();
                return Ok(Some(stopped(progress, found, limit, false)));
            }
            progress.opinions.clear();
            let said = self.said_of(&found, pool, progress);
            self.cancel.go_on()?;
            if let Said::Kept(_) = said
                && let Sought::Evidence(check) = sought
                && let Some((hint, doubtful)) = self.doubt(check, targets, &found)
            {
                let doubt = Doubt::new(hint, doubtful.sentence);
                progress.doubtful.get_or_insert((found, doubt));
                progress.doubts.extend(doubtful.observers);
                continue;
            }
            let path = self.steps(&found);
            match said {
                Said::Spurious(observers) => {
                    let conflicts = observers.iter().map(|id| pool.conflict(*id).clone()).collect();
                    let opinions = std::mem::take(&mut progress.opinions);
                    progress.rounds.push(Round { path, conflicts, opinions });
                    progress.active.extend(observers);
                }
                Said::Kept(seed) => {
                    let opinions = std::mem::take(&mut progress.opinions);
                    progress.rounds.push(Round { path, conflicts: Vec::new(), opinions });
                    return Ok(Some(End::Kept(Box::new(KeptWord { seed, ..KeptWord::new(found) }))));
                }
            }
        }
    }

    /// Returns the doubt about a counterexample, with the hint of plausibility that has it. `None` if no hint
    /// speaks against it.
    pub(super) fn doubt(
        &self,
        check: &dyn Check,
        targets: &FixedBitSet,
        found: &Counterexample,
    ) -> Option<(HintId, plausibility::Doubt<'a>)> {
        let trusting = self.trusted();
        let path = CounterexamplePath {
            function: self.function,
            automaton: &trusting.automaton,
            ending: self.ending,
            wrapv: self.options.wrapv,
            word: &found.word,
            moves: &found.moves,
        };
        plausibility::doubt(&Evidence {
            function: self.function,
            text: self.text,
            check,
            targets,
            found,
            path: &path,
            trusting,
            options: self.options,
        })
    }

    /// Returns whether a counterexample uses what a failed allocation or opening gave, and no other finding does. Few
    /// functions test such a result in a way that the refuters do not understand. Of several uses, the first one ends
    /// the run.
    fn is_only_report_of_failure(&self, sought: Sought, found: &Counterexample, pool: &Pool) -> bool {
        let fails = |edge: EdgeId| {
            matches!(self.function.cfg.edge(edge).action, Action::AllocFail { .. } | Action::OpenFail { .. })
                && !pool.origins.contains(&edge)
        };
        matches!(sought, Sought::Evidence(check) if check.rule() == Rule::NullDereference)
            && found.origin().is_some_and(fails)
    }

    /// Returns whether all runs that get to the place of a counterexample's misuse do the misuse there. Then it does
    /// not matter that the search for a way there was stopped.
    fn is_certain(&self, sought: Sought, found: &Counterexample) -> bool {
        let Sought::Evidence(check) = sought else { return false };
        plausibility::happens_on_every_run(self.function, self.trusted(), check, found)
    }

    fn trusted(&self) -> &'a Trusting {
        self.trusting.get_or_init(|| Trusting::new(self.function, self.options.wrapv))
    }

    /// Returns whether the joined equations of a counterexample have a solution, and no hint speaks against
    /// it. Such a counterexample is reported though the search was stopped, as [PR] would report it.
    fn is_left_by_joined(&self, sought: Sought, targets: &FixedBitSet, found: &Counterexample) -> bool {
        let Sought::Evidence(check) = sought else { return false };
        if self.is_excluded_by_joined(self.automaton, found) {
            return false;
        }
        match self.doubt(check, targets, found) {
            None => true,
            // The counterexample may go round a loop too few times, whatever memory holds.
            Some((HintId::UnseenChange, _)) => {
                let trusting = self.trusted();
                !self.is_excluded_by_joined(&trusting.automaton, found)
            }
            Some(_) => false,
        }
    }

    /// Returns whether the joined equations of a counterexample over an automaton have no solution.
    fn is_excluded_by_joined(&self, automaton: &Automaton, found: &Counterexample) -> bool {
        let path = CounterexamplePath {
            function: self.function,
            automaton,
            ending: self.ending,
            wrapv: self.options.wrapv,
            word: &found.word,
            moves: &found.moves,
        };
        excludes_any_rounds(&path, &mut Steps::new(self.options.max_solver_steps))
    }

    /// Returns whether some run may get from the origin of a counterexample to the misuse with any number of
    /// rounds of loops. True if that takes too many steps to find out.
    pub(super) fn may_come(&self, found: &Counterexample, targets: &FixedBitSet) -> bool {
        let Some(origin) = found.origin() else { return true };
        let ranges = Ranges::behind(self.function.cfg, self.automaton, origin, BEHIND_STEPS);
        ranges.is_none_or(|ranges| targets.ones().any(|edge| ranges.takes(EdgeId(edge as u32))))
    }

    pub(super) fn search(
        &self,
        property: &dyn Property,
        targets: &FixedBitSet,
        limits: Limits,
        pool: &mut Pool,
        progress: &Progress,
    ) -> Result<Outcome, Cancelled> {
        let proved = progress.active.iter().map(|id| pool.observer(*id));
        let doubted = progress.doubts.iter().map(|observer| -> &dyn Observer { observer.as_ref() });
        let observers: Vec<&dyn Observer> =
            proved.map(|one| -> &dyn Observer { one }).chain(doubted).collect();
        let search = ProductSearch {
            function: self.function,
            property,
            targets,
            observers: &observers,
            max_states: limits.states,
        };
        self.watch.asks(WatchedQuestion::Counterexample);
        let (outcome, states) = search.run(self.cancel)?;
        let answer = match outcome {
            Outcome::Absent => Answer::No,
            Outcome::TooManyStates => Answer::Unknown,
            Outcome::Found(_) => Answer::Yes,
        };
        self.watch.answers(WatchedQuestion::Counterexample, answer, states);
        pool.states += u64::from(states);
        Ok(outcome)
    }
}
