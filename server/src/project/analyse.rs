//! Analysing files: function by function, in parallel, with results in source order.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use csieve_analysis::{
    analyse_function,
    cancel::{Cancel, Cancelled, Never},
    finding::FunctionReport,
    lower::UnitContext,
    options::Options,
    syntax::{FunctionItem, Unit},
    text::LineIndex,
};
use rayon::prelude::*;

use super::{ReadError, read};
use crate::present::Located;

/// A file with the results for its functions.
#[derive(Debug)]
pub struct AnalysedFile {
    /// As it was found.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// Its lines.
    pub lines: LineIndex,
    /// A warning about its bytes.
    pub note: Option<&'static str>,
    /// The functions in source order, each with where it starts.
    pub reports: Vec<(u32, Arc<FunctionReport>)>,
}

/// Analyses one function; a defect of csieve skips the function instead of ending the program.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so.
pub fn analyse_safely(
    unit: &Unit,
    context: &UnitContext,
    function: &FunctionItem,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    let run = AssertUnwindSafe(|| analyse_function(unit, context, function, options, cancel));
    catch_unwind(run).unwrap_or_else(|_| {
        Ok(FunctionReport {
            function: function.name.clone(),
            findings: Vec::new(),
            skipped: Some("internal error".to_owned()),
        })
    })
}

/// Analyses all functions of a text.
pub fn analyse_text(
    path: PathBuf,
    text: String,
    note: Option<&'static str>,
    options: &Options,
) -> AnalysedFile {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let functions = unit.functions();
    let reports = functions
        .par_iter()
        .map(|function| {
            let report = analyse_safely(&unit, &context, function, options, &Never);
            let report = report.unwrap_or_else(|Cancelled| unreachable!("nobody cancels"));
            (function.span.start, Arc::new(report))
        })
        .collect();
    AnalysedFile { path, lines: unit.lines().clone(), text: unit.text().to_owned(), note, reports }
}

/// Reads and analyses files on the threads of the current pool; results come in the order of the paths.
pub fn run(
    paths: &[PathBuf],
    options: &Options,
    done: &(dyn Fn() + Sync),
) -> Vec<Result<AnalysedFile, (PathBuf, ReadError)>> {
    paths
        .par_iter()
        .map(|path| {
            let result = match read(path) {
                Ok(source) => Ok(analyse_text(path.clone(), source.text, source.note, options)),
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
                (self, Located { finding, base: *base, text: &self.text, lines: &self.lines })
            })
        })
    }
}
