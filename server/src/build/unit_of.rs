//! Finds the C file through which a header is read.

use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{files::Snapshot, paths};

/// The most files whose `#include` lines are indexed.
const MOST_FILES: usize = 20_000;

/// The longest chain of includes from a C file to a header for which the C file is found.
const DEPTH: usize = 12;

/// An index of the `#include` lines of a project.
#[derive(Debug, Default)]
pub(super) struct Includers {
    /// The `#include` lines, by the last component of the name that they include.
    by_name: FxHashMap<String, Vec<Line>>,
}

#[derive(Debug)]
struct Line {
    file: PathBuf,
    written: String,
    angled: bool,
}

impl Includers {
    /// Indexes the `#include` lines of these files.
    pub(super) fn new<'a>(files: impl IntoIterator<Item = &'a PathBuf>, snapshot: &Snapshot) -> Self {
        let mut includers = Self::default();
        for path in files.into_iter().take(MOST_FILES) {
            let Some(file) = snapshot.get(path) else { continue };
            for line in file.includes() {
                let (written, angled) = (line.name.clone(), line.angled);
                let lines = includers.by_name.entry(last(&written).to_owned()).or_default();
                lines.push(Line { file: path.clone(), written, angled });
            }
        }
        includers
    }

    /// Returns the C file that includes a header through the fewest other files. Among several, returns the
    /// nearest by name and folder. C files for which `has_command` is true are preferred to all others.
    pub(super) fn unit_of(
        &self,
        header: &Path,
        files: &Snapshot,
        has_command: &dyn Fn(&Path) -> bool,
    ) -> Option<PathBuf> {
        let is_known = |file: &Path| is_unit(file) && has_command(file);
        self.nearest(header, files, &is_known).or_else(|| self.nearest(header, files, &is_unit))
    }

    fn nearest(&self, header: &Path, files: &Snapshot, is_unit: &dyn Fn(&Path) -> bool) -> Option<PathBuf> {
        let mut seen = FxHashSet::from_iter([header]);
        let mut level = vec![header];
        for _ in 0..DEPTH {
            let mut next: Vec<&Path> = level.iter().flat_map(|file| self.of(file, files)).collect();
            next.retain(|file| seen.insert(file));
            let units = next.iter().filter(|file| is_unit(file));
            if let Some(unit) = units.min_by_key(|unit| distance(unit, header)) {
                return Some(unit.to_path_buf());
            }
            level = next;
        }
        None
    }

    /// Returns the files that seem to include `file`. The included name must be a suffix of the path of
    /// `file`, apart from leading `./` and `../`. A name in quotes must not mean another file next to the
    /// includer.
    fn of<'a>(&'a self, file: &Path, files: &Snapshot) -> impl Iterator<Item = &'a Path> {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let same = self.by_name.get(name).into_iter().flatten();
        same.filter(move |line| {
            let end = line.written.trim_start_matches("./").trim_start_matches("../");
            file.ends_with(end) && (line.angled || line.beside(files).is_none_or(|beside| beside == file))
        })
        .map(|line| line.file.as_path())
    }
}

impl Line {
    /// Returns the existing file that the `#include` line names, seen from the folder of the file with the
    /// line.
    fn beside(&self, files: &Snapshot) -> Option<PathBuf> {
        let path = self.file.parent()?.join(&self.written);
        let path = paths::straight(&path, &|folder| files.is_real_folder(folder));
        files.get(&path).map(|_| path)
    }
}

/// Returns whether a file is compiled by itself, rather than included, by its extension.
fn is_unit(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}

/// Returns whether a file is a header, by its extension.
pub fn is_header(path: &Path) -> bool {
    let ends = ["h", "inc", "inl", "def", "tbl"];
    path.extension().is_some_and(|extension| ends.iter().any(|end| extension == *end))
}

/// Returns a sort key that is small if `unit` is likely to be the C file that belongs to the header: the same
/// name first, then few folders apart.
fn distance<'a>(unit: &'a Path, header: &Path) -> (bool, usize, &'a Path) {
    let shared = paths::shared(unit, header);
    (unit.file_stem() != header.file_stem(), unit.components().count() - shared, unit)
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
