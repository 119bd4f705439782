//! The output of `csieve check --coverage`: the parts of each file that were analysed, and those that were
//! not.

use std::fmt::Write;

use csieve_analysis::lower::SYNTAX_ERROR;
use serde::Serialize;

use super::{Failure, check::Format, json::pretty};
use crate::project::AnalysedFile;

/// The analysed and skipped functions of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Coverage {
    file: String,
    functions: usize,
    analysed: usize,
    /// All functions in the order of the file, including the skipped ones.
    found: Vec<FoundFunction>,
    skipped: Vec<SkippedFunction>,
    /// The number of lines that conditional compilation (`#if`) leaves out.
    inactive_lines: u32,
    /// Sentences about headers that were not found.
    missing_headers: Vec<String>,
    /// Sentences about assumptions on the build.
    assumed: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FoundFunction {
    function: String,
    line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SkippedFunction {
    function: String,
    line: u32,
    reason: String,
}

/// Renders the coverage of files: as JSON, or as text with a line per file followed by a line per skipped
/// function.
///
/// # Errors
/// If the format is only for findings.
pub(super) fn render(files: &[AnalysedFile], format: Format) -> Result<String, Failure> {
    let coverage: Vec<Coverage> = files.iter().map(Coverage::of).collect();
    match format {
        Format::Json | Format::Sarif => Ok(pretty(&coverage)),
        Format::Text => Ok(coverage.iter().map(Coverage::text).collect()),
        _ => Err(Failure::usage("--coverage is told as text or json, not in this form")),
    }
}

impl Coverage {
    fn of(file: &AnalysedFile) -> Self {
        let skipped = file.reports.iter().filter_map(|(base, report)| {
            let reason = report.skipped.as_ref()?;
            Some(SkippedFunction {
                function: report.function.clone(),
                line: file.source.lines().line_number(*base),
                reason: reason.resolved(*base, file.source.lines()),
            })
        });
        let unread = file.reading.unread.iter().map(|(span, function)| SkippedFunction {
            function: function.clone(),
            line: file.source.lines().line_number(span.start),
            reason: SYNTAX_ERROR.to_owned(),
        });
        let mut skipped: Vec<SkippedFunction> = skipped.chain(unread).collect();
        skipped.sort_by_key(|function| function.line);
        let read = file.reports.iter().map(|(base, report)| (*base, &report.function));
        let unread = file.reading.unread.iter().map(|(span, function)| (span.start, function));
        let found = read.chain(unread).map(|(start, function)| FoundFunction {
            function: function.clone(),
            line: file.source.lines().line_number(start),
        });
        let mut found: Vec<FoundFunction> = found.collect();
        found.sort_by_key(|function| function.line);
        Self {
            file: file.path.display().to_string(),
            functions: found.len(),
            analysed: found.len() - skipped.len(),
            found,
            skipped,
            inactive_lines: file.reading.inactive_lines,
            missing_headers: file.reading.missing().map(str::to_owned).collect(),
            assumed: file.reading.assumed.clone(),
        }
    }

    fn text(&self) -> String {
        let mut out = format!("{}: analysed {} of {} functions", self.file, self.analysed, self.functions);
        if self.inactive_lines > 0 {
            let _ = write!(out, ", {} lines left out by #if", self.inactive_lines);
        }
        out.push('\n');
        for note in self.missing_headers.iter().chain(&self.assumed) {
            let _ = writeln!(out, "  {note}");
        }
        for SkippedFunction { function, line, reason } in &self.skipped {
            let _ = writeln!(out, "  skipped {function} on line {line}: {reason}");
        }
        out
    }
}
