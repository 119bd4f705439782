//! All fixes of one file.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    Around,
    cancel::{Cancel, Never},
    consult::are_same,
    finding::{Finding, FunctionReport},
    options::Options,
    project::Surroundings,
    rule::Rule,
    summarise::Cache,
    summary::Summaries,
    text::{SourceText, Span},
    unit::UnitFunction,
};
use dashmap::DashMap;
use rustc_hash::FxHashSet;

use super::{Fix, State, Target, Translated, Workshop, workshop::Reports};
use crate::{
    build::FileBuild,
    present::Located,
    project::{AnalysedFile, FunctionKey, Others, analyse_safely, version},
};

/// The most fixes in one file.
const MOST: usize = 500;

/// A file after its fixes.
#[derive(Debug)]
pub struct FixedFile {
    /// The text before all fixes.
    pub before: SourceText,
    /// The text after them.
    pub after: SourceText,
    /// What was fixed, in the order of the text.
    pub fixed: Vec<Fixed>,
    /// The number of findings that only have unsafe fixes, which were not wanted.
    pub unsafe_left: usize,
}

/// A finding that was fixed.
#[derive(Debug)]
pub struct Fixed {
    /// The rule of the finding.
    pub rule: Rule,
    /// What was misused or lost.
    pub subject: String,
    /// The line of the finding, from 1. Fixes further down come first, so that lines are those of the old
    /// text.
    pub line: u32,
    /// What the fix does, as a phrase in the imperative.
    pub title: String,
}

/// What a file is fixed with.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// How the file is compiled.
    pub build: &'a FileBuild,
    /// What is known of other files.
    pub others: &'a Others,
    /// The summaries that are known.
    pub known: &'a (dyn Cache + Sync),
    /// The options of the analysis.
    pub options: &'a Options,
    /// Whether unsafe fixes are wanted, too.
    pub takes_unsafe: bool,
}

impl std::fmt::Debug for Given<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Given").field("build", &self.build).finish_non_exhaustive()
    }
}

/// The reports of all versions of the file so far.
#[derive(Default)]
struct OfVersions(DashMap<FunctionKey, Arc<FunctionReport>>);

impl Reports for OfVersions {
    fn get(
        &self,
        key: &FunctionKey,
        files: Surroundings,
        summaries: &Summaries,
    ) -> Option<Arc<FunctionReport>> {
        let known = self.0.get(key).map(|report| Arc::clone(&report))?;
        are_same(files, summaries, &known.consulted).then_some(known)
    }

    fn put(&self, key: FunctionKey, report: Arc<FunctionReport>) {
        self.0.insert(key, report);
    }
}

/// Chooses findings of a file.
pub type Wanted<'a> = dyn Fn(&AnalysedFile, &Located) -> bool + Sync + 'a;

/// Fixes the findings of a file that are wanted, one after the other: each fix is tried on the text with
/// those before it.
/// `full` is the absolute path of the file.
pub fn fixed(file: &AnalysedFile, full: &Path, given: Given, is_wanted: &Wanted) -> FixedFile {
    let before = file.source.clone();
    let (mut fixed, mut unsafe_left) = (Vec::new(), 0);
    let most = if given.takes_unsafe { 1 } else { csieve_analysis::fixes::MOST };
    let after = in_workshop(file, full, given, |workshop, mut state| {
        // What cannot be fixed is not tried again as long as its function is the same.
        let mut hopeless: FxHashSet<Tried> = FxHashSet::default();
        while fixed.len() < MOST {
            let Some((tried, next)) = last_to_try(&state, is_wanted, &hopeless) else { break };
            let target = Target { finding: &next, base: tried.base };
            let found = workshop.fixes(&state, target, most, &Never).unwrap_or_default();
            let has_one = !found.is_empty();
            match found.into_iter().find(|(fix, _)| fix.is_safe || given.takes_unsafe) {
                Some((Fix { title, .. }, after)) => {
                    let line = state.file.source.lines().line_number(tried.base + next.span.start);
                    fixed.push(Fixed { rule: next.rule, subject: next.subject.clone(), line, title });
                    state = after;
                }
                None => {
                    unsafe_left += usize::from(has_one);
                    hopeless.insert(tried);
                }
            }
        }
        state.file.source
    });
    fixed.sort_by_key(|fixed| fixed.line);
    FixedFile { after: after.unwrap_or_else(|| before.clone()), before, fixed, unsafe_left }
}

/// A finding that was tried without success.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Tried {
    function: Option<FunctionKey>,
    base: u32,
    finding: (Rule, Span, String),
}

/// Returns the last finding of a text that is wanted and was not tried yet. From the end on, no fix moves the
/// line of the next one.
fn last_to_try(state: &State, is_wanted: &Wanted, hopeless: &FxHashSet<Tried>) -> Option<(Tried, Finding)> {
    let wanted = state.file.findings().filter(|(file, located)| is_wanted(file, located));
    let all = wanted.map(|(_, Located { finding, base, .. })| {
        let Finding { rule, span, subject, .. } = finding;
        let finding_is = (*rule, *span, subject.clone());
        (Tried { function: state.key_at(base), base, finding: finding_is }, finding)
    });
    let left = all.filter(|(tried, _)| !hopeless.contains(tried));
    let last = left.max_by_key(|(tried, finding)| tried.base + finding.span.start)?;
    Some((last.0, last.1.clone()))
}

/// Returns the fixes of those findings of a file that are wanted, each for itself, with the findings.
pub fn fixes<'a>(
    file: &'a AnalysedFile,
    full: &Path,
    given: Given,
    is_wanted: &Wanted,
) -> Vec<(&'a Finding, Fix)> {
    let found = in_workshop(file, full, given, |workshop, state| {
        let wanted = file.findings().filter(|(file, located)| is_wanted(file, located));
        let fix = |(_, Located { finding, base, .. }): (_, Located<'a>)| {
            let fixes = workshop.fixes(&state, Target { finding, base }, 1, &Never).ok()?;
            fixes.into_iter().next().map(|(fix, _)| (finding, fix))
        };
        wanted.filter_map(fix).collect()
    });
    found.unwrap_or_default()
}

/// Does work on a file with the means to try fixes. `None` if the file is not what was analysed.
fn in_workshop<T>(
    file: &AnalysedFile,
    full: &Path,
    Given { build, others, known, options, .. }: Given,
    work: impl FnOnce(&Workshop, State) -> T,
) -> Option<T> {
    let first = version(build, full, &file.source, None);
    let options = options.of_build(build.flags.wrapv);
    let translate = |text: &SourceText| {
        let version = version(build, full, text, Some(&first));
        Translated { standing: Arc::clone(&version.unit), unit: version.unit }
    };
    let analyse = |text: &str, around: Around, function: &UnitFunction, cancel: &(dyn Cancel + Sync)| {
        analyse_safely(text, around, function, &options, cancel)
    };
    let path = file.path.to_string_lossy();
    let reports = OfVersions::default();
    let workshop = Workshop {
        path: &path,
        others,
        known,
        options: &options,
        translate: &translate,
        analyse: &analyse,
        reports: &reports,
    };
    let known: Vec<Arc<FunctionReport>> = file.reports.iter().map(|(_, report)| Arc::clone(report)).collect();
    let state = workshop.begin(file.source.clone(), &known, &Never).ok().flatten()?;
    Some(work(&workshop, state))
}
