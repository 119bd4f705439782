//! The last line of every run.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{present::reason_kind, project::AnalysedFile};

/// What was analysed and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Summary {
    /// Functions analysed.
    pub functions: usize,
    /// Files read.
    pub files: usize,
    /// Functions skipped.
    pub skipped: usize,
    /// Findings that the files suppress.
    pub suppressed: usize,
    /// Findings that are doubtful.
    pub doubtful: usize,
    /// By rule, how often the cause that a check names was refuted, but not every other cause: no finding.
    pub withheld: BTreeMap<&'static str, usize>,
    /// How many functions were skipped for which reason.
    pub reasons: BTreeMap<String, usize>,
    /// Inputs that could not be read, as sentences.
    pub unreadable: Vec<String>,
}

impl Summary {
    /// Counts the results of files.
    pub(super) fn of(files: &[AnalysedFile], unreadable: Vec<String>) -> Self {
        let mut summary = Self { files: files.len(), unreadable, ..Self::default() };
        let found = files.iter().flat_map(AnalysedFile::findings);
        summary.suppressed = found.filter(|(_, located)| located.suppressed.is_some()).count();
        let found = files.iter().flat_map(AnalysedFile::findings);
        summary.doubtful = found.filter(|(_, located)| located.finding.doubt().is_some()).count();
        for (_, report) in files.iter().flat_map(|file| &file.reports) {
            for rule in &report.withheld {
                *summary.withheld.entry(rule.id()).or_default() += 1;
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

    /// "analysed 12 functions in 2 files, skipped 1: syntax error (1)"
    pub(super) fn line(&self) -> String {
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut reasons: Vec<(&String, &usize)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), *reason));
        let reasons: Vec<String> =
            reasons.into_iter().map(|(reason, count)| format!("{reason} ({count})")).collect();
        let tail = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
        let suppressed = match self.suppressed {
            0 => String::new(),
            suppressed => format!("; {} suppressed in the source", count(suppressed, "finding")),
        };
        let doubtful = match self.doubtful {
            0 => String::new(),
            doubtful => format!("; {}, see --show-doubtful", count(doubtful, "doubtful finding")),
        };
        format!(
            "analysed {} in {}, skipped {}{tail}{suppressed}{doubtful}",
            count(self.functions, "function"),
            count(self.files, "file"),
            self.skipped
        )
    }
}
