//! Findings that are known: a file that lists them, in the form in which people can read and merge it.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Component, Path, PathBuf},
};

use csieve_analysis::rule::Rule;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Failure,
    outcome::{Kind, Known, Outcome},
};
use crate::build::Builds;

/// What a baseline says of itself.
const HEAD: &str = "\
# Findings that csieve knows and does not show again, one line each, in columns that tabs separate:
# file, kept or doubtful, check, function, fingerprint. No line numbers: a finding may move.
# `csieve check --write-baseline` writes this file; lines may be removed, and put together in any order.
";

/// A finding that is known. The order is that of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Entry {
    /// The path of the file from the folder of the baseline on, with `/`.
    file: String,
    kind: &'static str,
    rule: String,
    function: String,
    fingerprint: String,
}

/// The findings that a file lists.
pub(super) struct Baseline {
    path: PathBuf,
    /// The entries with their lines, from 1.
    entries: FxHashMap<Entry, usize>,
    /// The entries of files that are not there any more, without the file. A finding may have moved with its file.
    moved: FxHashSet<(&'static str, String)>,
    builds: Builds,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// If it cannot be read, or a line is no entry; the message names the line.
    pub(super) fn read(path: &Path, builds: &Builds) -> Result<Self, Failure> {
        let shown = builds.shown(path);
        let text = fs::read_to_string(path).map_err(|error| {
            Failure::usage(format!("the baseline {shown}: {error}; --write-baseline writes one"))
        })?;
        let mut baseline = Self::new(path, builds);
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = entry(line).ok_or_else(|| {
                let what =
                    "this is no entry of a baseline: file, kept or doubtful, check, function, fingerprint";
                Failure::usage(format!("{shown}:{}: {what}", index + 1))
            })?;
            if !baseline.full(&entry).exists() {
                baseline.moved.insert((entry.kind, entry.fingerprint.clone()));
            }
            baseline.entries.insert(entry, index + 1);
        }
        Ok(baseline)
    }

    /// Makes a baseline of all findings that are shown. Entries of the file that is there now stay if their files were not
    /// checked and still exist.
    ///
    /// # Errors
    /// If the file is there and is no baseline.
    pub(super) fn of(outcome: &Outcome, path: &Path, builds: &Builds) -> Result<Self, Failure> {
        let mut baseline = Self::new(path, builds);
        let checked: FxHashSet<String> = outcome.files.iter().map(|file| baseline.name(&file.path)).collect();
        if path.exists() {
            let old = Self::read(path, builds)?;
            let stays = |entry: &Entry| !checked.contains(&entry.file) && old.full(entry).exists();
            baseline
                .entries
                .extend(old.entries.iter().filter(|(entry, _)| stays(entry)).map(|(e, l)| (e.clone(), *l)));
        }
        for known in outcome.all().filter(|known| known.kind != Kind::Refuted) {
            let entry = baseline.entry_of(&known);
            baseline.entries.insert(entry, 0);
        }
        Ok(baseline)
    }

    fn new(path: &Path, builds: &Builds) -> Self {
        let (entries, moved) = Default::default();
        Self { path: path.to_owned(), entries, moved, builds: builds.clone() }
    }

    /// Writes the baseline, sorted.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let mut text = HEAD.to_owned();
        for Entry { file, kind, rule, function, fingerprint } in self.entries.keys().collect::<BTreeSet<_>>()
        {
            let _ = writeln!(text, "{file}\t{kind}\t{rule}\t{function}\t{fingerprint}");
        }
        fs::write(&self.path, text)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", self.path.display())))
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether a finding is known.
    pub(super) fn has(&self, known: &Known) -> bool {
        let entry = self.entry_of(known);
        self.entries.contains_key(&entry) || self.moved.contains(&(entry.kind, entry.fingerprint))
    }

    /// Returns a sentence for each entry that nothing needs any more, in the order of their lines. `rules` has the rules
    /// that are checked in a file. Nothing is said of what was not checked.
    pub(super) fn not_needed<'r>(
        &self,
        outcome: &Outcome,
        rules: &dyn Fn(&Path) -> &'r [Rule],
    ) -> Vec<String> {
        let mut needed = FxHashSet::default();
        let mut moved = FxHashSet::default();
        for known in outcome.all() {
            let entry = self.entry_of(&known);
            moved.insert((entry.kind, entry.fingerprint.clone()));
            needed.insert(entry);
        }
        let mut unchecked: FxHashSet<(String, String)> = FxHashSet::default();
        let mut checked: FxHashMap<String, Vec<&str>> = FxHashMap::default();
        for file in &outcome.files {
            let name = self.name(&file.path);
            let skipped = file.reports.iter().filter(|(_, report)| report.skipped.is_some());
            unchecked.extend(skipped.map(|(_, report)| (name.clone(), report.function.clone())));
            checked.insert(name, rules(&file.path).iter().map(|rule| rule.id()).collect());
        }
        let is_needed = |entry: &Entry| match checked.get(&entry.file) {
            Some(rules) => {
                needed.contains(entry)
                    || !rules.contains(&entry.rule.as_str())
                    || unchecked.contains(&(entry.file.clone(), entry.function.clone()))
            }
            None => self.full(entry).exists() || moved.contains(&(entry.kind, entry.fingerprint.clone())),
        };
        let mut lines: Vec<(&Entry, &usize)> =
            self.entries.iter().filter(|(entry, _)| !is_needed(entry)).collect();
        lines.sort_by_key(|(_, line)| **line);
        let shown = self.builds.shown(&self.path);
        let said = |(entry, line): (&Entry, &usize)| {
            let Entry { file, rule, function, .. } = entry;
            format!("{shown}:{line}: no longer needed: {rule} in `{function}` of {file}")
        };
        lines.into_iter().map(said).collect()
    }

    fn entry_of(&self, known: &Known) -> Entry {
        let finding = known.located.finding;
        Entry {
            file: self.name(&known.file.path),
            kind: if known.kind == Kind::Doubtful { DOUBTFUL } else { KEPT },
            rule: finding.id().to_owned(),
            function: finding.function.clone(),
            fingerprint: known.fingerprint.clone(),
        }
    }

    /// Returns the name of a file in the entries.
    fn name(&self, file: &Path) -> String {
        let name = relative(&self.builds.absolute(file), &self.folder());
        // Nothing in a name ends a column, or makes a comment of the line.
        let name = name.to_string_lossy().replace('\\', "/").replace(['\t', '\n'], " ");
        if name.starts_with('#') { format!("./{name}") } else { name }
    }

    fn full(&self, entry: &Entry) -> PathBuf {
        self.folder().join(&entry.file)
    }

    fn folder(&self) -> PathBuf {
        let path = self.builds.absolute(&self.path);
        path.parent().map(Path::to_owned).unwrap_or_default()
    }
}

const KEPT: &str = "kept";
const DOUBTFUL: &str = "doubtful";

/// Reads a line of a baseline.
fn entry(line: &str) -> Option<Entry> {
    let mut columns = line.split('\t').map(str::to_owned);
    let file = columns.next()?;
    let kind = match columns.next()?.as_str() {
        KEPT => KEPT,
        DOUBTFUL => DOUBTFUL,
        _ => return None,
    };
    let entry =
        Entry { file, kind, rule: columns.next()?, function: columns.next()?, fingerprint: columns.next()? };
    columns.next().is_none().then_some(entry)
}

/// Returns the way from a folder to a file; both are absolute and straight.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let shared = file.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{entry, relative};

    #[test]
    fn the_way_to_a_file_may_lead_up() {
        let way =
            |file: &str, folder: &str| relative(Path::new(file), Path::new(folder)).display().to_string();
        assert_eq!(way("/p/src/a.c", "/p"), "src/a.c");
        assert_eq!(way("/p/src/a.c", "/p/ci/x"), "../../src/a.c");
    }

    #[test]
    fn a_line_has_five_columns() {
        assert!(entry("a b.c\tkept\tdouble-free\tf\t0:1").is_some_and(|entry| entry.file == "a b.c"));
        assert!(entry("a.c\tkept\tdouble-free\tf").is_none() && entry("<<<<<<< HEAD").is_none());
    }
}
