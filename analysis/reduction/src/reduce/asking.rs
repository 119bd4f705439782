//! The refuters are asked about a counterexample, in the order of the portfolio.

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    watch::{Answer, WatchedQuestion},
};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_modelcheck::model::{Counterexample, rejected_at, rejects};
use csieve_refuters::{CounterexamplePath, Proof, Refutation, Refuter, Turn};
use csieve_reports::finding::Opinion;

use super::{
    ObserverId, Pool, Reduction,
    progress::{Progress, Said},
};

/// The number of rounds of path reduction before a proof for any number of rounds of a loop is tried.
const ROUNDS_ONE_BY_ONE: usize = 2;

/// The number of conditions after a conflict at which the path is cut, to try a proof for any number of
/// rounds of its loops.
const LATER_ENDS: usize = 2;

impl<'a> Reduction<'a> {
    /// Tries to refute a counterexample: with an observer of the pool that rejects it, or else with the
    /// refuters in order, until one finds a proof.
    pub(super) fn said_of(
        &self,
        found: &Counterexample,
        pool: &mut Pool<'a>,
        progress: &mut Progress<'a>,
    ) -> Said {
        if let Some(known) = pool.rejecting(&found.word) {
            return Said::Spurious(vec![known]);
        }
        let path = CounterexamplePath {
            function: self.function,
            automaton: self.automaton,
            ending: self.ending,
            wrapv: self.options.wrapv,
            word: &found.word,
            moves: &found.moves,
        };
        let (mut seed, mut is_too_hard) = (None, false);
        for refuter in self.refuters_at(|turn| turn == Turn::Path) {
            let (said, ran_out) = self.asked(refuter, &path, progress, pool);
            is_too_hard |= ran_out;
            let proofs = match said {
                Refutation::Spurious(proofs) => proofs,
                Refutation::Feasible(found) => {
                    seed = Some(found);
                    break;
                }
                Refutation::Unknown => continue,
            };
            // An observer that accepts the path that it was made from proves nothing about the path.
            let covers = |proof: &Proof| rejects(proof.observer.as_ref(), &found.word);
            let proofs = proofs.into_iter().filter(covers);
            let proofs: Vec<Proof> = proofs.collect();
            if let Some(better) = self.generalised(&path, &proofs, progress, pool) {
                return Said::Spurious(vec![better]);
            }
            let proofs = proofs.into_iter();
            let known: Vec<_> = proofs.filter_map(|proof| self.remember(&path, proof, pool)).collect();
            if !known.is_empty() {
                return Said::Spurious(known);
            }
        }
        // A path that is too hard as a whole may be easy for refuters that go statement by statement.
        let is_hard = seed.is_none() && is_too_hard;
        let by_statement = is_hard && !std::mem::replace(&mut progress.was_too_hard, true);
        let last = (0..found.word.len()).rfind(|position| self.is_condition(&found.word, *position));
        let easier = last.filter(|_| by_statement).and_then(|end| {
            let until = CounterexamplePath { word: &found.word[..=end], ..path };
            self.for_any_round(&path, &until, progress, pool)
        });
        let proved = easier.or_else(|| {
            let proof = self.last_resort(&path, progress, pool)?;
            self.remember(&path, proof, pool)
        });
        proved.map_or(Said::Kept(seed), |known| Said::Spurious(vec![known]))
    }

    /// Returns the refuters whose turn `is_asked` accepts, in the order of the portfolio.
    pub(super) fn refuters_at(
        &self,
        is_asked: fn(Turn) -> bool,
    ) -> impl Iterator<Item = &'static dyn Refuter> {
        self.refuters.iter().copied().filter(move |refuter| is_asked(refuter.declaration().turn))
    }

    /// Returns a proof by a refuter that is asked only if no other refuter finds a proof. `None` if it finds
    /// none either.
    pub(super) fn last_resort(
        &self,
        path: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<Proof<'a>> {
        self.refuters_at(|turn| turn == Turn::LastResort).find_map(|refuter| {
            let Refutation::Spurious(proofs) = self.asked(refuter, path, progress, pool).0 else {
                return None;
            };
            proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word))
        })
    }

    /// Looks for a proof for any number of rounds of the loops of a path, if enough paths have been refuted
    /// for one number of rounds after the other. Returns the observer of the proof.
    pub(super) fn generalised(
        &self,
        path: &CounterexamplePath<'a, '_>,
        proofs: &[Proof],
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        let rounds = progress.rounds.len();
        if rounds < progress.one_by_one.max(ROUNDS_ONE_BY_ONE) || !repeats(self.function.cfg, path.word) {
            return None;
        }
        progress.one_by_one = 2 * rounds;
        let first =
            proofs.iter().filter_map(|proof| rejected_at(proof.observer.as_ref(), path.word)).min()?;
        self.ends(path.word, first).into_iter().find_map(|end| {
            // Statements after the conflict are no part of it.
            let until = CounterexamplePath { word: &path.word[..=end], ..*path };
            self.for_any_round(path, &until, progress, pool)
        })
    }

    /// Looks for a proof for any number of rounds of loops, for the prefix `until` of a path. Returns the
    /// observer of the proof.
    pub(super) fn for_any_round(
        &self,
        path: &CounterexamplePath<'a, '_>,
        until: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        self.refuters_at(|turn| turn != Turn::Path).find_map(|refuter| {
            let (Refutation::Spurious(proofs), _) = self.asked(refuter, until, progress, pool) else {
                return None;
            };
            let better = proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word));
            better.and_then(|proof| self.remember(until, proof, pool))
        })
    }

    /// Returns the positions of a word at which its path is cut to try a proof for any number of rounds of
    /// its loops: the position `first` at which the path was refuted, the next conditions and the last
    /// condition, which is the misuse itself if that is one. The conflict at `first` may depend on the number
    /// of rounds.
    pub(super) fn ends(&self, word: &[EdgeId], first: usize) -> Vec<usize> {
        let is_condition = |position: &usize| self.is_condition(word, *position);
        let mut later = (first + 1..word.len()).filter(is_condition);
        let next: Vec<usize> = later.by_ref().take(LATER_ENDS).collect();
        std::iter::once(first).chain(next).chain(later.next_back()).collect()
    }

    /// Returns whether the edge at a position of a path is a condition.
    pub(super) fn is_condition(&self, word: &[EdgeId], position: usize) -> bool {
        matches!(self.function.cfg.edge(word[position]).action, Action::Assume { .. })
    }

    /// Asks a refuter about a path. Returns the answer, and whether the refuter ran out of steps. If nobody wants the
    /// result any more, the refuter is not asked and the answer means nothing.
    pub(super) fn asked(
        &self,
        refuter: &dyn Refuter,
        path: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> (Refutation<'a>, bool) {
        if self.cancel.is_cancelled() {
            return (Refutation::Unknown, false);
        }
        let question = WatchedQuestion::Path(refuter.id());
        self.watch.asks(question);
        let steps = pool.share(refuter, refuter.declaration().budget.steps(self.options));
        let mut budget = Steps::new(steps);
        let said = refuter.refute(path, &mut budget);
        let answer = match &said {
            Refutation::Spurious(_) => Answer::Yes,
            Refutation::Feasible(_) => Answer::No,
            Refutation::Unknown => Answer::Unknown,
        };
        self.watch.answers(question, answer, steps - budget.left());
        pool.pay(steps - budget.left());
        let refuter = refuter.id();
        pool.note(refuter, answer == Answer::Yes);
        if answer != Answer::Yes && !progress.opinions.iter().any(|known| known.refuter == refuter) {
            progress.opinions.push(Opinion { refuter, is_feasible: answer == Answer::No });
        }
        (said, budget.left() == 0)
    }
}

/// Returns whether a path visits a location twice.
fn repeats(cfg: &Cfg, word: &[EdgeId]) -> bool {
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    word.iter().any(|edge| seen.put(cfg.edge(*edge).from.index()))
}
