//! The C files that a command reads.

use std::path::PathBuf;

use rustc_hash::FxHashSet;

use super::Failure;
use crate::{
    build::Builds,
    project::{self, WalkResult},
};

/// The C files under paths.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The files, each once.
    pub files: Vec<PathBuf>,
    /// The drivers in directories, which are left out.
    pub drivers: Vec<PathBuf>,
    /// The number of files in directories that are C++, which are left out.
    pub cpp: usize,
    /// The number of files that configurations leave out.
    pub excluded: usize,
    /// Sentences about paths that could not be read, and directories without C files.
    pub problems: Vec<String>,
}

/// Finds the C files under paths. A configuration leaves out only what was not named, unless `is_strict`.
///
/// # Errors
/// If a configuration has a mistake.
pub(super) fn find(paths: &[PathBuf], builds: &Builds, is_strict: bool) -> Result<Found, Failure> {
    let named: FxHashSet<&PathBuf> = paths.iter().collect();
    let WalkResult { files, drivers, cpp, problems } = project::walk(paths);
    let mut found = Found { drivers, cpp, problems, ..Found::default() };
    for path in files {
        let config = builds.config(&path).map_err(|problem| Failure::usage(problem.to_string()))?;
        let is_out = config.is_some_and(|config| config.exclude.has(&builds.absolute(&path)));
        if is_out && (is_strict || !named.contains(&path)) {
            found.excluded += 1;
        } else {
            found.files.push(path);
        }
    }
    Ok(found)
}

/// Returns the C files under paths.
///
/// # Errors
/// If a path cannot be read, a directory has no C files, or a configuration has a mistake.
pub(super) fn c_files(paths: &[PathBuf], builds: &Builds) -> Result<Vec<PathBuf>, Failure> {
    let found = find(paths, builds, false)?;
    match found.problems.into_iter().next() {
        Some(problem) => Err(Failure::incomplete(problem)),
        None => Ok(found.files),
    }
}
