//! A cache in memory that is bounded by the size of what it keeps.

use std::{
    hash::Hash,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use borsh::{BorshDeserialize, BorshSerialize};
use dashmap::DashMap;

/// The results that were made or asked for most recently, in their form on disk, which takes a few times less than what they
/// take in use. What somebody else has anyway is handed out again, not made again.
///
/// When the cache is full, it drops the least recently used half of the results that nobody else has: typing makes new ones all
/// day, and old ones are hardly ever asked for.
#[derive(Debug)]
pub(crate) struct Recent<K: Eq + Hash, V> {
    entries: DashMap<K, Entry<V>>,
    uses: AtomicU64,
    /// The sum of the sizes of all entries, in bytes.
    size: AtomicUsize,
    /// The size at which entries are dropped, in bytes: the capacity, or more if others have more.
    limit: AtomicUsize,
    capacity: usize,
}

#[derive(Debug)]
struct Entry<V> {
    packed: Box<[u8]>,
    in_use: Weak<V>,
    last_used: AtomicU64,
}

impl<V> Entry<V> {
    /// Returns how much the entry takes, in bytes.
    fn size(&self) -> usize {
        self.packed.len() + size_of::<Self>()
    }

    fn is_shared(&self) -> bool {
        self.in_use.strong_count() > 0
    }
}

impl<K: Copy + Eq + Hash, V: BorshSerialize + BorshDeserialize> Recent<K, V> {
    /// Creates a cache for results of at most this size together, in bytes of their form on disk.
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let (uses, size, limit) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicUsize::new(capacity));
        Self { entries: DashMap::new(), uses, size, limit, capacity }
    }

    /// Returns the result of a key, if it is kept.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let entry = self.entries.get(key)?;
        entry.last_used.store(self.next_use(), Ordering::Relaxed);
        if let Some(in_use) = entry.in_use.upgrade() {
            return Some(in_use);
        }
        let value = Arc::new(borsh::from_slice(&entry.packed).ok()?);
        drop(entry);
        // Whoever asks next shares it.
        if let Some(mut entry) = self.entries.get_mut(key) {
            entry.in_use = Arc::downgrade(&value);
        }
        Some(value)
    }

    /// Adds a result. If the cache is full, drops the least recently used half of what nobody else has first.
    pub(crate) fn insert(&self, key: K, value: &Arc<V>) {
        // Writing into memory does not fail.
        let Ok(packed) = borsh::to_vec(&**value) else { return };
        let last_used = AtomicU64::new(self.next_use());
        let entry = Entry { packed: packed.into(), in_use: Arc::downgrade(value), last_used };
        let size = entry.size();
        if self.size.load(Ordering::Relaxed) + size > self.limit.load(Ordering::Relaxed) {
            self.shrink();
        }
        self.size.fetch_add(size, Ordering::Relaxed);
        if let Some(old) = self.entries.insert(key, entry) {
            self.size.fetch_sub(old.size(), Ordering::Relaxed);
        }
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    fn shrink(&self) {
        let only_here = self.entries.iter().filter(|entry| !entry.is_shared());
        let mut uses: Vec<u64> = only_here.map(|entry| entry.last_used.load(Ordering::Relaxed)).collect();
        if !uses.is_empty() {
            let middle = uses.len() / 2;
            let (_, oldest_kept, _) = uses.select_nth_unstable(middle);
            self.entries.retain(|_, entry| {
                let is_kept = entry.is_shared() || entry.last_used.load(Ordering::Relaxed) > *oldest_kept;
                if !is_kept {
                    self.size.fetch_sub(entry.size(), Ordering::Relaxed);
                }
                is_kept
            });
        }
        // If others themselves have much, entries are not dropped at every result.
        let shared: usize =
            self.entries.iter().filter(|entry| entry.is_shared()).map(|entry| entry.size()).sum();
        self.limit.store(self.capacity.max(2 * shared), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::Ordering};

    use super::{Entry, Recent};

    /// The size of an entry with one of the texts.
    const ONE: usize = 14 + size_of::<Entry<String>>();

    fn text(number: usize) -> Arc<String> {
        Arc::new(format!("{number:010}"))
    }

    #[test]
    fn what_nobody_has_is_made_again_and_then_shared() {
        let cache = Recent::with_capacity(ONE);
        cache.insert(1, &text(1));
        let first = cache.get(&1).unwrap();
        assert_eq!(*first, *text(1));
        assert!(Arc::ptr_eq(&first, &cache.get(&1).unwrap()));
        assert_eq!(cache.get(&2), None);
    }

    #[test]
    fn a_full_cache_drops_what_was_not_used_for_longest() {
        let cache = Recent::with_capacity(4 * ONE);
        for key in 0..4 {
            cache.insert(key, &text(key));
        }
        assert!(cache.get(&0).is_some());
        cache.insert(4, &text(4));
        assert_eq!([0, 1, 2, 3, 4].map(|key| cache.get(&key).is_some()), [true, false, false, false, true]);
    }

    #[test]
    fn what_somebody_has_is_kept_and_what_is_replaced_counts_no_more() {
        let cache = Recent::with_capacity(2 * ONE);
        let shared = text(0);
        cache.insert(0, &shared);
        for _ in 0..9 {
            cache.insert(1, &text(1));
            cache.insert(2, &text(2));
        }
        assert!(Arc::ptr_eq(&shared, &cache.get(&0).unwrap()));
        assert!(cache.get(&2).is_some());
        let sizes: usize = cache.entries.iter().map(|entry| entry.size()).sum();
        assert_eq!(cache.size.load(Ordering::Relaxed), sizes);
        assert!(sizes <= 3 * ONE);
    }
}
