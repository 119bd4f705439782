//! Analysing files: function by function, in parallel, with results in source order.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use csieve_analysis::{
    Around, analyse_function,
    cancel::{Cancel, Cancelled, Never},
    finding::FunctionReport,
    options::Options,
    summary::{NoCache, Summaries, unit_summaries},
    text::SourceText,
    unit::{TranslationUnit, UnitFunction},
};
use rayon::prelude::*;

use super::{ReadError, Reading, read, version};
use crate::{
    build::Builds,
    present::{Located, Starts},
};

/// A file with the results for its functions.
#[derive(Debug)]
pub struct AnalysedFile {
    /// As it was found.
    pub path: PathBuf,
    /// Its text, with the lines.
    pub source: SourceText,
    /// A warning about its bytes.
    pub note: Option<&'static str>,
    /// What should be known about its flags and headers.
    pub reading: Reading,
    /// The functions in source order, each with where it starts.
    pub reports: Vec<(u32, Arc<FunctionReport>)>,
}

/// Analyses one function; a defect of csieve skips the function instead of ending the program.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so.
pub fn analyse_safely(
    text: &str,
    around: Around,
    function: &UnitFunction,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    let run = AssertUnwindSafe(|| analyse_function(text, around, function, options, cancel));
    catch_unwind(run).unwrap_or_else(|_| {
        Ok(FunctionReport {
            function: function.text.name.clone(),
            findings: Vec::new(),
            skipped: Some("internal error".to_owned()),
        })
    })
}

/// The summaries of a unit's functions; none if a defect of csieve keeps them from being made.
fn summaries(unit: &TranslationUnit, options: &Options) -> Summaries {
    let run =
        AssertUnwindSafe(|| unit_summaries(unit, &Summaries::default(), options.wrapv, &NoCache, &Never));
    catch_unwind(run).ok().and_then(Result::ok).unwrap_or_default()
}

/// Analyses all functions of a text.
pub fn analyse_text(
    path: PathBuf,
    text: String,
    note: Option<&'static str>,
    builds: &Builds,
    options: &Options,
) -> AnalysedFile {
    let build = builds.for_file(&path);
    let options = Options { wrapv: options.wrapv || build.flags.wrapv, ..options.clone() };
    let source = SourceText::new(text);
    let version = version(&build, &builds.absolute(&path), &source, None);
    let summaries = summaries(&version.unit, &options);
    let around = Around { context: &version.unit.context, summaries: &summaries };
    let reports = version
        .unit
        .functions
        .par_iter()
        .map(|function| {
            let report = analyse_safely(source.text(), around, function, &options, &Never);
            let report = report.unwrap_or_else(|Cancelled| unreachable!("nobody cancels"));
            (function.start, Arc::new(report))
        })
        .collect();
    let reading = Reading::new(&build, &version, source.lines());
    AnalysedFile { path, source, note, reading, reports }
}

/// Reads and analyses files on the threads of the current pool; results come in the order of the paths.
pub fn run(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
    done: &(dyn Fn() + Sync),
) -> Vec<Result<AnalysedFile, (PathBuf, ReadError)>> {
    paths
        .par_iter()
        .map(|path| {
            let result = match read(path) {
                Ok(source) => Ok(analyse_text(path.clone(), source.text, source.note, builds, options)),
                Err(error) => Err((path.clone(), error)),
            };
            done();
            result
        })
        .collect()
}

impl AnalysedFile {
    /// All findings, in source order.
    pub fn findings(&self) -> impl Iterator<Item = (&Self, Located<'_>)> {
        self.reports.iter().flat_map(move |(base, report)| {
            report.findings.iter().map(move |finding| {
                (
                    self,
                    Located {
                        finding,
                        base: *base,
                        text: self.source.text(),
                        lines: self.source.lines(),
                        starts: self,
                    },
                )
            })
        })
    }
}

impl Starts for AnalysedFile {
    fn start_of(&self, function: &str) -> Option<u32> {
        let found = self.reports.iter().find(|(_, report)| report.function == function);
        found.map(|(start, _)| *start)
    }
}
