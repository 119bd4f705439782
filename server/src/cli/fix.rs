//! The options of `csieve check` that correct what is found.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use csieve_analysis::{
    cancel::Never, fixes::RULES, options::Options, rule::Rule, summarise::Needed, watch::NoWatch,
};
use rayon::prelude::*;
use similar::TextDiff;

use super::{Failure, outcome::Outcome};
use crate::{
    build::{Builds, is_header},
    config,
    fix::{self, Fix, Fixed, FixedFile, Given},
    present::Located,
    project::{AnalysedFile, KnownSummaries, Linked},
};

/// The most times that all files are fixed: what is fixed in one may let another be fixed.
pub(super) const MOST_ROUNDS: usize = 3;

/// The options with which not all findings of the files as they are are known or shown.
const OTHERS: [&str; 7] = ["shard", "with", "measure", "coverage", "changed_since", "all_commands", "top"];

/// What to correct.
#[derive(Args, Debug)]
pub(super) struct FixArgs {
    /// Correct findings in their files, those of the checks in the LIST or of all checks. An edit is made
    /// only if the finding is gone when the file is analysed again, nothing new is found, and it is shown that no
    /// run without the misuse does anything else. Headers and generated files stay as they are.
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(conflicts_with_all = OTHERS)]
    fix: Option<String>,
    /// Also make corrections that may change what a correct program does; review them before you keep them.
    #[arg(long)]
    unsafe_fixes: bool,
    /// Print the corrections as a unified diff instead of making them.
    #[arg(long, visible_alias = "diff", conflicts_with_all = OTHERS)]
    fix_dry_run: bool,
    /// Say in SARIF how findings are corrected. This takes time: every correction is tried.
    #[arg(long, conflicts_with_all = OTHERS)]
    with_fixes: bool,
}

/// What became of the files.
#[derive(Default)]
pub(super) struct Made {
    /// What was fixed, a line for each finding.
    pub fixed: Vec<String>,
    /// The number of findings that only have unsafe fixes, which were not wanted.
    pub unsafe_left: usize,
    /// The files that were left as they are, a line each, with the reason.
    pub left: Vec<String>,
    /// The differences between the files as they are and as they would be, as one unified diff.
    pub diff: String,
}

/// The means to fix files that were analysed together.
pub(super) struct Fixer<'a> {
    /// How files are compiled.
    pub builds: &'a Builds,
    /// The options of the analysis.
    pub options: &'a Options,
    /// The rules whose findings are fixed.
    pub rules: Vec<Rule>,
    /// Whether unsafe fixes are wanted, too.
    pub takes_unsafe: bool,
}

impl FixArgs {
    /// Returns whether findings are to be corrected, in the files or as a diff.
    pub(super) fn is_wanted(&self) -> bool {
        self.fix.is_some() || self.fix_dry_run
    }

    /// Returns whether the files stay as they are.
    pub(super) fn is_dry(&self) -> bool {
        self.fix_dry_run
    }

    /// Returns whether unsafe fixes are wanted, too.
    pub(super) fn takes_unsafe(&self) -> bool {
        self.unsafe_fixes
    }

    /// Returns whether SARIF has the corrections.
    pub(super) fn is_told(&self) -> bool {
        self.with_fixes
    }

    /// Returns the rules whose findings are corrected.
    pub(super) fn rules(&self) -> Result<Vec<Rule>, Failure> {
        let list = self.fix.as_deref().filter(|list| !list.is_empty());
        let Some(list) = list else { return Ok(RULES.to_vec()) };
        let chosen = config::parse_checks([list]).map_err(|error| Failure::usage(error.to_string()))?;
        match chosen.iter().find(|rule| !RULES.contains(rule)) {
            Some(rule) => Err(Failure::usage(format!("there are no fixes for {}", rule.id()))),
            None => Ok(chosen),
        }
    }
}

impl Fixer<'_> {
    /// Fixes the files of an outcome, on the threads of the current pool. If `is_dry`, the files stay as they
    /// are.
    pub(super) fn fix(&self, outcome: &Outcome, paths: &[PathBuf], is_dry: bool) -> Made {
        let mut made = Made::default();
        let all = self.in_files(outcome, paths, |file, given, full| {
            fix::fixed(file, full, given, &|file, located| self.is_wanted(outcome, file, located))
        });
        for (file, fixed) in all {
            let path = file.path.display();
            match fixed {
                Err(reason) => made.left.push(format!("{path} is left as it is: {reason}")),
                Ok(fixed) => {
                    made.unsafe_left += fixed.unsafe_left;
                    if !fixed.fixed.is_empty() {
                        self.finish(&file.path, &fixed, is_dry, &mut made);
                    }
                }
            }
        }
        made
    }

    /// Writes a fixed file, or adds to the diff.
    fn finish(&self, path: &Path, fixed: &FixedFile, is_dry: bool, made: &mut Made) {
        let shown = path.display();
        let (before, after) = (fixed.before.text(), fixed.after.text());
        if is_dry {
            let diff = TextDiff::from_lines(&**before, &**after);
            let below = path.strip_prefix(".").or_else(|_| path.strip_prefix("/"));
            let name = below.unwrap_or(path).display();
            let header = (format!("a/{name}"), format!("b/{name}"));
            let _ = write!(made.diff, "{}", diff.unified_diff().header(&header.0, &header.1));
        } else if let Err(error) = fix::replace(&self.builds.absolute(path), before, after) {
            made.left.push(format!("{shown} is left as it is: {error}"));
            return;
        }
        let line = |Fixed { rule, subject, line, title }: &Fixed| {
            format!("fixed {} of `{subject}` in {shown}:{line}: {title}", rule.id())
        };
        made.fixed.extend(fixed.fixed.iter().map(line));
    }

    /// Returns the fix of each finding that has one.
    pub(super) fn fixes<'o>(&self, outcome: &'o Outcome, paths: &[PathBuf]) -> Vec<Found<'o>> {
        let all = self.in_files(outcome, paths, |file, given, full| {
            fix::fixes(file, full, given, &|file, located| self.is_wanted(outcome, file, located))
        });
        all.into_iter().flat_map(|(_, found)| found.into_iter().flatten()).collect()
    }

    fn is_wanted(&self, outcome: &Outcome, file: &AnalysedFile, located: &Located) -> bool {
        self.rules.contains(&located.finding.rule) && outcome.shown.shows(file, located)
    }

    /// Does work on each file with a finding that may be fixed.
    fn in_files<'o, T: Send>(
        &self,
        outcome: &'o Outcome,
        paths: &[PathBuf],
        work: impl Fn(&'o AnalysedFile, Given, &Path) -> T + Sync,
    ) -> Vec<(&'o AnalysedFile, Result<T, &'static str>)> {
        let has_one = |file: &&AnalysedFile| {
            file.findings().any(|(file, located)| self.is_wanted(outcome, file, &located))
        };
        let files: Vec<&AnalysedFile> = outcome.files.iter().filter(has_one).collect();
        if files.is_empty() {
            return Vec::new();
        }
        let known = Arc::<KnownSummaries>::default();
        let read = Linked::read(
            (paths, Needed::All),
            (self.builds, self.options),
            (known.clone(), None),
            &Never,
            (&NoWatch, &|| ()),
        );
        let Ok(linked) = read else { return Vec::new() };
        let each = |file: &'o AnalysedFile| {
            if let Some(reason) = stays(file) {
                return (file, Err(reason));
            }
            let build = self.builds.for_file(&file.path);
            let (others, options) = (&**linked.others(), self.options);
            let given =
                Given { build: &build, others, known: &*known, options, takes_unsafe: self.takes_unsafe };
            (file, Ok(work(file, given, &self.builds.absolute(&file.path))))
        };
        files.into_par_iter().map(each).collect()
    }
}

/// A finding with its fix.
pub(super) type Found<'o> = (&'o csieve_analysis::finding::Finding, Fix);

/// Returns the reason why a file is not changed.
fn stays(file: &AnalysedFile) -> Option<&'static str> {
    if is_header(&file.path) {
        Some("it is a header")
    } else if file.note.is_some() {
        Some("it is not plain UTF-8")
    } else if fix::is_generated(file.source.text()) {
        Some("it is generated")
    } else {
        None
    }
}
