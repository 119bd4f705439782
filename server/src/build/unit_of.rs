//! The C file through which a header is read.

use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{files::Snapshot, paths};

/// Files that are looked into, at most.
const MOST_FILES: usize = 20_000;

/// Includes between a header and its unit, at most.
const DEPTH: usize = 12;

/// Which files of a project include which names.
#[derive(Debug, Default)]
pub struct Includers {
    by_name: FxHashMap<String, Vec<(PathBuf, String)>>,
}

impl Includers {
    /// Looks at the `#include` lines of these files.
    pub fn new<'a>(files: impl IntoIterator<Item = &'a PathBuf>, snapshot: &Snapshot) -> Self {
        let mut includers = Self::default();
        for path in files.into_iter().take(MOST_FILES) {
            let Some(file) = snapshot.get(path) else { continue };
            for line in file.includes() {
                let includers = includers.by_name.entry(last(&line.name).to_owned()).or_default();
                includers.push((path.clone(), line.name.clone()));
            }
        }
        includers
    }

    /// The C file that includes a header with the fewest files between them; of several the nearest by name and
    /// place.
    pub fn unit_of(&self, header: &Path) -> Option<PathBuf> {
        let mut seen = FxHashSet::from_iter([header.to_owned()]);
        let mut level = vec![header.to_owned()];
        for _ in 0..DEPTH {
            let mut next: Vec<PathBuf> = level.iter().flat_map(|file| self.of(file)).collect();
            next.retain(|file| seen.insert(file.clone()));
            let units = next.iter().filter(|file| is_unit(file));
            if let Some(unit) = units.min_by_key(|unit| distance(unit, header)) {
                return Some(unit.clone());
            }
            level = next;
        }
        None
    }

    /// The files that seem to include a file: the name they write is the end of its path, as far as it does not
    /// climb.
    fn of<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = PathBuf> + 'a {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let same = self.by_name.get(name).into_iter().flatten();
        same.filter(|(_, written)| {
            let plain = written.trim_start_matches("../").trim_start_matches("./");
            file.ends_with(plain)
        })
        .map(|(path, _)| path.clone())
    }
}

/// Whether a file is a unit by itself, rather than a header.
pub fn is_unit(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}

/// Whether a file is a header: something that C files include.
pub fn is_header(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| ["h", "inc", "inl", "def", "tbl"].iter().any(|name| extension == *name))
}

/// Small for a unit that is likely to be a header's own.
fn distance<'a>(unit: &'a Path, header: &Path) -> (bool, usize, &'a Path) {
    let shared = paths::shared(unit, header);
    (unit.file_stem() != header.file_stem(), unit.components().count() - shared, unit)
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
