//! A cache of summaries, keyed by a hash of everything that they are made from, so that an edit remakes only
//! the summaries that it changes.

use std::sync::Arc;

use csieve_analysis::{summarise::Cache, summary::Summary};
use dashmap::DashMap;

/// The most summaries that are kept.
const CAPACITY: usize = 200_000;

/// A cache of the summaries of all functions seen so far. When it is full, it is emptied: summaries are
/// quickly made again.
#[derive(Debug, Default)]
pub struct KnownSummaries {
    all: DashMap<u64, Option<Arc<Summary>>>,
}

impl Cache for KnownSummaries {
    fn get(&self, key: u64) -> Option<Option<Arc<Summary>>> {
        self.all.get(&key).map(|known| known.clone())
    }

    fn put(&self, key: u64, summary: Option<Arc<Summary>>) {
        if self.all.len() >= CAPACITY {
            self.all.clear();
        }
        self.all.insert(key, summary);
    }
}
