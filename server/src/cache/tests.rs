//! Tests of the cache on disk: whole entries or none, whatever happens to the files.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use tempfile::TempDir;

use super::{CacheSettings, DiskCache, Kind, clear, usage};

fn open(folder: &Path, limit: u64) -> DiskCache {
    DiskCache::open(&CacheSettings { folder: folder.to_owned(), limit }).expect("the test can be read")
}

/// Returns the files of a cache, without the one that says that it is a cache.
fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).build();
    let all = walk.flatten().filter(|entry| entry.path().is_file()).map(ignore::DirEntry::into_path);
    all.filter(|path| !path.ends_with("CACHEDIR.TAG")).collect()
}

/// Sets back the time at which a file was used last.
fn age(path: &Path, hours: u64) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).unwrap();
}

#[test]
fn another_process_reads_what_was_put() {
    let folder = TempDir::new().unwrap();
    let cache = open(folder.path(), 1 << 20);
    let key = cache.key(&"what it is made from");
    assert_eq!(cache.get::<String>(Kind::Results, key), None);
    cache.put(Kind::Results, key, &"result".to_owned());
    let again = open(folder.path(), 1 << 20);
    assert_eq!(again.get(Kind::Results, key), Some("result".to_owned()));
    assert_eq!(again.get::<String>(Kind::Last, key), None, "each kind has entries of its own");
    assert_eq!(key.to_string().parse(), Ok(key));
    assert!(folder.path().join("CACHEDIR.TAG").exists());
}

#[test]
fn a_damaged_entry_is_missing_and_goes() {
    let folder = TempDir::new().unwrap();
    let cache = open(folder.path(), 1 << 20);
    let key = cache.key(&1);
    let whole = {
        cache.put(Kind::Results, key, &vec![7_u64; 100]);
        fs::read(&files(folder.path())[0]).unwrap()
    };
    let path = files(folder.path()).remove(0);
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        assert_eq!(cache.get::<Vec<u64>>(Kind::Results, key), None, "{cut} of {} bytes", whole.len());
        assert!(!path.exists());
    }
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(cache.get::<Vec<u64>>(Kind::Results, key), None, "bit {bit}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(cache.get(Kind::Results, key), Some(vec![7_u64; 100]));
    assert_eq!(cache.get::<String>(Kind::Results, key), None, "an entry with another form is damaged");
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = TempDir::new().unwrap();
    let cache = open(folder.path(), 3_000);
    let random = |seed: u64| -> Vec<u64> {
        (0..100).map(|at| (seed + at).wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect()
    };
    let keys: Vec<_> = (0..6).map(|number| cache.key(&number)).collect();
    for (number, key) in keys.iter().enumerate() {
        cache.put(Kind::Results, *key, &random(number as u64 * 1_000));
        age(&cache.path(Kind::Results, *key), 10 - number as u64);
    }
    // Reading the oldest makes it the newest.
    assert!(cache.get::<Vec<u64>>(Kind::Results, keys[0]).is_some());
    cache.trim();
    let left: Vec<bool> = keys.iter().map(|key| cache.has(Kind::Results, *key)).collect();
    assert_eq!(left, [true, false, false, false, true, true]);
    assert!(usage(folder.path()).total().1 <= 3_000);
}

#[test]
fn left_over_files_go_when_they_are_old() {
    let folder = TempDir::new().unwrap();
    let cache = open(folder.path(), 1 << 20);
    cache.put(Kind::Results, cache.key(&1), &1);
    let entry = files(folder.path()).remove(0);
    let (old, new) = (entry.with_file_name(".new-1"), entry.with_file_name(".new-2"));
    fs::write(&old, "half").unwrap();
    fs::write(&new, "half").unwrap();
    age(&old, 2);
    assert_eq!(usage(folder.path()).total().0, 1, "what is being written is no entry");
    assert!(!old.exists() && new.exists());
}

#[test]
fn an_error_in_writing_is_told_once_and_ends_the_writing() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = open(&file.join("cache"), 1 << 20);
    assert_eq!(cache.failure(), None);
    cache.put(Kind::Results, cache.key(&1), &1);
    assert!(cache.failure().unwrap().starts_with("nothing is kept in the cache"));
    cache.put(Kind::Results, cache.key(&1), &1);
    assert_eq!(cache.get::<i32>(Kind::Results, cache.key(&1)), None);
    cache.trim();
}

#[test]
fn clearing_leaves_what_is_not_of_the_cache() {
    let folder = TempDir::new().unwrap();
    clear(folder.path()).expect("an empty cache can be cleared");
    let cache = open(folder.path(), 1 << 20);
    cache.put(Kind::Results, cache.key(&1), &1);
    fs::write(folder.path().join("mine"), "").unwrap();
    clear(folder.path()).unwrap();
    assert_eq!(usage(folder.path()).total(), (0, 0));
    assert!(folder.path().join("mine").exists());
}
