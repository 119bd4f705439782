//! Chooses the command of a neighbouring file for a file without a command of its own.

use std::{cmp::Reverse, path::Path};

use super::{Database, Entry};
use crate::build::paths;

/// Returns the command of the C file that is nearest to `file`. Files with the same name come first, then
/// those that share the most leading folders, then those with the fewest further folders, then the first by
/// path.
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
