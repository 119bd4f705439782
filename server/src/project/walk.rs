//! Finds the C files in directories.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

/// The result of a search for C files.
#[derive(Debug, Default)]
pub struct WalkResult {
    /// The files, each once, in the order of the arguments; those of a directory are sorted by path.
    pub files: Vec<PathBuf>,
    /// Sentences about paths that could not be read, and directories without C files.
    pub problems: Vec<String>,
}

/// Returns all C files under the paths. A file that is named is taken whatever its name. In directories, only
/// `.c` files count that `.gitignore` does not exclude.
pub fn walk(paths: &[PathBuf]) -> WalkResult {
    let mut found = WalkResult::default();
    for path in paths {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => directory(path, &mut found),
            Ok(_) => found.files.push(path.clone()),
            Err(error) => found.problems.push(format!("{}: {error}", path.display())),
        }
    }
    let mut seen = FxHashSet::default();
    found.files.retain(|path| seen.insert(path.clone()));
    found
}

fn directory(path: &Path, found: &mut WalkResult) {
    let before = found.files.len() + found.problems.len();
    let walk = WalkBuilder::new(path).require_git(false).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file() || kind.is_symlink());
                if is_file && entry.path().extension().is_some_and(|extension| extension == "c") {
                    found.files.push(entry.into_path());
                }
            }
            Err(error) => found.problems.push(error.to_string()),
        }
    }
    if found.files.len() + found.problems.len() == before {
        found.problems.push(format!("{}: no .c file in this directory", path.display()));
    }
}
