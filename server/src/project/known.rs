//! The summaries of functions, keyed by a hash of everything that they are made from, as a run on many files knows them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use csieve_analysis::{summarise::Cache, summary::Summary};
use dashmap::DashMap;

/// The summaries of functions by their keys; `None` for a function that may do anything.
pub(super) type Kept = Vec<(u64, Option<Arc<Summary>>)>;

/// The summaries of the functions of files that are analysed together.
#[derive(Debug, Default)]
pub struct KnownSummaries {
    all: DashMap<u64, Known>,
    /// Whether a summary was made that was not known at the start.
    has_new: AtomicBool,
}

#[derive(Debug)]
struct Known {
    summary: Option<Arc<Summary>>,
    is_used: AtomicBool,
}

impl KnownSummaries {
    /// Creates a cache of summaries that an earlier run used.
    pub fn of(kept: Kept) -> Self {
        let known = |(key, summary)| (key, Known { summary, is_used: AtomicBool::new(false) });
        Self { all: kept.into_iter().map(known).collect(), has_new: AtomicBool::new(false) }
    }

    /// Returns whether the summaries that were used are not just those that were known at the start.
    pub fn has_changed(&self) -> bool {
        self.has_new.load(Ordering::Relaxed)
            || self.all.iter().any(|known| !known.is_used.load(Ordering::Relaxed))
    }

    /// Returns the summaries that were used, in the order of their keys.
    pub fn used(&self) -> Kept {
        let used = self.all.iter().filter(|known| known.is_used.load(Ordering::Relaxed));
        let mut used: Kept = used.map(|known| (*known.key(), known.summary.clone())).collect();
        used.sort_unstable_by_key(|(key, _)| *key);
        used
    }
}

impl Cache for KnownSummaries {
    fn get(&self, key: u64) -> Option<Option<Arc<Summary>>> {
        let known = self.all.get(&key)?;
        known.is_used.store(true, Ordering::Relaxed);
        Some(known.summary.clone())
    }

    fn put(&self, key: u64, summary: Option<Arc<Summary>>) {
        self.has_new.store(true, Ordering::Relaxed);
        self.all.insert(key, Known { summary, is_used: AtomicBool::new(true) });
    }
}

/// Hands summaries that are known in one cache on to another, as they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct HandedOn<'a> {
    /// The cache that has the summaries.
    pub from: &'a (dyn Cache + Sync),
    /// The cache that gets them.
    pub to: &'a (dyn Cache + Sync),
}

impl Cache for HandedOn<'_> {
    fn get(&self, key: u64) -> Option<Option<Arc<Summary>>> {
        let summary = self.from.get(key)?;
        self.to.put(key, summary.clone());
        Some(summary)
    }

    fn put(&self, key: u64, summary: Option<Arc<Summary>>) {
        self.from.put(key, summary.clone());
        self.to.put(key, summary);
    }
}
