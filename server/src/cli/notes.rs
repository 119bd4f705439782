//! Notes about how files were read. Each note is shown once, however many files it concerns.

use std::path::{Path, PathBuf};

use csieve_analysis::{rule::Rule, text::Span};
use indexmap::IndexMap;

use crate::project::{AnalysedFile, IS_DRIVER, Remark};

/// The most files that one note names.
const NAMED: usize = 2;

/// Returns the notes for drivers in the directories to check.
pub(super) fn left_out(drivers: &[PathBuf]) -> impl Iterator<Item = String> {
    drivers.iter().map(|driver| format!("{} is left out: {IS_DRIVER}", driver.display()))
}

/// Returns the notes for all files: missing headers, assumptions about the build, unused suppressions, other
/// remarks, and the number of lines that conditional compilation (`#if`) leaves out.
pub(super) fn notes<'r>(files: &[AnalysedFile], checked: &dyn Fn(&Path) -> &'r [Rule]) -> Vec<String> {
    let mut notes: IndexMap<String, Vec<&AnalysedFile>> = IndexMap::new();
    let mut inactive = 0;
    for file in files {
        let reading = &file.reading;
        let missing = reading.missing().map(str::to_owned);
        let others = reading.remarks.iter().filter(|remark| !remark.is_missing());
        let located = others.map(|remark| located(remark, file));
        let unused = file.unused_suppressions(checked(&file.path)).into_iter().map(|(one, sentence)| {
            format!("line {}: {sentence}", file.source.lines().line_number(one.span.start))
        });
        let remarks = file.reports.iter().flat_map(|(base, report)| {
            let line = move |span: &Span| file.source.lines().line_number(base + span.start);
            report.remarks.iter().map(move |(span, sentence)| format!("line {}: {sentence}", line(span)))
        });
        let unused = unused.chain(remarks);
        for note in reading.assumed.iter().cloned().chain(missing).chain(located).chain(unused) {
            notes.entry(note).or_default().push(file);
        }
        inactive += reading.inactive_lines;
    }
    let mut sentences: Vec<String> =
        notes.iter().map(|(note, concerned)| format!("{}: {note}", names(concerned))).collect();
    if inactive > 0 {
        let lines = if inactive == 1 { "1 line is" } else { &format!("{inactive} lines are") };
        sentences.push(format!("{lines} left out by #if and not analysed"));
    }
    sentences
}

/// Returns a remark with its place: "line 3: ..." in the file itself, "x.h:3: ..." in a header.
fn located(remark: &Remark, file: &AnalysedFile) -> String {
    let message = &remark.message;
    match (&remark.header, remark.seen_at) {
        (Some((header, line)), _) => format!("{header}:{line}: {message}"),
        (None, Some(span)) => format!("line {}: {message}", file.source.lines().line_number(span.start)),
        (None, None) => message.clone(),
    }
}

/// Returns the names of files in a sentence, such as "a.c, b.c and 3 others".
fn names(files: &[&AnalysedFile]) -> String {
    let named: Vec<String> = files.iter().take(NAMED).map(|file| file.path.display().to_string()).collect();
    match files.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        1 => format!("{} and 1 other", named.join(", ")),
        more => format!("{} and {more} others", named.join(", ")),
    }
}
