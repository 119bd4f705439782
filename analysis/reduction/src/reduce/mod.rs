//! The loop of counterexample-guided path reduction ([PR], section 4.1): search a counterexample, refute it,
//! add an observer, search again.

mod asking;
mod earlier;
mod early;
mod impossible;
mod pool;
mod progress;
mod proofs;
mod question;
mod rounds;
mod site;
mod trail;

#[cfg(test)]
mod tests;

pub use earlier::Earlier;
pub use early::{EarlyRuns, NoRuns};
pub use impossible::{FindingWords, Impossible};
pub use pool::{ObserverId, Pool};
pub use question::Answer;
pub use site::{Site, sites};

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Sentence,
    watch::Watch,
};
use csieve_dataflow::automaton::Automaton;
use csieve_graph::EdgeId;
use csieve_modelcheck::{
    checks::{Check, DoubleFree, InvalidFree, UninitializedRead, UseAfterFree},
    model::{Counterexample, Function, Property},
};
use csieve_refuters::Refuter;
use csieve_reports::{
    finding::{Candidate, Finding, Refuted, Step, Verdict, VerdictKind},
    report,
};

use early::{Begun, EARLY_ROUNDS};
use progress::{ANY_REASON, End, KeptWord, LATE, Limits, Progress, Sought, of_stop};

use crate::plausibility::Trusting;

/// The properties whose definite misuses end a run, so that nothing after them is reported, in the order in
/// which they are asked. They are the properties of the checks that declare `ends_runs`.
pub const ENDING: &[&dyn Property] = &[&UninitializedRead, &UseAfterFree, &DoubleFree, &InvalidFree];

/// Path reduction for the findings of one function: everything that stays the same for all these findings.
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
    /// The runs that are asked while a search goes on.
    pub early: &'a dyn EarlyRuns,
    /// The options of the analysis.
    pub options: &'a Options,
    /// The source of cancellation, which is asked now and then whether to stop.
    pub cancel: &'a dyn Cancel,
    /// The watch, which is told the questions to refuters and their answers.
    pub watch: &'a dyn Watch,
}

/// The search at a site after its first rounds.
enum Started<'a> {
    /// The search has come to its end.
    Done(Option<Box<Finding>>),
    /// The search needs more rounds.
    Open(Box<Progress<'a>>),
}

/// The number of states that the searches of a function may visit in all, as a multiple of the option
/// `max_states`. Searches that begin after that have the limits [`LATE`].
const FUNCTION_SEARCHES: u64 = 12;

/// The rounds of path reduction that a rule may take in one function, as a multiple of the greatest number of
/// rounds of its property. Searches of the rule that begin after that may take none.
const SEARCHES: u32 = 5;

impl<'a> Reduction<'a> {
    /// Returns the findings at sites. All sites get their first rounds before one gets more, so that a site that needs
    /// many rounds leaves the others their share of what a function may take.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn findings(&self, sites: &[Site], pool: &mut Pool<'a>) -> Result<Vec<Finding>, Cancelled> {
        let (mut findings, mut open) = (Vec::new(), Vec::new());
        for site in sites {
            match self.started(site, pool)? {
                Started::Done(finding) => findings.extend(finding.map(|finding| *finding)),
                Started::Open(progress) => open.push((site, progress)),
            }
        }
        for (site, progress) in open {
            findings.extend(self.continued(site, *progress, pool)?);
        }
        Ok(findings)
    }

    /// Returns the finding at a site. `None` if the site has no counterexample, or if the named cause is
    /// refuted but the misuse may happen for another reason.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn finding(&self, site: &Site, pool: &mut Pool<'a>) -> Result<Option<Finding>, Cancelled> {
        match self.started(site, pool)? {
            Started::Done(finding) => Ok(finding.map(|finding| *finding)),
            Started::Open(progress) => self.continued(site, *progress, pool),
        }
    }

    /// Does the first rounds at a site.
    fn started(&self, site: &Site, pool: &mut Pool<'a>) -> Result<Started<'a>, Cancelled> {
        let mut progress = Progress::default();
        let limits = self.limits_now(site.check, pool);
        let finding = match self.begun(site, limits, pool, &mut progress)? {
            Begun::Confirmed(finding) => {
                pool.origins.extend(progress.origin);
                *pool.rounds(site.check.rule()) += finding.rounds.len() as u32;
                Some(finding)
            }
            Begun::Ended(end) => self.ended(site, end, progress, pool)?.map(Box::new),
            // No rounds were done: a search of so few rounds has no first ones.
            Begun::Open if limits.rounds <= EARLY_ROUNDS => {
                self.continued(site, progress, pool)?.map(Box::new)
            }
            Begun::Open => {
                *pool.rounds(site.check.rule()) += progress.rounds.len() as u32;
                return Ok(Started::Open(Box::new(progress)));
            }
        };
        Ok(Started::Done(finding))
    }

    /// Does all further rounds at a site, as far as the limits of the function allow.
    fn continued(
        &self,
        site: &Site,
        mut progress: Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Finding>, Cancelled> {
        let done = progress.rounds.len();
        // These rounds are counted already, and again at the end.
        *pool.rounds(site.check.rule()) -= done as u32;
        let mut limits = self.limits_now(site.check, pool);
        limits.rounds = limits.rounds.max(done + progress.doubts.len());
        let end = self.reduce(Sought::Evidence(site.check), &site.edges, limits, pool, &mut progress)?;
        self.ended(site, end, progress, pool)
    }

    /// Returns the limits of a search that begins or goes on now, after what the function has taken so far.
    fn limits_now(&self, check: &dyn Check, pool: &mut Pool<'a>) -> Limits {
        let mut limits = self.limits(check);
        if pool.states > u64::from(self.options.max_states) * FUNCTION_SEARCHES {
            limits =
                Limits { rounds: limits.rounds.min(LATE.rounds), states: limits.states.min(LATE.states) };
        }
        if *pool.rounds(check.rule()) >= check.max_rounds().saturating_mul(SEARCHES) {
            limits.rounds = 0;
        }
        limits
    }

    /// Returns the finding at a site whose search has come to its end.
    fn ended(
        &self,
        site: &Site,
        end: Option<End>,
        mut progress: Progress<'a>,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Finding>, Cancelled> {
        let rule = site.check.rule();
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
        let finding = self.assembled(site, end, &mut progress);
        pool.origins.extend(progress.origin);
        Ok(finding)
    }

    /// Returns the finding at a site after its search. The finding gets the rounds of the search.
    fn assembled(&self, site: &Site, end: End, progress: &mut Progress<'a>) -> Option<Finding> {
        let (verdict, shown) = self.verdict(site.check, end, progress)?;
        progress.origin = match &verdict {
            Verdict::Unrefuted(candidate) if candidate.doubt.is_none() => shown.origin(),
            _ => None,
        };
        Some(Finding {
            rule: site.check.rule(),
            own: site.check.own_name(),
            function: self.function.cfg.function.clone(),
            span: site.span,
            message: self.message(site.check, &shown, verdict.kind()),
            subject: site.check.subject(self.function, &shown),
            cause: report::cause(self.function.cfg, self.text, site.check.rule(), &shown),
            witness: report::folded(self.steps(&shown)),
            rounds: std::mem::take(&mut progress.rounds),
            abstracted: report::abstracted(self.function.cfg, &shown.word),
            expansion: None,
            verdict,
        })
    }

    /// Returns the verdict on a site after its search, with the counterexample that is shown.
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

    /// Returns the limits that the options and the property set for a search.
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

    fn steps(&self, found: &Counterexample) -> Vec<Step> {
        report::steps(self.function.cfg, self.automaton, self.text, &found.word, &found.moves)
    }
}
