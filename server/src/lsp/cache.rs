//! A cache of function reports, keyed by everything they depend on, so that an edit only analyses what it
//! changes.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use csieve_analysis::{
    consult::are_same, finding::FunctionReport, project::Surroundings, summary::Summaries,
};
use dashmap::DashMap;

use crate::project::FunctionKey;

/// How much the reports may take that are kept, in bytes of their form on disk. In memory they take a few times as much.
const CAPACITY: usize = 12 << 20;

#[derive(Debug)]
struct Entry {
    report: Arc<FunctionReport>,
    size: usize,
    last_used: AtomicU64,
}

impl Entry {
    /// Returns whether a document has the report, so that it takes no more memory if it is kept here too.
    fn is_shared(&self) -> bool {
        Arc::strong_count(&self.report) > 1
    }
}

/// The reports of all documents. When the cache is full, it drops the least recently used half of those that no document
/// has: typing makes new reports all day, and old ones are hardly ever asked for.
#[derive(Debug)]
pub(crate) struct Cache {
    entries: DashMap<FunctionKey, Entry>,
    uses: AtomicU64,
    /// The sum of the sizes of all entries.
    size: AtomicUsize,
    /// The size at which entries are dropped: the capacity, or more if the documents have more.
    limit: AtomicUsize,
    capacity: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl Cache {
    /// Creates a cache for reports of at most this size together, in bytes of their form on disk.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        let (uses, size, limit) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicUsize::new(capacity));
        Self { entries: DashMap::new(), uses, size, limit, capacity }
    }

    /// Returns the report of a key, if the other functions that the report depends on are unchanged.
    pub(super) fn get(
        &self,
        key: &FunctionKey,
        files: Surroundings,
        summaries: &Summaries,
    ) -> Option<Arc<FunctionReport>> {
        let entry = self.entries.get(key)?;
        if !are_same(files, summaries, &entry.report.consulted) {
            return None;
        }
        entry.last_used.store(self.next_use(), Ordering::Relaxed);
        Some(Arc::clone(&entry.report))
    }

    /// Adds a report. If the cache is full, drops the least recently used half of what no document has first.
    pub(super) fn insert(&self, key: FunctionKey, report: Arc<FunctionReport>) {
        let size = size(&report);
        if self.size.load(Ordering::Relaxed) + size > self.limit.load(Ordering::Relaxed) {
            self.shrink();
        }
        let entry = Entry { report, size, last_used: AtomicU64::new(self.next_use()) };
        self.size.fetch_add(size, Ordering::Relaxed);
        if let Some(old) = self.entries.insert(key, entry) {
            self.size.fetch_sub(old.size, Ordering::Relaxed);
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
                    self.size.fetch_sub(entry.size, Ordering::Relaxed);
                }
                is_kept
            });
        }
        // If the documents themselves have much, entries are not dropped at every report.
        let shared: usize =
            self.entries.iter().filter(|entry| entry.is_shared()).map(|entry| entry.size).sum();
        self.limit.store(self.capacity.max(2 * shared), Ordering::Relaxed);
    }
}

/// Returns how much a report takes in its form on disk, in bytes.
fn size(report: &FunctionReport) -> usize {
    borsh::object_length(report).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use csieve_analysis::{
        finding::FunctionReport, options::Options, project::Surroundings, summary::Summaries,
        text::SourceText, unit::TranslationUnit,
    };
    use tower_lsp::lsp_types::Url;

    use super::{Cache, size};
    use crate::{
        lsp::{language::Language, units::Units},
        project::{FunctionKey, surroundings},
    };

    fn keys(text: &str) -> Vec<FunctionKey> {
        let uri = Url::parse("untitled:a.c").expect("this is a URI");
        let unit = Units::new(std::env::temp_dir()).unit(&uri, 1, Language::C, &SourceText::new(text)).unit;
        let around = surroundings(Surroundings::alone(&unit), &Options::default());
        unit.functions.iter().map(|function| FunctionKey::new(text, function, around, 0)).collect()
    }

    fn report(name: String) -> Arc<FunctionReport> {
        Arc::new(FunctionReport { function: name, ..FunctionReport::default() })
    }

    #[test]
    fn an_edit_in_one_body_keeps_the_other_functions() {
        let before = keys("void f(int x) { x = 1; }\nint g(void) { return 1; }\n");
        let after = keys("void f(int x) { x = 2222; }\nint g(void) { return 1; }\n");
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn what_a_body_tells_about_its_function_concerns_all_functions() {
        let with =
            |value| keys(&format!("int f(void) {{ return {value}; }}\nint g(void) {{ return f(); }}\n"));
        assert_ne!(with(1)[1], with(2)[1]);
    }

    #[test]
    fn a_directive_in_a_body_concerns_all_functions() {
        let with =
            |value| keys(&format!("void f(void) {{\n# define N {value}\n}}\nint g(void) {{ return N; }}\n"));
        assert_ne!(with(1)[1], with(2)[1]);
    }

    #[test]
    fn a_full_cache_drops_what_was_not_used_for_longest() {
        let cache = Cache::with_capacity(4 * size(&report("a".to_owned())));
        let text =
            ["a", "b", "c", "d", "e"].map(|name| format!("int {name}(int x) {{ return x; }}\n")).concat();
        let keys = keys(&text);
        for (at, key) in keys[..4].iter().enumerate() {
            cache.insert(*key, report(at.to_string()));
        }
        let unit = TranslationUnit::default();
        let files = Surroundings::alone(&unit);
        assert!(cache.get(&keys[0], files, &Summaries::default()).is_some());
        cache.insert(keys[4], report("4".to_owned()));
        let kept: Vec<bool> =
            keys.iter().map(|key| cache.get(key, files, &Summaries::default()).is_some()).collect();
        assert_eq!(kept, [true, false, false, false, true]);
    }

    #[test]
    fn what_a_document_has_is_kept_and_what_is_replaced_counts_no_more() {
        let one = size(&report("a".to_owned()));
        let cache = Cache::with_capacity(2 * one);
        let keys =
            keys("int a(int x) { return x; }\nint b(int x) { return 1; }\nint c(void) { return 2; }\n");
        let in_document = report("a".to_owned());
        cache.insert(keys[0], Arc::clone(&in_document));
        for _ in 0..9 {
            cache.insert(keys[1], report("b".to_owned()));
            cache.insert(keys[2], report("c".to_owned()));
        }
        let unit = TranslationUnit::default();
        let files = Surroundings::alone(&unit);
        assert!(cache.get(&keys[0], files, &Summaries::default()).is_some());
        assert!(cache.get(&keys[2], files, &Summaries::default()).is_some());
        let sizes: usize = cache.entries.iter().map(|entry| entry.size).sum();
        assert_eq!(cache.size.into_inner(), sizes);
        assert!(sizes <= 3 * one);
    }
}
