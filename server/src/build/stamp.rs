//! Whether a file changed since it was read.

use std::{
    fs::{self, Metadata},
    path::Path,
    time::{Duration, SystemTime},
};

/// The age from which on a file's time of modification tells its state.
const SETTLED: Duration = Duration::from_secs(2);

/// What tells whether a file changed: two equal stamps mean that it did not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp(Option<(SystemTime, u64)>);

impl Stamp {
    /// The stamp of what is at a path now.
    pub(super) fn of(path: &Path) -> Self {
        fs::metadata(path).map_or(Self(None), |metadata| Self::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        // What was written just now may be written again in the same tick of the file system's clock.
        let is_settled = |modified: &SystemTime| modified.elapsed().is_ok_and(|age| age > SETTLED);
        let modified = metadata.modified().ok().filter(is_settled);
        Self(modified.map(|modified| (modified, metadata.len())))
    }
}

impl PartialEq for Stamp {
    /// What has no stamp may always have changed.
    fn eq(&self, other: &Self) -> bool {
        self.0.is_some() && self.0 == other.0
    }
}
