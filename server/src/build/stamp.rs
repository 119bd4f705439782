//! Tells whether a file changed since it was read.

use std::{
    fs::{self, Metadata},
    path::Path,
    time::{Duration, SystemTime},
};

/// The age of a modification time from which on it identifies a file's contents.
const SETTLED: Duration = Duration::from_secs(2);

/// The modification time and the size in bytes of a file. Two equal stamps mean that the file did not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp(Option<(SystemTime, u64)>);

impl Stamp {
    /// Returns the stamp of the file that is at a path now.
    pub(super) fn of(path: &Path) -> Self {
        fs::metadata(path).map_or(Self(None), |metadata| Self::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        // A file that was written just now may be written again within the same tick of the file system's
        // clock.
        let is_settled = |modified: &SystemTime| modified.elapsed().is_ok_and(|age| age > SETTLED);
        let modified = metadata.modified().ok().filter(is_settled);
        Self(modified.map(|modified| (modified, metadata.len())))
    }
}

impl PartialEq for Stamp {
    /// Returns false if one of the stamps is empty, since the file may have changed without a trace.
    fn eq(&self, other: &Self) -> bool {
        self.0.is_some() && self.0 == other.0
    }
}
