//! Runs that are asked while a search goes on.
//!
//! Each round of path reduction excludes one class of paths. Where a misuse needs many rounds of a loop, a
//! run gets there sooner, so runs are asked after a few rounds already.

use csieve_base::cancel::Cancelled;
use csieve_reports::finding::Finding;

use super::{
    Pool, Reduction, Site,
    progress::{End, Limits, Progress, Sought},
};

/// The number of rounds of path reduction after which runs are asked.
pub(super) const EARLY_ROUNDS: usize = 8;

/// A source of runs that may reach the misuse of a finding.
pub trait EarlyRuns {
    /// Marks a finding as confirmed and returns true if a run reaches its misuse. Few runs are tried.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    fn confirms(&self, finding: &mut Finding) -> Result<bool, Cancelled>;
}

/// No runs: a search goes on to its end.
pub struct NoRuns;

impl EarlyRuns for NoRuns {
    fn confirms(&self, _: &mut Finding) -> Result<bool, Cancelled> {
        Ok(false)
    }
}

/// The first rounds of a search.
pub(super) enum Begun {
    /// A run confirmed the finding.
    Confirmed(Box<Finding>),
    /// The search came to its end.
    Ended(Option<End>),
    /// The search goes on.
    Open,
}

impl<'a> Reduction<'a> {
    /// Does the first rounds of the search at a site, and asks runs if that does not end it.
    pub(super) fn begun(
        &self,
        site: &Site,
        limits: Limits,
        pool: &mut Pool<'a>,
        progress: &mut Progress<'a>,
    ) -> Result<Begun, Cancelled> {
        if limits.rounds <= EARLY_ROUNDS {
            return Ok(Begun::Open);
        }
        let early = Limits { rounds: EARLY_ROUNDS, ..limits };
        let end = self.reduce(Sought::Evidence(site.check), &site.edges, early, pool, progress)?;
        let Some(End::Kept(kept)) = end else { return Ok(Begun::Ended(end)) };
        if kept.limit.is_none() || progress.rounds.len() + progress.doubts.len() < EARLY_ROUNDS {
            return Ok(Begun::Ended(Some(End::Kept(kept))));
        }
        if kept.doubt.as_ref().is_some_and(|doubt| !doubt.is_answered_by_runs()) {
            return Ok(Begun::Open);
        }
        let Some(mut finding) = self.assembled(site, End::Kept(kept), progress) else {
            return Ok(Begun::Open);
        };
        if self.early.confirms(&mut finding)? {
            return Ok(Begun::Confirmed(Box::new(finding)));
        }
        progress.rounds = finding.rounds;
        Ok(Begun::Open)
    }
}
