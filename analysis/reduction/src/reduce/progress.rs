//! The state of the search for the counterexamples of one site, and the ways in which it ends.

use csieve_graph::EdgeId;
use csieve_modelcheck::{
    checks::{Check, declaration},
    model::{Counterexample, Observer, Property},
};
use csieve_refuters::Seed;
use csieve_reports::finding::{Doubt, HintId, Opinion, Round};

use super::{ObserverId, Pool};

/// The state of path reduction at one site.
#[derive(Default)]
pub(super) struct Progress<'a> {
    pub(super) rounds: Vec<Round>,
    /// The answers of refuters in this round of path reduction that are no proofs.
    pub(super) opinions: Vec<Opinion>,
    /// The first counterexample that was found at the site.
    pub(super) first: Option<Counterexample>,
    /// The observers in use, in the order in which they were needed.
    pub(super) active: Vec<ObserverId>,
    /// The first counterexample that is doubtful, with its doubt.
    pub(super) doubtful: Option<(Counterexample, Doubt)>,
    /// The observers that reject doubtful words. They prove nothing, so no search at another site may use
    /// them.
    pub(super) doubts: Vec<Box<dyn Observer + 'a>>,
    /// The number of rounds of path reduction after which a proof for any number of rounds of a loop is tried
    /// again. It doubles each time, because such a proof is expensive.
    pub(super) one_by_one: usize,
    /// The edge at which the property of the finding began to follow an object; `None` if the finding is doubtful or
    /// refuted.
    pub(super) origin: Option<EdgeId>,
    /// Whether a path was too hard for a refuter and was tried statement by statement. This is done only
    /// once.
    pub(super) was_too_hard: bool,
}

impl Progress<'_> {
    /// Returns whether each proof rules out paths for one number of rounds of a loop only. Paths with more
    /// rounds of the loop may then be feasible. For an index, only the last proof has to be of this kind,
    /// because counting is what brings an index to its bound.
    pub(super) fn counts(&self, sought: Sought, pool: &Pool) -> bool {
        let is_index = matches!(sought, Sought::Evidence(check) if declaration(check.rule()).is_index());
        let first = if is_index { self.active.len().saturating_sub(1) } else { 0 };
        (is_index || self.doubts.is_empty())
            && !self.active.is_empty()
            && self.active[first..].iter().all(|id| pool.counts(*id))
    }
}

/// The kind of counterexample that a search is for.
#[derive(Clone, Copy)]
pub(super) enum Sought<'s> {
    /// A counterexample that is evidence of a misuse.
    Evidence(&'s dyn Check),
    /// Any counterexample of this property, doubtful or not.
    Any(&'s dyn Property),
}

impl<'s> Sought<'s> {
    pub(super) fn property(self) -> &'s dyn Property {
        match self {
            Self::Evidence(check) => check,
            Self::Any(property) => property,
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The largest number of rounds of path reduction, earlier ones at the same site included.
    pub(super) rounds: usize,
    /// The largest number of states of one product of graph, property and observers.
    pub(super) states: u32,
}

/// The limits of the any-reason search; its rounds of path reduction come in addition to those of the search
/// before. If they do not suffice to prove the misuse absent, there is no finding.
pub(super) const ANY_REASON: Limits = Limits { rounds: 12, states: 15_000 };

/// The limits of a search in a function that has taken too many states already.
pub(super) const LATE: Limits = Limits { rounds: 6, states: 5_000 };

/// The result of a reduction that found a counterexample.
pub(super) enum End {
    Refuted,
    Kept(Box<KeptWord>),
}

/// A counterexample that is not refuted.
pub(super) struct KeptWord {
    pub(super) counterexample: Counterexample,
    pub(super) limit: Option<String>,
    pub(super) doubt: Option<Doubt>,
    /// Initial values with which a run may take the counterexample.
    pub(super) seed: Option<Seed>,
}

impl KeptWord {
    /// Returns a counterexample that is kept, without a limit, a doubt or a seed.
    pub(super) fn new(counterexample: Counterexample) -> Self {
        Self { counterexample, limit: None, doubt: None, seed: None }
    }
}

/// The answer of the refuters, or of the pool, about a counterexample.
pub(super) enum Said {
    /// The counterexample is infeasible: these observers reject it.
    Spurious(Vec<ObserverId>),
    /// No proof was found. Some run that begins with these values may follow the counterexample.
    Kept(Option<Seed>),
}

/// Returns the result of a reduction whose last search found no word: doubtful if some word was doubtful,
/// else refuted. `None` if there never was a counterexample.
///
/// A search may go on after this or [`stopped`], with the observers of doubts. The doubtful word stays with them: without it,
/// these observers would count as proofs.
pub(super) fn ended(progress: &Progress) -> Option<End> {
    match progress.doubtful.clone() {
        Some((counterexample, doubt)) => {
            Some(End::Kept(Box::new(KeptWord { doubt: Some(doubt), ..KeptWord::new(counterexample) })))
        }
        None => progress.first.is_some().then_some(End::Refuted),
    }
}

/// Returns the result of a reduction that was stopped by a limit. All words until then were refuted or
/// doubtful, so the word that is left is doubtful too. It is not if `is_likely`: if each proof held for one number of
/// rounds of a loop only, or if most such words are feasible.
pub(super) fn stopped(progress: &Progress, found: Counterexample, limit: String, is_likely: bool) -> End {
    let (counterexample, doubt) = match progress.doubtful.clone() {
        Some((counterexample, doubt)) => (counterexample, Some(doubt)),
        None => (found, (!is_likely).then(|| of_stop(&limit))),
    };
    End::Kept(Box::new(KeptWord { limit: Some(limit), doubt, ..KeptWord::new(counterexample) }))
}

/// Returns the doubt about a counterexample that is left when a search is stopped.
pub(super) fn of_stop(limit: &str) -> Doubt {
    Doubt::new(HintId::StoppedSearch, limit.into())
}
