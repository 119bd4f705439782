//! The summary of a `csieve check`, which is the last line that it prints.

use std::{collections::BTreeMap, path::Path};

use csieve_analysis::lower::SYNTAX_ERROR;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{CLEAN, FINDINGS, INCOMPLETE, output::counted};
use crate::{present::reason_kind, project::AnalysedFile};

/// Counts of what a `csieve check` analysed and what it left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Summary {
    /// The number of analysed functions.
    pub functions: usize,
    /// The number of files read.
    pub files: usize,
    /// The number of skipped functions.
    pub skipped: usize,
    /// The number of findings that comments or attributes in the files suppress.
    pub suppressed: usize,
    /// The number of doubtful findings.
    pub doubtful: usize,
    /// The number of findings that were refuted.
    #[serde(default)]
    pub refuted: usize,
    /// The number of findings whose search was stopped by a limit. Doubtful ones count, too.
    pub stopped: usize,
    /// The number of withheld places by rule. At such a place, the cause that the check names was refuted,
    /// but not the misuse for any reason. The place is no finding.
    pub withheld: BTreeMap<String, usize>,
    /// The number of skipped functions by reason.
    pub reasons: BTreeMap<String, usize>,
    /// Inputs that could not be read, as sentences.
    pub unreadable: Vec<String>,
    /// The number of files that configurations leave out.
    #[serde(default)]
    pub excluded: usize,
    /// Whether these are the counts of a part of a check, which may have nothing to analyse.
    #[serde(skip)]
    pub is_part: bool,
}

impl Summary {
    /// Counts the results of all files. `unreadable` has the inputs that could not be read.
    pub(super) fn of(files: &[AnalysedFile], unreadable: Vec<String>) -> Self {
        // A file may be there several times, compiled in several ways.
        let paths: FxHashSet<&Path> = files.iter().map(|file| file.path.as_path()).collect();
        let mut summary = Self { files: paths.len(), unreadable, ..Self::default() };
        for (_, located) in files.iter().flat_map(AnalysedFile::findings) {
            summary.suppressed += usize::from(located.suppressed.is_some());
            summary.doubtful += usize::from(located.finding.doubt().is_some());
            summary.refuted += usize::from(located.finding.is_refuted());
            summary.stopped += usize::from(located.finding.limit().is_some());
        }
        for _ in files.iter().flat_map(|file| &file.reading.unread) {
            summary.skipped += 1;
            *summary.reasons.entry(SYNTAX_ERROR.to_owned()).or_default() += 1;
        }
        for (_, report) in files.iter().flat_map(|file| &file.reports) {
            for rule in &report.withheld {
                *summary.withheld.entry(rule.id().to_owned()).or_default() += 1;
            }
            match &report.skipped {
                None => summary.functions += 1,
                Some(reason) => {
                    summary.skipped += 1;
                    *summary.reasons.entry(reason_kind(reason.text()).to_owned()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Adds the counts of other files.
    pub(super) fn add(&mut self, other: Self) {
        self.functions += other.functions;
        self.files += other.files;
        self.skipped += other.skipped;
        self.suppressed += other.suppressed;
        self.doubtful += other.doubtful;
        self.refuted += other.refuted;
        self.stopped += other.stopped;
        for (rule, count) in other.withheld {
            *self.withheld.entry(rule).or_default() += count;
        }
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.unreadable.extend(other.unreadable);
        self.excluded += other.excluded;
    }

    /// Returns why nothing was analysed, if nothing was and something should have been. Such a check never ends well:
    /// nobody would notice that it looks at nothing.
    pub(super) fn nothing(&self) -> Option<String> {
        if self.functions > 0 || self.is_part || !self.unreadable.is_empty() {
            return None;
        }
        let why = match (self.files, self.skipped, self.excluded) {
            (_, 1, _) => "the only function was skipped".to_owned(),
            (_, 2.., _) => format!("all {} were skipped", counted(self.skipped, "function")),
            (0, _, 1..) => format!("csieve.toml excludes all {}", counted(self.excluded, "C file")),
            (0, ..) => "there is no C file".to_owned(),
            (files, ..) => format!("there is no function in {}", counted(files, "file")),
        };
        Some(format!("nothing was analysed: {why}"))
    }

    /// Returns the exit code. Unreadable input outweighs findings, because other findings may be missing.
    pub(super) fn exit_code(&self, has_findings: bool) -> u8 {
        if self.nothing().is_some() || !self.unreadable.is_empty() {
            INCOMPLETE
        } else if has_findings {
            FINDINGS
        } else {
            CLEAN
        }
    }

    /// Returns the summary as a line: "analysed 12 functions in 2 files, skipped 1: syntax error (1)".
    pub(super) fn line(&self) -> String {
        let mut reasons: Vec<(&String, &usize)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), *reason));
        let reasons: Vec<String> =
            reasons.into_iter().map(|(reason, count)| format!("{reason} ({count})")).collect();
        let tail = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
        let suppressed = match self.suppressed {
            0 => String::new(),
            suppressed => format!("; {} suppressed in the source", counted(suppressed, "finding")),
        };
        let left_out = [("doubtful", self.doubtful), ("refuted", self.refuted)];
        let left_out = left_out.into_iter().filter(|(_, count)| *count > 0);
        let left_out: Vec<String> =
            left_out.map(|(what, count)| format!("{count} {what} (--show-{what})")).collect();
        let left_out = if left_out.is_empty() { String::new() } else { format!("; {}", left_out.join(", ")) };
        let stopped = match self.stopped {
            0 => String::new(),
            stopped => format!("; the search was stopped at {}", counted(stopped, "place")),
        };
        format!(
            "analysed {} in {}, skipped {}{tail}{left_out}{suppressed}{stopped}",
            counted(self.functions, "function"),
            counted(self.files, "file"),
            self.skipped
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;

    #[test]
    fn the_line_says_what_was_left_out() {
        let plain = Summary { functions: 3, files: 1, ..Summary::default() };
        assert_eq!(plain.line(), "analysed 3 functions in 1 file, skipped 0");
        let cut = Summary { doubtful: 1, stopped: 2, ..plain };
        assert_eq!(
            cut.line(),
            "analysed 3 functions in 1 file, skipped 0; 1 doubtful (--show-doubtful); the search was stopped at 2 places"
        );
    }
}
