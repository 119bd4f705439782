//! What one `csieve check` found, and what of it is shown.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::summary::Summary;
use crate::{
    present::{
        Fingerprints, Located,
        rank::{minor, rank, sort_by_rank},
    },
    project::AnalysedFile,
};

/// The results of one `csieve check`.
pub(super) struct Outcome {
    /// The analysed files, in order; files that could not be read are missing.
    pub files: Vec<AnalysedFile>,
    /// Counts of the analysed and skipped functions, and the unreadable inputs.
    pub summary: Summary,
    /// What was found in an earlier version of the files, and is not to be shown again.
    pub before: Option<Before>,
}

/// What was found in an earlier version of files: paths with fingerprints. A finding whose file is not there any more may
/// have moved with its file.
#[derive(Debug, Default)]
pub(super) struct Before {
    findings: FxHashSet<(PathBuf, Kind, String)>,
    moved: FxHashSet<(Kind, String)>,
}

/// What a finding says. One that says something else than before is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Kept,
    Doubtful,
    Refuted,
}

/// Which findings to show besides the default ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    /// Whether to show refuted findings, with their proofs.
    pub refuted: bool,
    /// Whether to show doubtful findings, with the reason for the doubt.
    pub doubtful: bool,
    /// Whether to leave out what hardly anyone cares about.
    pub no_minor: bool,
    /// How many findings to show, those of the highest ranks; `None` for all, in the order of the files.
    pub top: Option<usize>,
}

impl Outcome {
    /// Returns the findings that no comment or attribute suppresses, with their files, in order. Refuted and
    /// doubtful findings are left out unless `shown` asks for them.
    pub(super) fn findings(&self, shown: Shown) -> impl Iterator<Item = (&AnalysedFile, Located<'_>)> {
        let is_new = |(file, _, kind, fingerprint): &(&AnalysedFile, _, Kind, String)| {
            self.before.as_ref().is_none_or(|before| !before.has(&file.path, *kind, fingerprint))
        };
        let new = self.known_by().filter(|found| shown.has(found.0, &found.1)).filter(is_new);
        let mut all: Vec<(&AnalysedFile, Located)> = new.map(|(file, located, ..)| (file, located)).collect();
        if let Some(top) = shown.top {
            sort_by_rank(&mut all, |(file, located)| rank(located, &file.path));
            all.truncate(top);
        }
        all.into_iter()
    }

    /// Returns all findings that are not suppressed, with what they are known by when lines move.
    fn known_by(&self) -> impl Iterator<Item = (&AnalysedFile, Located<'_>, Kind, String)> {
        // A file may be there several times, compiled in several ways.
        let mut seen: FxHashSet<(&Path, Kind, String)> = FxHashSet::default();
        let found = self.files.iter().flat_map(|file| {
            // Equal findings are numbered among those of their kind, so that it does not matter which are shown.
            let mut fingerprints: [Fingerprints; 3] = Default::default();
            let all = file.findings().filter(|(_, located)| located.suppressed.is_none());
            all.map(move |(file, located)| {
                let kind = Kind::of(&located);
                let fingerprint = fingerprints[kind as usize].of(file, &located);
                (file, located, kind, fingerprint)
            })
        });
        found
            .filter(move |(file, _, kind, fingerprint)| seen.insert((&file.path, *kind, fingerprint.clone())))
    }

    /// Returns what was found, for a later version of the files.
    pub(super) fn known(&self) -> Before {
        let mut before = Before::default();
        for (file, _, kind, fingerprint) in self.known_by() {
            if !file.path.exists() {
                before.moved.insert((kind, fingerprint.clone()));
            }
            before.findings.insert((file.path.clone(), kind, fingerprint));
        }
        before
    }

    /// Returns the last line that is printed.
    pub(super) fn line(&self, shown: Shown) -> String {
        let line = self.summary.line();
        if self.before.is_none() {
            return line;
        }
        let all = self.known_by().filter(|found| shown.has(found.0, &found.1)).count();
        let known = all - self.findings(Shown { top: None, ..shown }).count();
        format!(
            "{line}; {known} finding{} left out that were there before",
            if known == 1 { "" } else { "s" }
        )
    }

    /// Returns the findings that comments or attributes in the files suppress, in order.
    pub(super) fn suppressed(&self) -> impl Iterator<Item = (&AnalysedFile, Located<'_>)> {
        let all = self.files.iter().flat_map(AnalysedFile::findings);
        all.filter(|(_, located)| located.suppressed.is_some())
    }

    /// Returns the exit code.
    pub(super) fn exit_code(&self, shown: Shown) -> u8 {
        let shown = Shown { no_minor: shown.no_minor, ..Shown::default() };
        self.summary.exit_code(self.findings(shown).next().is_some())
    }
}

impl Shown {
    /// Returns whether a finding is shown that is not refuted, whatever its rank.
    pub(super) fn shows(self, file: &AnalysedFile, located: &Located) -> bool {
        located.suppressed.is_none() && !located.finding.is_refuted() && self.has(file, located)
    }

    /// Returns whether a finding is shown, if it is not suppressed.
    fn has(self, file: &AnalysedFile, located: &Located) -> bool {
        let is_of_kind = match Kind::of(located) {
            Kind::Kept => true,
            Kind::Doubtful => self.doubtful,
            Kind::Refuted => self.refuted,
        };
        is_of_kind && !(self.no_minor && minor(located, &file.path).is_some())
    }
}

impl Kind {
    fn of(located: &Located) -> Self {
        let finding = located.finding;
        match finding.doubt() {
            _ if finding.is_refuted() => Self::Refuted,
            Some(_) => Self::Doubtful,
            None => Self::Kept,
        }
    }
}

impl Before {
    /// Returns whether a finding was there before.
    fn has(&self, path: &Path, kind: Kind, fingerprint: &str) -> bool {
        self.moved.contains(&(kind, fingerprint.to_owned()))
            || self.findings.contains(&(path.to_owned(), kind, fingerprint.to_owned()))
    }
}
