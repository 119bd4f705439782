//! The loop of counterexample-guided path reduction ([PR], section 4.1): search a counterexample, refute it,
//! add an observer, search again.

mod impossible;
mod pool;
mod site;

#[cfg(test)]
mod tests;

pub use impossible::{FindingWords, Impossible};
pub use pool::{ObserverId, Pool};
pub use site::{Site, sites};

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Sentence,
    watch::{Answer, Watch, WatchedQuestion},
};
use csieve_dataflow::{automaton::Automaton, ranges::Ranges};
use csieve_graph::{Action, Cfg, Edge, EdgeId, Type, VarId, VarKind};
use csieve_modelcheck::{
    checks::{Check, DoubleFree, InvalidFree, UninitializedRead, UseAfterFree, declaration},
    model::{
        Counterexample, Function, Observer, Outcome, ProductSearch, Property, rejected_at, rejects, trail,
    },
};
use csieve_proof as proof;
use csieve_refuters as refute;
use csieve_refuters::{CounterexamplePath, Proof, Reasoning, Refutation, Refuter, Seed, Turn};
use csieve_reports::{
    finding::{
        Candidate, Conflict, Doubt, Finding, HintId, Opinion, Refuted, Round, Step, Trail, Verdict,
        VerdictKind,
    },
    report,
};

use crate::plausibility::{self, Evidence, Trusting};

/// The properties whose definite misuses end a run, so that nothing behind them is reported, in the order in
/// which they are asked. They are those of the checks that declare `ends_runs`.
pub const ENDING: &[&dyn Property] = &[&UninitializedRead, &UseAfterFree, &DoubleFree, &InvalidFree];

/// Path reduction for the findings of one function: everything that stays the same for all of them.
pub struct Reduction<'a> {
    /// The function whose findings are reduced.
    pub function: &'a Function<'a>,
    /// The interval automaton of the function.
    pub automaton: &'a Automaton,
    /// The trusting automaton, for doubts only. It is made when it is first needed.
    pub trusting: &'a OnceCell<Trusting>,
    /// The text of the function.
    pub text: &'a str,
    /// The properties whose definite misuses end a run.
    pub ending: &'a [&'a dyn Property],
    /// The refuters, in the order in which they are asked.
    pub refuters: Vec<&'static dyn Refuter>,
    /// The options of the analysis.
    pub options: &'a Options,
    /// The source of cancellation, which is asked now and then whether to stop.
    pub cancel: &'a dyn Cancel,
    /// The watch, which is told what is asked and answered.
    pub watch: &'a dyn Watch,
}

/// The state of the reduction of one site.
#[derive(Default)]
struct Progress<'a> {
    rounds: Vec<Round>,
    /// The results without a proof in this round.
    opinions: Vec<Opinion>,
    /// The first counterexample that was found at the site.
    first: Option<Counterexample>,
    /// The observers in use, in the order in which they were needed.
    active: Vec<ObserverId>,
    /// The first counterexample that is doubtful, with the reason.
    doubtful: Option<(Counterexample, Doubt)>,
    /// The observers that leave out doubtful words. They prove nothing, so no other search may use them.
    doubts: Vec<Box<dyn Observer + 'a>>,
    /// The number of reduction rounds before a proof for any number of loop rounds is tried again. It doubles
    /// each time, because such a proof is expensive.
    one_by_one: usize,
    /// Whether a path was too hard for a refuter and was tried statement by statement. This is done only
    /// once.
    was_too_hard: bool,
}

impl Progress<'_> {
    /// Returns whether the paths were ruled out only because of how often a loop had gone round. Paths with
    /// more rounds may then be feasible. For an index only the last proof has to be of this kind, because
    /// counting is what brings an index to its bound.
    fn counts(&self, sought: Sought, pool: &Pool) -> bool {
        let is_index = matches!(sought, Sought::Evidence(check) if declaration(check.rule()).is_index());
        let first = if is_index { self.active.len().saturating_sub(1) } else { 0 };
        (is_index || self.doubts.is_empty())
            && !self.active.is_empty()
            && self.active[first..].iter().all(|id| pool.counts(*id))
    }
}

/// The kind of counterexample that a search is for.
#[derive(Clone, Copy)]
enum Sought<'s> {
    /// A counterexample that is evidence of a misuse.
    Evidence(&'s dyn Check),
    /// Any counterexample of this property, doubtful or not.
    Any(&'s dyn Property),
}

impl<'s> Sought<'s> {
    fn property(self) -> &'s dyn Property {
        match self {
            Self::Evidence(check) => check,
            Self::Any(property) => property,
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy)]
struct Limits {
    /// Most rounds of the reduction, earlier ones at the same site included.
    rounds: usize,
    /// Most states of one product of graph, property and observers.
    states: u32,
}

/// The limits of the search for the misuse for any reason; its rounds come in addition to those before. If
/// they do not suffice to prove the misuse absent, there is no finding.
const ANY_REASON: Limits = Limits { rounds: 12, states: 15_000 };

/// The states that the searches of a function may take in full length, as a multiple of the option
/// `max_states`. Later searches have the limits [`LATE`].
const FUNCTION_SEARCHES: u64 = 12;

/// The number of reduction rounds before a proof that covers any number of loop rounds is tried.
const ROUNDS_ONE_BY_ONE: usize = 2;

/// The number of conditions behind a conflict that are tried as the end of a path that is infeasible for any
/// number of loop rounds.
const LATER_ENDS: usize = 2;

/// The limits of a search in a function that has taken too many states already.
const LATE: Limits = Limits { rounds: 6, states: 5_000 };

/// The rounds that a rule may take in one function, as a multiple of the greatest number of rounds of its
/// property. Later searches of the rule have no rounds.
const SEARCHES: u32 = 5;

/// Most steps of the pass over ranges behind an origin.
const BEHIND_STEPS: u32 = 1_000_000;

/// The result of a reduction that found a counterexample.
enum End {
    Refuted,
    Kept(Box<KeptWord>),
}

/// A counterexample that is not refuted.
struct KeptWord {
    counterexample: Counterexample,
    limit: Option<String>,
    doubt: Option<Doubt>,
    /// Initial values with which a run may take the counterexample.
    seed: Option<Seed>,
}

impl KeptWord {
    /// Returns a kept counterexample without a limit, a doubt or a seed.
    fn new(counterexample: Counterexample) -> Self {
        Self { counterexample, limit: None, doubt: None, seed: None }
    }
}

/// The answer of the refuters about a counterexample.
enum Said {
    /// The counterexample is infeasible: these observers reject it.
    Spurious(Vec<ObserverId>),
    /// No proof was found. Some run that begins with these values may follow the counterexample.
    Kept(Option<Seed>),
}

impl<'a> Reduction<'a> {
    /// Returns the finding at a site. `None` if the site has no counterexample, or if the named cause is
    /// refuted but the misuse may happen for another reason.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn finding(&self, site: &Site, pool: &mut Pool<'a>) -> Result<Option<Finding>, Cancelled> {
        let rule = site.check.rule();
        let mut limits = self.limits(site.check);
        if pool.states > u64::from(self.options.max_states) * FUNCTION_SEARCHES {
            limits =
                Limits { rounds: limits.rounds.min(LATE.rounds), states: limits.states.min(LATE.states) };
        }
        if *pool.rounds(rule) >= site.check.max_rounds().saturating_mul(SEARCHES) {
            limits.rounds = 0;
        }
        let mut progress = Progress::default();
        let end = self.reduce(Sought::Evidence(site.check), &site.edges, limits, pool, &mut progress)?;
        let Some(end) = end else { return Ok(None) };
        if let End::Refuted = &end {
            // The misuse may still happen for a reason that is no finding. Then nothing is reported as
            // refuted.
            let property = site.check.for_any_reason();
            let limits = self.limits(property);
            let limits = Limits {
                rounds: limits.rounds.min(progress.rounds.len() + ANY_REASON.rounds),
                states: limits.states.min(ANY_REASON.states),
            };
            if let Some(End::Kept(_)) =
                self.reduce(Sought::Any(property), &self.edges_at(site), limits, pool, &mut progress)?
            {
                *pool.rounds(rule) += progress.rounds.len() as u32;
                pool.withheld.push(rule);
                return Ok(None);
            }
        }
        *pool.rounds(rule) += progress.rounds.len() as u32;
        let Some((verdict, shown)) = self.verdict(site.check, end, &progress) else { return Ok(None) };
        Ok(Some(Finding {
            rule,
            function: self.function.cfg.function.clone(),
            span: site.span,
            message: self.message(site.check, &shown, verdict.kind()),
            subject: site.check.subject(self.function, &shown),
            witness: self.steps(&shown),
            rounds: progress.rounds,
            abstracted: report::abstracted(self.function.cfg, &shown.word),
            expansion: None,
            verdict,
        }))
    }

    /// The verdict on a site after its search, with the counterexample that is shown.
    fn verdict(&self, check: &dyn Check, end: End, progress: &Progress) -> Option<(Verdict, Counterexample)> {
        let kept = match end {
            End::Refuted => return Some((Verdict::Refuted(Refuted::default()), progress.first.clone()?)),
            End::Kept(kept) => *kept,
        };
        let KeptWord { counterexample, limit, mut doubt, seed } = kept;
        if limit.is_some() && !check.is_kept_when_stopped(self.function, &counterexample) {
            doubt = doubt.or_else(|| limit.as_deref().map(of_stop));
        }
        let trail = Some(self.trail(&counterexample, seed.as_ref()));
        Some((Verdict::Unrefuted(Candidate { limit, doubt, unconfirmed: None, trail }), counterexample))
    }

    /// Returns the message of a finding: the misuse and, if the finding is not refuted, the conditions that
    /// decide that it happens.
    fn message(&self, check: &dyn Check, found: &Counterexample, verdict: VerdictKind) -> Sentence {
        let message = check.message(self.function, found);
        if verdict == VerdictKind::Refuted || check.names_reason() {
            return message;
        }
        let when = report::when(self.function.cfg, self.automaton, self.text, found);
        match when {
            Some(when) => report::joined(&message, &when),
            None => message,
        }
    }

    /// Returns the limits that the options and the property set.
    fn limits(&self, property: &dyn Property) -> Limits {
        Limits {
            rounds: self.options.max_rounds.min(property.max_rounds()) as usize,
            states: self.options.max_states.min(property.max_states()),
        }
    }

    fn edges_at(&self, site: &Site) -> FixedBitSet {
        let cfg = self.function.cfg;
        cfg.edge_ids().filter(|id| site.check.is_at(cfg.edge(*id), site.span)).map(EdgeId::index).collect()
    }

    fn reduce(
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
                    rounds => format!("the search was stopped after {rounds} rounds"),
                };
                let counts = progress.counts(sought, pool) && self.may_come(&found, targets);
                return Ok(Some(stopped(progress, found, limit, counts)));
            }
            progress.opinions.clear();
            let said = self.said_of(&found, pool, progress);
            if let Said::Kept(_) = said
                && let Sought::Evidence(check) = sought
                && let Some((hint, doubtful)) = self.doubt(check, targets, &found)
            {
                let doubt = Doubt { hint, sentence: doubtful.sentence };
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

    /// Returns a heuristic reason not to believe a counterexample. `None` if there is none.
    fn doubt(
        &self,
        check: &dyn Check,
        targets: &FixedBitSet,
        found: &Counterexample,
    ) -> Option<(HintId, plausibility::Doubt<'a>)> {
        let trusting = self.trusting.get_or_init(|| Trusting::new(self.function, self.options.wrapv));
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

    /// Returns whether some run may get from the origin of a counterexample to the misuse with any number of
    /// loop rounds. True if that takes too many steps to find out.
    fn may_come(&self, found: &Counterexample, targets: &FixedBitSet) -> bool {
        let Some(origin) = found.origin() else { return true };
        let ranges = Ranges::behind(self.function.cfg, self.automaton, origin, BEHIND_STEPS);
        ranges.is_none_or(|ranges| targets.ones().any(|edge| ranges.takes(EdgeId(edge as u32))))
    }

    fn search(
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
        let (outcome, states) = search.run(self.cancel)?;
        pool.states += u64::from(states);
        Ok(outcome)
    }

    /// Tries to refute a counterexample: with an observer of the pool that rejects it, or else with the
    /// refuters in order, until one finds a proof.
    fn said_of(&self, found: &Counterexample, pool: &mut Pool<'a>, progress: &mut Progress<'a>) -> Said {
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
            let (said, ran_out) = self.asked(refuter, &path, progress);
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
            let proof = self.last_resort(&path, progress)?;
            self.remember(&path, proof, pool)
        });
        proved.map_or(Said::Kept(seed), |known| Said::Spurious(vec![known]))
    }

    /// Returns the refuters whose turn is accepted, in their order.
    fn refuters_at(&self, is_asked: fn(Turn) -> bool) -> impl Iterator<Item = &'static dyn Refuter> {
        self.refuters.iter().copied().filter(move |refuter| is_asked(refuter.declaration().turn))
    }

    /// Returns a proof by a refuter that is asked only if no other finds one. `None` if there is none.
    fn last_resort(
        &self,
        path: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
    ) -> Option<Proof<'a>> {
        self.refuters_at(|turn| turn == Turn::LastResort).find_map(|refuter| {
            let Refutation::Spurious(proofs) = self.asked(refuter, path, progress).0 else { return None };
            proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word))
        })
    }

    /// Looks for a proof for any number of rounds of the loops of a path, if enough paths have been refuted
    /// for one number of rounds after the other. Returns the observer of the proof.
    fn generalised(
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
            // Statements behind the conflict are no part of it.
            let until = CounterexamplePath { word: &path.word[..=end], ..*path };
            self.for_any_round(path, &until, progress, pool)
        })
    }

    /// Looks for a proof for any number of loop rounds, for a prefix of a path. Returns the observer of the
    /// proof.
    fn for_any_round(
        &self,
        path: &CounterexamplePath<'a, '_>,
        until: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        self.refuters_at(|turn| turn != Turn::Path).find_map(|refuter| {
            let (Refutation::Spurious(proofs), _) = self.asked(refuter, until, progress) else { return None };
            let better = proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word));
            better.and_then(|proof| self.remember(until, proof, pool))
        })
    }

    /// Returns the positions to try as the end of a path that is infeasible for any number of rounds: the
    /// position `first` where it was refuted, and the next conditions. The conflict at `first` may depend on
    /// the number of rounds.
    fn ends(&self, word: &[EdgeId], first: usize) -> Vec<usize> {
        let is_condition = |position: &usize| self.is_condition(word, *position);
        let later = (first + 1..word.len()).filter(is_condition).take(LATER_ENDS);
        std::iter::once(first).chain(later).collect()
    }

    /// Returns whether the edge at a position of a path is a condition.
    fn is_condition(&self, word: &[EdgeId], position: usize) -> bool {
        matches!(self.function.cfg.edge(word[position]).action, Action::Assume { .. })
    }

    /// Asks a refuter about a path. Returns its answer, and whether it ran out of steps.
    fn asked(
        &self,
        refuter: &dyn Refuter,
        path: &CounterexamplePath<'a, '_>,
        progress: &mut Progress<'a>,
    ) -> (Refutation<'a>, bool) {
        let question = WatchedQuestion::Path(refuter.id());
        self.watch.asks(question);
        let steps = refuter.declaration().budget.steps(self.options);
        let mut budget = Steps::new(steps);
        let said = refuter.refute(path, &mut budget);
        let answer = match &said {
            Refutation::Spurious(_) => Answer::Yes,
            Refutation::Feasible(_) => Answer::No,
            Refutation::Unknown => Answer::Unknown,
        };
        self.watch.answers(question, answer, steps - budget.left());
        let refuter = refuter.id();
        if answer != Answer::Yes && !progress.opinions.iter().any(|known| known.refuter == refuter) {
            progress.opinions.push(Opinion { refuter, is_feasible: answer == Answer::No });
        }
        (said, budget.left() == 0)
    }

    /// Returns the facts about a counterexample that the search for inputs needs.
    fn trail(&self, found: &Counterexample, seed: Option<&Seed>) -> Trail {
        let cfg = self.function.cfg;
        let is_made = |edge: &Edge| matches!(edge.action, Action::Alloc { .. } | Action::Open { .. });
        let made = found.origin().map(|origin| cfg.edge(origin)).filter(|edge| is_made(edge));
        let position = |var: VarId| cfg.params.as_ref()?.iter().position(|param| *param == Some(var));
        let values = || seed.into_iter().flat_map(|seed| &seed.values);
        let params = values().filter_map(|(var, bits)| Some((position(*var)? as u32, *bits)));
        let globals = values().filter(|(var, _)| cfg.var(*var).kind == VarKind::Global);
        // Values of pointers other than NULL are left out, because a run cannot begin with such an address.
        let is_pointer = |var: VarId| cfg.var(var).ty == Type::Pointer;
        Trail {
            decisions: trail(cfg, &found.word),
            made: made.map(|edge| edge.span),
            params: params
                .filter(|(index, bits)| {
                    *bits == 0
                        || !cfg
                            .params
                            .as_ref()
                            .and_then(|params| params[*index as usize])
                            .is_some_and(is_pointer)
                })
                .collect(),
            globals: globals
                .filter(|(var, bits)| *bits == 0 || !is_pointer(*var))
                .map(|(var, bits)| (cfg.var(*var).name.clone(), *bits))
                .collect(),
        }
    }

    /// Adds a proof with its printed form to the pool. `None` if the printed form does not check: the proof
    /// does not count then.
    fn remember(
        &self,
        path: &CounterexamplePath,
        proof: Proof<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        let mut conflict = report::conflict(self.function, self.automaton, self.text, &proof);
        if self.options.checks_proofs && !self.checks(&proof.reasoning, &conflict) {
            return None;
        }
        if self.options.tells_how_close {
            let weaker = refute::weaker(path, &proof);
            conflict.nearby =
                weaker.iter().filter_map(|one| report::nearby(self.function.cfg, one)).collect();
        }
        let counts = proof.counts(self.automaton);
        Some(pool.add(proof.observer, conflict, counts))
    }

    /// Returns whether the printed form of a proof checks, and tells the watch.
    fn checks(&self, reasoning: &Reasoning, printed: &Conflict) -> bool {
        self.watch.asks(WatchedQuestion::Certificate);
        let holds = is_checked(reasoning, printed);
        self.watch.answers(WatchedQuestion::Certificate, if holds { Answer::Yes } else { Answer::No }, 0);
        holds
    }

    fn steps(&self, found: &Counterexample) -> Vec<Step> {
        report::steps(self.function.cfg, self.automaton, self.text, &found.word, &found.moves)
    }
}

/// Returns whether a path visits a location twice.
fn repeats(cfg: &Cfg, word: &[EdgeId]) -> bool {
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    word.iter().any(|edge| seen.put(cfg.edge(*edge).from.index()))
}

/// Returns whether the printed form of a proof checks. Proofs of an earlier misuse have no form to check and
/// always count.
fn is_checked(reasoning: &Reasoning, printed: &Conflict) -> bool {
    match reasoning {
        Reasoning::Misuse(_) => true,
        Reasoning::Intervals(_) | Reasoning::Bits(_) | Reasoning::Assertions(_) | Reasoning::Heaps(_) => {
            let certificate = printed.certificate.as_ref();
            certificate.is_some_and(|certificate| proof::check(certificate.text()).is_ok())
        }
    }
}

/// Returns the result of a reduction whose last search found no word: doubtful if some word was doubtful,
/// else refuted. `None` if there never was a counterexample.
fn ended(progress: &mut Progress) -> Option<End> {
    match progress.doubtful.take() {
        Some((counterexample, doubt)) => {
            Some(End::Kept(Box::new(KeptWord { doubt: Some(doubt), ..KeptWord::new(counterexample) })))
        }
        None => progress.first.is_some().then_some(End::Refuted),
    }
}

/// Returns the result of a reduction that was stopped by a limit. All words until then were refuted or
/// doubtful, so the one that is left is doubtful too. It is not if `counts` says that the words were ruled
/// out for one number of loop rounds after the other.
fn stopped(progress: &mut Progress, found: Counterexample, limit: String, counts: bool) -> End {
    let (counterexample, doubt) = match progress.doubtful.take() {
        Some((counterexample, doubt)) => (counterexample, Some(doubt)),
        None => (found, (!counts).then(|| of_stop(&limit))),
    };
    End::Kept(Box::new(KeptWord { limit: Some(limit), doubt, ..KeptWord::new(counterexample) }))
}

/// The doubt about what is left when a search is stopped.
fn of_stop(limit: &str) -> Doubt {
    Doubt { hint: HintId::StoppedSearch, sentence: limit.into() }
}
