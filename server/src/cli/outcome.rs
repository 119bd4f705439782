//! What one `csieve check` found, and what of it is shown.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    ptr,
};

use csieve_analysis::{
    finding::Finding,
    habits::{Tested, Uses},
    text::Span,
};
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::{baseline::Baseline, output::counted, summary::Summary};
use crate::{
    config::{FailOn, Least},
    present::{
        Allocations, Cause, Fingerprints, Located, Shared, causes,
        rank::{minor, rank, sort_by_rank},
        slashed,
    },
    project::AnalysedFile,
};

/// The results of one `csieve check`.
pub(super) struct Outcome {
    /// The analysed files, in order; files that could not be read are missing.
    pub files: Vec<AnalysedFile>,
    /// Counts of the analysed and skipped functions, and the unreadable inputs.
    pub summary: Summary,
    /// What is shown of each file.
    pub shown: ShownOf,
    /// What was found in an earlier version of the files, and is not to be shown again.
    pub before: Option<Before>,
    /// What is known, and is not to be shown again.
    pub baseline: Option<Baseline>,
    /// Whether the check is kept as the last one of its folder.
    pub is_kept: bool,
}

/// The short names of findings.
pub(super) struct Names(FxHashMap<*const Finding, String>);

impl Names {
    /// Returns what `csieve explain` takes for a finding.
    pub(super) fn of(&self, (file, located): &Found) -> String {
        let id = self.0.get(&ptr::from_ref(located.finding)).cloned();
        id.unwrap_or_else(|| place(file, located))
    }
}

/// Returns the line of a finding as a command-line argument: `src/a.c:12`.
pub(super) fn place(file: &AnalysedFile, located: &Located) -> String {
    format!("{}:{}", file.path.display(), located.line(located.finding.span))
}

/// What was found in an earlier version of files: paths with fingerprints. A finding whose file is not there any more may
/// have moved with its file.
#[derive(Debug, Default)]
pub(super) struct Before {
    findings: FxHashSet<(PathBuf, Kind, String)>,
    moved: FxHashSet<(Kind, String)>,
}

/// What a finding says. One that says something else than before is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It is neither refuted nor doubtful.
    Kept,
    /// There is a reason to doubt it.
    Doubtful,
    /// It was refuted.
    Refuted,
}

/// Which findings of a file to show besides the default ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Whether to show refuted findings, with their proofs.
    pub refuted: bool,
    /// Whether to show doubtful findings, with the reason for the doubt.
    pub doubtful: bool,
    /// Whether to leave out what hardly anyone cares about.
    pub no_minor: bool,
    /// What is done with what is used although its allocation may have failed.
    pub allocations: Allocations,
    /// What makes the check fail. Doubtful findings are shown if they do.
    pub fail_on: FailOn,
}

/// What is shown of each file.
#[derive(Debug, Default)]
pub(super) struct ShownOf {
    /// What is shown of most files.
    pub usual: Shown,
    /// What is shown of the other files.
    pub others: FxHashMap<PathBuf, Shown>,
    /// How many causes to show, those of the highest ranks; `None` for all, in the order of the files.
    pub top: Option<usize>,
}

/// A finding with its file.
pub(super) type Found<'a> = (&'a AnalysedFile, Located<'a>);

/// A finding with its file and what it is known by when lines move.
pub(super) struct Known<'a> {
    /// The file.
    pub file: &'a AnalysedFile,
    /// The finding.
    pub located: Located<'a>,
    /// What it says.
    pub kind: Kind,
    /// See [`Fingerprints`].
    pub fingerprint: String,
}

impl Known<'_> {
    /// Returns the short name of the finding: eight hexadecimal digits, which stay the same when lines move.
    pub(super) fn id(&self) -> String {
        let key = format!("{}\n{:?}\n{}", slashed(&self.file.path), self.kind, self.fingerprint);
        format!("{:08x}", xxh3_64(key.as_bytes()) >> 32)
    }
}

impl Outcome {
    /// Returns what `csieve explain` takes for each finding: its short name if the check is kept, so that it can be looked up,
    /// else its line.
    pub(super) fn names(&self) -> Names {
        let ids = known_by(&self.files).filter(|_| self.is_kept);
        Names(ids.map(|known| (ptr::from_ref(known.located.finding), known.id())).collect())
    }

    /// Returns the findings that no comment or attribute suppresses, with their files: in order, or those of the highest ranks
    /// with all others of the same causes. Refuted and doubtful findings are left out unless [`Self::shown`] asks for them.
    pub(super) fn findings(&self) -> impl Iterator<Item = Found<'_>> {
        let all: Vec<Found> = match self.shown.top {
            None => self.news().collect(),
            Some(_) => self
                .causes()
                .into_iter()
                .flat_map(|cause| std::iter::once(cause.first).chain(cause.others))
                .collect(),
        };
        all.into_iter()
    }

    /// Returns the findings by their causes: in the order of the first ones, or those of the highest ranks first. Allocations
    /// that are told together come last, a cause for each file; a single one is told like any other finding.
    pub(super) fn causes(&self) -> Vec<Cause<Found<'_>>> {
        let all = self.causes_by_files();
        let folded = all.iter().filter(|cause| cause.shared == Shared::Allocations);
        if allocations(folded.flat_map(Cause::all)) == 1 {
            return self.ordered(causes(self.news(), |found| {
                let (path, located, _) = self.about(found);
                (path, located, Allocations::All)
            }));
        }
        all
    }

    /// Returns the findings by their causes, allocations of each file together even if there is a single one: what is said of
    /// a file does not depend on the others.
    pub(super) fn causes_by_files(&self) -> Vec<Cause<Found<'_>>> {
        self.ordered(causes(self.news(), |found| self.about(found)))
    }

    fn ordered<'a>(&self, all: Vec<Cause<Found<'a>>>) -> Vec<Cause<Found<'a>>> {
        let (folded, mut all): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|cause| cause.shared == Shared::Allocations);
        for cause in &mut all {
            cause.tested = cause.shared.failing().map(|callee| self.tested(callee));
        }
        if let Some(top) = self.shown.top {
            sort_by_rank(&mut all, |cause| cause.rank(rank(&cause.first.1, &cause.first.0.path)));
            all.truncate(top);
        }
        // They are told in few lines, but not if others are left out.
        if self.shown.top.is_none_or(|top| all.len() < top) {
            all.extend(folded);
        }
        all
    }

    /// Returns how many uses of the results of a function, in all files, compare these with NULL first.
    fn tested(&self, function: &str) -> Tested {
        let uses = self.files.iter().filter_map(|file| file.uses.of(function)).map(Uses::tested);
        uses.fold(Tested::default(), |all, here| Tested {
            count: all.count + here.count,
            of: all.of + here.of,
        })
    }

    /// Returns what decides on the cause of a finding.
    fn about<'a>(&self, (file, located): &Found<'a>) -> (&'a Path, Located<'a>, Allocations) {
        (&file.path, *located, self.shown.of(file).allocations)
    }

    /// Returns the findings that are shown and neither old nor in a baseline, in order.
    fn news(&self) -> impl Iterator<Item = Found<'_>> {
        let new = self.all().filter(|known| !self.was_there(known) && !self.is_in_baseline(known));
        new.map(|known| (known.file, known.located))
    }

    /// Returns the findings that are shown if they are neither old nor in a baseline.
    pub(super) fn all(&self) -> impl Iterator<Item = Known<'_>> {
        known_by(&self.files).filter(|known| self.shown.of(known.file).has(known.file, &known.located))
    }

    fn was_there(&self, known: &Known) -> bool {
        self.before.as_ref().is_some_and(|before| before.has(known))
    }

    fn is_in_baseline(&self, known: &Known) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.has(known))
    }

    /// Returns the last line that is printed.
    pub(super) fn line(&self) -> String {
        let mut line = self.found() + &self.summary.line();
        if self.before.is_some() {
            let old = self.all().filter(|known| self.was_there(known)).count();
            let _ = write!(line, "; {} left out that were there before", counted(old, "finding"));
        }
        if self.baseline.is_some() {
            let old = self.all().filter(|known| !self.was_there(known) && self.is_in_baseline(known)).count();
            let _ = write!(line, "; {} left out that are in the baseline", counted(old, "finding"));
        }
        if self.shown.has_threshold() {
            let counts = self.findings().filter(|(_, located)| !located.finding.is_refuted());
            let (mut all, mut failing) = (0, 0);
            for (file, located) in counts {
                all += 1;
                failing += usize::from(self.fails(file, &located));
            }
            let _ = write!(line, "; {failing} of {} reach the threshold", counted(all, "finding"));
        }
        line
    }

    /// Returns what the last line says of the findings that are shown: "3 findings (1 confirmed) of 2 causes in 2 files; ".
    fn found(&self) -> String {
        let found: Vec<Found> =
            self.findings().filter(|(_, located)| !located.finding.is_refuted()).collect();
        if found.is_empty() {
            return String::new();
        }
        let confirmed = found.iter().filter(|(_, located)| located.finding.is_confirmed()).count();
        let confirmed = if confirmed == 0 { String::new() } else { format!(" ({confirmed} confirmed)") };
        let causes = self.causes();
        let causes = causes.iter().filter(|cause| !cause.first.1.finding.is_refuted()).count();
        let causes =
            if causes == found.len() { String::new() } else { format!(" of {}", counted(causes, "cause")) };
        let files: FxHashSet<&Path> = found.iter().map(|(file, _)| &*file.path).collect();
        format!(
            "{}{confirmed}{causes} in {}; ",
            counted(found.len(), "finding"),
            counted(files.len(), "file")
        )
    }

    /// Returns the findings that comments or attributes in the files suppress, in order.
    pub(super) fn suppressed(&self) -> impl Iterator<Item = (&AnalysedFile, Located<'_>)> {
        let all = self.files.iter().flat_map(AnalysedFile::findings);
        all.filter(|(_, located)| located.suppressed.is_some())
    }

    /// Returns whether a finding makes the check fail.
    pub(super) fn fails(&self, file: &AnalysedFile, located: &Located) -> bool {
        self.shown.of(file).fail_on.fails_for(located.finding, rank(located, &file.path))
    }

    /// Returns the exit code.
    pub(super) fn exit_code(&self) -> u8 {
        self.summary.exit_code(self.findings().any(|(file, located)| self.fails(file, &located)))
    }
}

impl ShownOf {
    /// Returns what is shown of a file.
    pub(super) fn of(&self, file: &AnalysedFile) -> Shown {
        self.others.get(&file.path).copied().unwrap_or(self.usual)
    }

    /// Returns whether another threshold than the usual one counts for some file.
    fn has_threshold(&self) -> bool {
        let mut all = self.others.values().chain([&self.usual]);
        all.any(|shown| shown.fail_on != FailOn::default())
    }

    /// Returns whether a finding is shown that is not refuted, whatever its rank.
    pub(super) fn shows(&self, file: &AnalysedFile, located: &Located) -> bool {
        located.suppressed.is_none() && !located.finding.is_refuted() && self.of(file).has(file, located)
    }
}

/// Returns how many calls allocate what findings say is used unchecked.
pub(super) fn allocations<'a, 'f: 'a>(findings: impl Iterator<Item = &'a Found<'f>>) -> usize {
    let calls = findings.map(|(file, located)| {
        let cause = located.finding.cause.as_ref().map_or(located.finding.span, |cause| cause.span);
        let Span { start, end } = located.span(cause);
        (&file.path, start, end)
    });
    calls.collect::<FxHashSet<_>>().len()
}

/// Returns all findings that are not suppressed, with what they are known by when lines move.
pub(super) fn known_by(files: &[AnalysedFile]) -> impl Iterator<Item = Known<'_>> {
    // A file may be there several times, compiled in several ways.
    let mut seen: FxHashSet<(&Path, Kind, String)> = FxHashSet::default();
    let found = files.iter().flat_map(|file| {
        // Equal findings are numbered among those of their kind, so that it does not matter which are shown.
        let mut fingerprints: [Fingerprints; 3] = Default::default();
        let all = file.findings().filter(|(_, located)| located.suppressed.is_none());
        all.map(move |(file, located)| {
            let kind = Kind::of(&located);
            let fingerprint = fingerprints[kind as usize].of(file, &located);
            Known { file, located, kind, fingerprint }
        })
    });
    found.filter(move |known| seen.insert((&known.file.path, known.kind, known.fingerprint.clone())))
}

impl Shown {
    /// Returns whether a finding is shown, if it is not suppressed.
    fn has(self, file: &AnalysedFile, located: &Located) -> bool {
        let is_of_kind = match Kind::of(located) {
            Kind::Kept => true,
            Kind::Doubtful => self.doubtful || self.fail_on.least == Least::Doubtful,
            Kind::Refuted => self.refuted,
        };
        is_of_kind
            && self.allocations.tell(located, &file.path)
            && !(self.no_minor && minor(located, &file.path).is_some())
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
    /// Returns what was found in files.
    pub(super) fn of(files: &[AnalysedFile]) -> Self {
        let mut before = Self::default();
        for Known { file, kind, fingerprint, .. } in known_by(files) {
            if !file.path.exists() {
                before.moved.insert((kind, fingerprint.clone()));
            }
            before.findings.insert((file.path.clone(), kind, fingerprint));
        }
        before
    }

    /// Returns whether a finding was there before.
    fn has(&self, known: &Known) -> bool {
        let Known { file, kind, fingerprint, .. } = known;
        self.moved.contains(&(*kind, fingerprint.clone()))
            || self.findings.contains(&(file.path.clone(), *kind, fingerprint.clone()))
    }
}
