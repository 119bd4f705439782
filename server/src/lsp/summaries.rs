//! A cache of the summaries of functions, keyed by a hash of everything that they are made from, so that an edit remakes only
//! the summaries that it changes.

use std::sync::Arc;

use csieve_analysis::{summarise::Cache, summary::Summary};

use crate::recent::Recent;

/// How much the summaries may take that are kept, in bytes of their form on disk: those of some million lines.
const CAPACITY: usize = 16 << 20;

/// How much the functions may take that are known to have no summary, in bytes.
const UNKNOWN: usize = 4 << 20;

/// The summaries of the functions of all documents, and of versions of them that somebody may come back to.
#[derive(Debug)]
pub(crate) struct RecentSummaries {
    summaries: Recent<u64, Summary>,
    /// The functions that may do anything.
    unknown: Recent<u64, ()>,
}

impl Default for RecentSummaries {
    fn default() -> Self {
        Self { summaries: Recent::with_capacity(CAPACITY), unknown: Recent::with_capacity(UNKNOWN) }
    }
}

impl Cache for RecentSummaries {
    fn get(&self, key: u64) -> Option<Option<Arc<Summary>>> {
        match self.summaries.get(&key) {
            Some(summary) => Some(Some(summary)),
            None => self.unknown.get(&key).map(|_| None),
        }
    }

    fn put(&self, key: u64, summary: Option<Arc<Summary>>) {
        match summary {
            Some(summary) => self.summaries.insert(key, &summary),
            None => self.unknown.insert(key, &Arc::new(())),
        }
    }
}
