//! What is said of a result: the verdict, why, and the finding of csieve that shows it.

use std::sync::Arc;

use csieve_analysis::{
    finding::{Finding, VerdictKind},
    text::SourceText,
    unit::{TranslationUnit, UnitFunction},
};

use crate::present::{Located, Starts};

/// What is said of one result of a report.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The verdict.
    pub kind: VerdictKind,
    /// Why, in one line.
    pub why: String,
    /// Whether the reported path is impossible, although the verdict is not `refuted`.
    pub is_path_impossible: bool,
    /// The finding with the proof of a refuted result, or with the inputs of a confirmed one.
    pub evidence: Option<Evidence>,
}

/// A finding of csieve that decides a result.
#[derive(Clone, Debug)]
pub struct Evidence {
    finding: Finding,
    base: u32,
    file: Arc<FileHere>,
}

/// A file as it was when it was judged.
#[derive(Debug)]
pub(super) struct FileHere {
    source: SourceText,
    /// The names of the functions of the file with the offsets at which they start.
    starts: Vec<(String, u32)>,
}

impl FileHere {
    /// Notes the text of a file and where its functions start.
    pub(super) fn new(unit: &TranslationUnit, source: &SourceText) -> Self {
        let start = |function: &UnitFunction| (function.text.name.clone(), function.span().start);
        Self { source: source.clone(), starts: unit.functions.iter().map(start).collect() }
    }
}

impl Starts for FileHere {
    fn start_of(&self, function: &str) -> Option<u32> {
        self.starts.iter().find(|(name, _)| name == function).map(|(_, start)| *start)
    }
}

impl Evidence {
    /// Notes a finding in the function of a file that starts at `base`.
    pub(super) fn new(finding: Finding, base: u32, file: &Arc<FileHere>) -> Self {
        Self { finding, base, file: Arc::clone(file) }
    }

    /// Returns the finding at its place.
    pub fn located(&self) -> Located<'_> {
        Located {
            finding: &self.finding,
            base: self.base,
            text: self.file.source.text(),
            lines: self.file.source.lines(),
            starts: &*self.file,
            suppressed: None,
            caller: None,
        }
    }
}

impl Verdict {
    /// What is said of a result that is neither refuted nor confirmed.
    pub(super) fn open(why: impl Into<String>) -> Self {
        Self { kind: VerdictKind::Unrefuted, why: why.into(), is_path_impossible: false, evidence: None }
    }

    /// What is said of a result whose rule claims nothing about runs, as far as is known.
    pub(super) fn not_known(rule: &str) -> Self {
        Self::not_judged(format!("`{rule}` is not known to say what happens in a run"))
    }

    /// What is said of a result about which nothing can be asked.
    pub fn not_judged(why: impl AsRef<str>) -> Self {
        Self::open(format!("not judged: {}", why.as_ref()))
    }
}
