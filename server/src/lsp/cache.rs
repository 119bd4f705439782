//! A cache of function reports, keyed by everything they depend on, so that an edit only analyses what it
//! changes.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use csieve_analysis::{
    consult::are_same, finding::FunctionReport, project::Surroundings, summary::Summaries,
};
use dashmap::DashMap;

use crate::project::FunctionKey;

/// The most reports that are kept.
const CAPACITY: usize = 20_000;

#[derive(Debug)]
struct Entry {
    report: Arc<FunctionReport>,
    last_used: AtomicU64,
}

/// The reports of all documents. When the cache is full, it drops the least recently used half.
#[derive(Debug)]
pub(crate) struct Cache {
    entries: DashMap<FunctionKey, Entry>,
    uses: AtomicU64,
    capacity: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl Cache {
    /// Creates a cache for at most this many reports.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { entries: DashMap::new(), uses: AtomicU64::new(0), capacity }
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

    /// Adds a report. If the cache is full, drops the least recently used half first.
    pub(super) fn insert(&self, key: FunctionKey, report: Arc<FunctionReport>) {
        if self.entries.len() >= self.capacity {
            self.shrink();
        }
        self.entries.insert(key, Entry { report, last_used: AtomicU64::new(self.next_use()) });
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    fn shrink(&self) {
        let mut uses: Vec<u64> =
            self.entries.iter().map(|entry| entry.last_used.load(Ordering::Relaxed)).collect();
        if uses.is_empty() {
            return;
        }
        let middle = uses.len() / 2;
        let (_, oldest_kept, _) = uses.select_nth_unstable(middle);
        self.entries.retain(|_, entry| entry.last_used.load(Ordering::Relaxed) > *oldest_kept);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use csieve_analysis::{
        finding::FunctionReport, options::Options, project::Surroundings, summary::Summaries,
        text::SourceText, unit::TranslationUnit,
    };
    use tower_lsp::lsp_types::Url;

    use super::Cache;
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
        let cache = Cache::with_capacity(4);
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
}
