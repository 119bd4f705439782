//! Finds the C files in directories.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::{
    language::is_cpp,
    mark::{MARK_BYTES, is_driver},
};

/// The result of a search for C files.
#[derive(Debug, Default)]
pub struct WalkResult {
    /// The files, each once, in the order of the arguments; those of a directory are sorted by path.
    pub files: Vec<PathBuf>,
    /// The drivers in the directories, which are left out.
    pub drivers: Vec<PathBuf>,
    /// The number of files in the directories that are C++, which are left out.
    pub cpp: usize,
    /// Sentences about paths that could not be read, and directories without C files.
    pub problems: Vec<String>,
}

/// Returns all C files under the paths. A file that is named is taken whatever its name. In directories, only
/// `.c` files count that `.gitignore` does not exclude and that are no drivers.
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
    let count = |found: &WalkResult| found.files.len() + found.drivers.len() + found.problems.len();
    let (before, cpp_before) = (count(found), found.cpp);
    let walk = WalkBuilder::new(path).require_git(false).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file() || kind.is_symlink());
                found.cpp += usize::from(is_file && is_cpp(entry.path()));
                if is_file && entry.path().extension().is_some_and(|extension| extension == "c") {
                    let path = entry.into_path();
                    let list = if begins_as_driver(&path) { &mut found.drivers } else { &mut found.files };
                    list.push(path);
                }
            }
            Err(error) => found.problems.push(error.to_string()),
        }
    }
    if count(found) == before {
        let but = match found.cpp - cpp_before {
            0 => "",
            1 => ", but a file of C++, which csieve does not read",
            _ => ", but files of C++, which csieve does not read",
        };
        found.problems.push(format!("{}: no .c file in this directory{but}", path.display()));
    }
}

/// Returns whether a file begins as drivers do. A file that cannot be read does not; whoever reads it says
/// why.
fn begins_as_driver(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MARK_BYTES).read_to_end(&mut start));
    read.is_ok() && is_driver(&String::from_utf8_lossy(&start))
}
