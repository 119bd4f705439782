//! Counterexample guided path reduction (the paper, section 4.1): model check, refute, observe, again.

mod impossible;
mod pool;
mod site;

#[cfg(test)]
mod tests;

pub use impossible::{Impossible, Words};
pub use pool::{ObserverId, Pool};
pub use site::{Site, sites};

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Sentence,
    watch::{Answer, Question, Watch},
};
use csieve_dataflow::{automaton::Automaton, ranges::Ranges};
use csieve_graph::{Action, Cfg, Edge, EdgeId, Type, VarId, VarKind};
use csieve_modelcheck::{
    checks::{Check, DoubleFree, InvalidFree, UninitializedRead, UseAfterFree, declaration},
    model::{Counterexample, Function, Observer, Outcome, Property, Search, rejected_at, rejects, trail},
};
use csieve_proof as proof;
use csieve_refuters as refute;
use csieve_refuters::{PathProgram, Proof, Reasoning, Refutation, Refuter, Seed, Turn};
use csieve_reports::{
    finding::{
        Candidate, Conflict, Doubt, Finding, HintId, Opinion, Refuted, Round, Step, Trail, Verdict,
        VerdictKind,
    },
    report,
};

use crate::plausibility::{self, Evidence, Trusting};

/// Properties whose definite misuses end a run, so that nothing is reported behind them: those of the checks that
/// declare it, in the order in which they are asked.
pub const ENDING: &[&dyn Property] = &[&UninitializedRead, &UseAfterFree, &DoubleFree, &InvalidFree];

/// What stays the same while the findings of one function are reduced.
pub struct Reduction<'a> {
    /// The function.
    pub function: &'a Function<'a>,
    /// Its interval automaton.
    pub automaton: &'a Automaton,
    /// The one of somebody who trusts the program, made when it is first needed.
    pub trusting: &'a OnceCell<Trusting>,
    /// Its text.
    pub text: &'a str,
    /// Properties whose definite misuses end a run.
    pub ending: &'a [&'a dyn Property],
    /// The refuters, in the order in which they are asked.
    pub refuters: Vec<&'static dyn Refuter>,
    /// The options.
    pub options: &'a Options,
    /// Asked now and then.
    pub cancel: &'a dyn Cancel,
    /// Looks on.
    pub watch: &'a dyn Watch,
}

/// How the search for counterexamples of one site went.
#[derive(Default)]
struct Progress<'a> {
    rounds: Vec<Round>,
    /// What was said in this round without a proof.
    opinions: Vec<Opinion>,
    /// The first counterexample.
    first: Option<Counterexample>,
    /// Observers in use, in the order they were needed.
    active: Vec<ObserverId>,
    /// The first counterexample that is only doubtful, and why.
    doubtful: Option<(Counterexample, Doubt)>,
    /// What leaves doubtful ones out; proves nothing, so no other search may use it.
    doubts: Vec<Box<dyn Observer + 'a>>,
    /// Rounds before a proof for any number of rounds is looked for again: twice as many each time, because the search is dear.
    one_by_one: usize,
    /// A path was too much for a refuter: a second one is not looked at statement by statement.
    was_too_hard: bool,
}

impl Progress<'_> {
    /// Whether what ruled paths out was how often a loop had gone round: then later rounds may do what these did not. For
    /// an index the last proof is enough, because counting is what brings it to its bound.
    fn counts(&self, sought: Sought, pool: &Pool) -> bool {
        let is_index = matches!(sought, Sought::Evidence(check) if declaration(check.rule()).is_index());
        let first = if is_index { self.active.len().saturating_sub(1) } else { 0 };
        (is_index || self.doubts.is_empty())
            && !self.active.is_empty()
            && self.active[first..].iter().all(|id| pool.counts(*id))
    }
}

/// What a search is for.
#[derive(Clone, Copy)]
enum Sought<'s> {
    /// A counterexample that is evidence of a misuse.
    Evidence(&'s dyn Check),
    /// Any counterexample.
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

/// How long a search may be.
#[derive(Clone, Copy)]
struct Limits {
    /// Most rounds, those before included.
    rounds: usize,
    /// Most states of a product.
    states: u32,
}

/// Most rounds of a search for the misuse for any reason, and most states of one: if that is not enough to prove it
/// absent, there is just no finding.
const ANY_REASON: Limits = Limits { rounds: 12, states: 15_000 };

/// How many searches with the most states a function may take before the rest has to be short.
const FUNCTION_SEARCHES: u64 = 12;

/// Rounds of a search before proofs that cover any number of rounds of a loop are worth their price.
const ROUNDS_ONE_BY_ONE: usize = 2;

/// How many conditions behind a conflict are tried as ends of a path that no number of rounds can go.
const LATER_ENDS: usize = 2;

/// How short.
const LATE: Limits = Limits { rounds: 6, states: 5_000 };

/// How many searches of the greatest length a function may take, for rules that bound it.
const SEARCHES: u32 = 5;

/// Most steps of the passes that find out what comes behind a cause.
const BEHIND_STEPS: u32 = 1_000_000;

/// How it ended.
enum End {
    Refuted,
    Kept(Box<Kept>),
}

/// What was kept.
struct Kept {
    counterexample: Counterexample,
    limit: Option<String>,
    doubt: Option<Doubt>,
    /// What a run may begin with that takes it.
    seed: Option<Seed>,
}

impl Kept {
    /// A counterexample that nothing speaks against yet.
    fn new(counterexample: Counterexample) -> Self {
        Self { counterexample, limit: None, doubt: None, seed: None }
    }
}

/// What refuters say of a counterexample.
enum Said {
    /// These observers reject it.
    Spurious(Vec<ObserverId>),
    /// None does; perhaps some run takes it that begins like this.
    Kept(Option<Seed>),
}

impl<'a> Reduction<'a> {
    /// The finding at a site; none if the site has no counterexample at all.
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
            // The misuse can happen after all, for a reason that makes no finding.
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
        let Kept { counterexample, limit, mut doubt, seed } = kept;
        if limit.is_some() && !check.is_kept_when_stopped(self.function, &counterexample) {
            doubt = doubt.or_else(|| limit.as_deref().map(of_stop));
        }
        let trail = Some(self.trail(&counterexample, seed.as_ref()));
        Some((Verdict::Unrefuted(Candidate { limit, doubt, unconfirmed: None, trail }), counterexample))
    }

    /// What happens, and for a finding that is kept what decides that it does.
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

    /// What the options and the property allow.
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
                    0 => "its paths were not looked into: the function has too many places like this"
                        .to_owned(),
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
                    return Ok(Some(End::Kept(Box::new(Kept { seed, ..Kept::new(found) }))));
                }
            }
        }
    }

    /// A reason not to believe a counterexample.
    fn doubt(
        &self,
        check: &dyn Check,
        targets: &FixedBitSet,
        found: &Counterexample,
    ) -> Option<(HintId, plausibility::Doubt<'a>)> {
        let trusting = self.trusting.get_or_init(|| Trusting::new(self.function, self.options.wrapv));
        let path = PathProgram {
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

    /// Whether a run may get from where a counterexample begins to follow something to the misuse, however often it goes
    /// round loops.
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
        let search = Search {
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

    /// What refuters say of a counterexample: an observer that is known already rejects it, else those of the first one
    /// that finds a proof.
    fn said_of(&self, found: &Counterexample, pool: &mut Pool<'a>, progress: &mut Progress<'a>) -> Said {
        if let Some(known) = pool.rejecting(&found.word) {
            return Said::Spurious(vec![known]);
        }
        let path = PathProgram {
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
            // A proof that does not cover the path it was made from proves nothing about it.
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
        // What is too much for a whole path may be easy statement by statement.
        let is_hard = seed.is_none() && is_too_hard;
        let by_statement = is_hard && !std::mem::replace(&mut progress.was_too_hard, true);
        let last = (0..found.word.len()).rfind(|position| self.is_condition(&found.word, *position));
        let easier = last.filter(|_| by_statement).and_then(|end| {
            let until = PathProgram { word: &found.word[..=end], ..path };
            self.for_any_round(&path, &until, progress, pool)
        });
        let proved = easier.or_else(|| {
            let proof = self.last_resort(&path, progress)?;
            self.remember(&path, proof, pool)
        });
        proved.map_or(Said::Kept(seed), |known| Said::Spurious(vec![known]))
    }

    /// The refuters that are asked at some turns, in their order.
    fn refuters_at(&self, is_asked: fn(Turn) -> bool) -> impl Iterator<Item = &'static dyn Refuter> {
        self.refuters.iter().copied().filter(move |refuter| is_asked(refuter.declaration().turn))
    }

    /// A proof of a refuter that is worth its price only where no other finds one.
    fn last_resort(&self, path: &PathProgram<'a, '_>, progress: &mut Progress<'a>) -> Option<Proof<'a>> {
        self.refuters_at(|turn| turn == Turn::LastResort).find_map(|refuter| {
            let Refutation::Spurious(proofs) = self.asked(refuter, path, progress).0 else { return None };
            proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word))
        })
    }

    /// A proof for every number of rounds of the loops that a path goes through, if it has been refuted for one number after
    /// the other.
    fn generalised(
        &self,
        path: &PathProgram<'a, '_>,
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
            // What comes behind the conflict takes no part in it.
            let until = PathProgram { word: &path.word[..=end], ..*path };
            self.for_any_round(path, &until, progress, pool)
        })
    }

    /// A proof by those refuters that cover any number of rounds, for the first part of a path.
    fn for_any_round(
        &self,
        path: &PathProgram<'a, '_>,
        until: &PathProgram<'a, '_>,
        progress: &mut Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        self.refuters_at(|turn| turn != Turn::Path).find_map(|refuter| {
            let (Refutation::Spurious(proofs), _) = self.asked(refuter, until, progress) else { return None };
            let better = proofs.into_iter().find(|proof| rejects(proof.observer.as_ref(), path.word));
            better.and_then(|proof| self.remember(until, proof, pool))
        })
    }

    /// Where a path may end that cannot be gone, whatever the number of rounds: where it was refuted, or at one of the next
    /// conditions, for the first may only be about how many rounds there were.
    fn ends(&self, word: &[EdgeId], first: usize) -> Vec<usize> {
        let is_condition = |position: &usize| self.is_condition(word, *position);
        let later = (first + 1..word.len()).filter(is_condition).take(LATER_ENDS);
        std::iter::once(first).chain(later).collect()
    }

    /// Whether a run only gets past a position of a path if something holds.
    fn is_condition(&self, word: &[EdgeId], position: usize) -> bool {
        matches!(self.function.cfg.edge(word[position]).action, Action::Assume { .. })
    }

    /// What a refuter says of a path, and whether it ran out of steps.
    fn asked(
        &self,
        refuter: &dyn Refuter,
        path: &PathProgram<'a, '_>,
        progress: &mut Progress<'a>,
    ) -> (Refutation<'a>, bool) {
        let question = Question::Path(refuter.id());
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

    /// What a search for inputs needs to know of a counterexample.
    fn trail(&self, found: &Counterexample, seed: Option<&Seed>) -> Trail {
        let cfg = self.function.cfg;
        let is_made = |edge: &Edge| matches!(edge.action, Action::Alloc { .. } | Action::Open { .. });
        let made = found.origin().map(|origin| cfg.edge(origin)).filter(|edge| is_made(edge));
        let position = |var: VarId| cfg.params.as_ref()?.iter().position(|param| *param == Some(var));
        let values = || seed.into_iter().flat_map(|seed| &seed.values);
        let params = values().filter_map(|(var, bits)| Some((position(*var)? as u32, *bits)));
        let globals = values().filter(|(var, _)| cfg.var(*var).kind == VarKind::Global);
        // That two pointers may be one object, or a small number, is not what a run would begin with.
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

    /// Keeps a proof with its printed form; none if that does not check, for then the refuter said nothing.
    fn remember(&self, path: &PathProgram, proof: Proof<'a>, pool: &mut Pool<'a>) -> Option<ObserverId> {
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

    /// Whether the printed form of a proof proves what it claims.
    fn checks(&self, reasoning: &Reasoning, printed: &Conflict) -> bool {
        self.watch.asks(Question::Certificate);
        let holds = is_checked(reasoning, printed);
        self.watch.answers(Question::Certificate, if holds { Answer::Yes } else { Answer::No }, 0);
        holds
    }

    fn steps(&self, found: &Counterexample) -> Vec<Step> {
        report::steps(self.function.cfg, self.automaton, self.text, &found.word, &found.moves)
    }
}

/// Whether a path comes to one place twice.
fn repeats(cfg: &Cfg, word: &[EdgeId]) -> bool {
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    word.iter().any(|edge| seen.put(cfg.edge(*edge).from.index()))
}

/// Whether the printed form of a proof proves what it claims. That a misuse ended the run is no matter of equations.
fn is_checked(reasoning: &Reasoning, printed: &Conflict) -> bool {
    match reasoning {
        Reasoning::Misuse(_) => true,
        Reasoning::Intervals(_) | Reasoning::Bits(_) | Reasoning::Assertions(_) | Reasoning::Heaps(_) => {
            let certificate = printed.certificate.as_ref();
            certificate.is_some_and(|certificate| proof::check(certificate.text()).is_ok())
        }
    }
}

/// How a search ends that has seen everything.
fn ended(progress: &mut Progress) -> Option<End> {
    match progress.doubtful.take() {
        Some((counterexample, doubt)) => {
            Some(End::Kept(Box::new(Kept { doubt: Some(doubt), ..Kept::new(counterexample) })))
        }
        None => progress.first.is_some().then_some(End::Refuted),
    }
}

/// How one ends that had to stop. What it saw until then was refuted or doubtful, so what is left is a guess; unless
/// it `counts` the rounds of a loop, one by one.
fn stopped(progress: &mut Progress, found: Counterexample, limit: String, counts: bool) -> End {
    let (counterexample, doubt) = match progress.doubtful.take() {
        Some((counterexample, doubt)) => (counterexample, Some(doubt)),
        None => (found, (!counts).then(|| of_stop(&limit))),
    };
    End::Kept(Box::new(Kept { limit: Some(limit), doubt, ..Kept::new(counterexample) }))
}

/// The doubt about what is left when a search is stopped.
fn of_stop(limit: &str) -> Doubt {
    Doubt { hint: HintId::StoppedSearch, sentence: limit.into() }
}
