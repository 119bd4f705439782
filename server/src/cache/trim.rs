//! Keeps the cache below its limit: what was not used for longest goes first.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::{Duration, SystemTime},
};

use ignore::WalkBuilder;

use super::{DiskCache, FORM, Kind};

/// How the names of entries begin that are being written.
pub(super) const UNFINISHED: &str = ".new-";

/// The age after which an unfinished entry counts as left over by a writer that was killed.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// The number of bytes that a process writes before it looks whether the cache is too large.
const LOOKS_AFTER: u64 = 4 << 20;

/// What a cache holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The number of entries of each kind and their bytes.
    pub kinds: Vec<(Kind, usize, u64)>,
}

/// An entry as its folder shows it.
struct Listed {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Usage {
    /// Returns the number of entries of all kinds, and of their bytes.
    pub fn total(&self) -> (usize, u64) {
        self.kinds.iter().fold((0, 0), |(count, bytes), kind| (count + kind.1, bytes + kind.2))
    }
}

impl DiskCache {
    /// Removes what was not used for longest if the entries take more than the limit, until a tenth of it is free.
    /// A process that wrote little leaves that to others.
    pub fn trim(&self) {
        if self.written.swap(0, Ordering::Relaxed) < LOOKS_AFTER.min(self.limit / 10) {
            return;
        }
        let mut all = listed(&self.folder.join(FORM));
        let mut total: u64 = all.iter().map(|entry| entry.bytes).sum();
        if total <= self.limit {
            return;
        }
        all.sort_by(|one, two| (one.used, &one.path).cmp(&(two.used, &two.path)));
        for entry in all {
            if total <= self.limit / 10 * 9 {
                break;
            }
            // Another process may have removed it.
            _ = fs::remove_file(&entry.path);
            total = total.saturating_sub(entry.bytes);
        }
    }
}

/// Returns what the cache in a folder holds.
pub fn usage(folder: &Path) -> Usage {
    let of_kind = |kind: &Kind| {
        let all = listed(&folder.join(FORM).join(kind.as_str()));
        (*kind, all.len(), all.iter().map(|entry| entry.bytes).sum())
    };
    Usage { kinds: Kind::ALL.iter().map(of_kind).collect() }
}

/// Removes all entries of the cache in a folder, and nothing else that is in it.
///
/// # Errors
/// If a file cannot be removed.
pub fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder.join(FORM)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the entries in a folder. Removes what killed writers left over.
fn listed(folder: &Path) -> Vec<Listed> {
    let mut all = Vec::new();
    let walk = WalkBuilder::new(folder).standard_filters(false).build();
    for entry in walk.flatten() {
        let Some(metadata) = entry.metadata().ok().filter(fs::Metadata::is_file) else { continue };
        let Ok(used) = metadata.modified() else { continue };
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            if used.elapsed().is_ok_and(|age| age > LEFT_OVER) {
                _ = fs::remove_file(entry.path());
            }
            continue;
        }
        all.push(Listed { path: entry.into_path(), bytes: metadata.len(), used });
    }
    all
}
