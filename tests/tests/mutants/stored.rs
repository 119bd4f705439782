//! What csieve keeps on disk.

use std::{fs, path::Path, sync::Arc};

use csieve::{
    cache::{CacheSettings, DiskCache, Kind},
    project::analyse_text,
};
use csieve_analysis::finding::FunctionReport;
use csieve_base::{options::Options, watch::NoWatch};
use csieve_tests::{builds, panics, random::Random, record_panics};

use super::seeds;

/// Damages bytes at some places.
fn damaged(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.splice(at..at, std::iter::repeat_n(random.below(256) as u8, 9))),
            _ => bytes[at] = random.below(256) as u8,
        }
    }
    bytes
}

fn cache(folder: &Path) -> DiskCache {
    let settings = CacheSettings { folder: folder.to_owned(), limit: 1 << 20 };
    DiskCache::open(&settings).expect("a cache")
}

#[test]
fn damaged_results_are_not_taken() {
    record_panics();
    let folder = tempfile::tempdir().expect("a folder");
    let cache = cache(folder.path());
    let (key, value) = (cache.key(&1), vec!["one".to_owned(), "two".repeat(99)]);
    cache.put(Kind::Summaries, key, &value);
    let file =
        ignore::Walk::new(folder.path()).flatten().find(|entry| entry.path().is_file()).expect("an entry");
    let whole = fs::read(file.path()).expect("it is read");
    for (seed, mut random) in seeds(200) {
        let bytes = damaged(&whole, &mut random);
        fs::write(file.path(), &bytes).expect("it is written");
        let got: Option<Vec<String>> = cache.get(Kind::Summaries, key);
        assert!(got.is_none_or(|got| got == value), "seed {seed}");
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
}

/// Returns the bytes of reports, each of one function: damage is dense in what is small.
fn reports() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all = Vec::new();
    for name in ["callees.c", "macros.c", "function_runs.c", "double_free.c"] {
        let text = fs::read_to_string(folder.join(name)).expect("it is read");
        let file = analyse_text(name.into(), text, None, &builds(), &Options::default(), &NoWatch);
        all.extend(file.reports.into_iter().map(|report| borsh::to_vec(&[report].to_vec()).expect("bytes")));
    }
    all
}

#[test]
fn damaged_values_of_entries_that_are_whole_are_read_or_refused() {
    record_panics();
    let wholes = reports();
    let folder = tempfile::tempdir().expect("a folder");
    let cache = cache(folder.path());
    let key = cache.key(&1);
    let mut read = 0;
    for (seed, mut random) in seeds(200) {
        cache.put_payload(Kind::Results, key, &damaged(&random.choose(&wholes), &mut random));
        let got: Option<Vec<(u32, Arc<FunctionReport>)>> = cache.get(Kind::Results, key);
        read += u32::from(got.is_some());
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
    assert!(read > 0, "some of them have the form of reports");
}
