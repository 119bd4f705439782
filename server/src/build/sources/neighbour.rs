//! The command to take for a file that has none: that of the nearest file.

use std::{cmp::Reverse, path::Path};

use super::{Database, Entry};
use crate::build::paths;

/// The command of the C file that is nearest to `file`: one of the same name before another, then the one with
/// the longest way in common, then the first.
pub fn nearest<'a>(database: &'a Database, file: &Path) -> Option<&'a Entry> {
    let folder = file.parent()?;
    let usable = database.entries.iter().filter(|entry| entry.is_c());
    usable.min_by_key(|entry| {
        let theirs = entry.file.parent().unwrap_or(Path::new("/"));
        let shared = paths::shared(folder, theirs);
        let beyond = theirs.components().count() - shared;
        (entry.file.file_stem() != file.file_stem(), Reverse(shared), beyond, &entry.file)
    })
}
