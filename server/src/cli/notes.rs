//! Notes about how files were read. Each note is shown once, however many files it concerns, and many of them in one line.

use std::path::{Path, PathBuf};

use csieve_analysis::{has_syntax_error, rule::Rule, text::Span};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::output::counted;
use crate::project::{AnalysedFile, IS_DRIVER, Remark};

/// The most files that one note names.
const NAMED: usize = 2;

/// The most notes that are told one by one, unless somebody asks for them.
const MOST: usize = 4;

/// Returns the notes for drivers in the directories to check.
pub(super) fn left_out(drivers: &[PathBuf]) -> impl Iterator<Item = String> {
    drivers.iter().map(|driver| format!("{} is left out: {IS_DRIVER}", driver.display()))
}

/// What there is to say about how files were read.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What is about one file, or the same of several, as sentences without the files' names.
    of_files: IndexMap<(Sort, String), Vec<PathBuf>>,
    /// Notes about the whole run.
    others: Vec<String>,
    /// The number of lines that conditional compilation (`#if`) leaves out.
    inactive: u32,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sort {
    /// How the build of a file is guessed.
    Assumed,
    /// A header that is not there.
    Missing,
    /// Text that cannot be read.
    Syntax,
    /// Anything else.
    Other,
}

impl Notes {
    /// Collects the notes for all files: missing headers, assumptions about the build, unused suppressions, other remarks.
    /// `others` are about the whole run.
    pub(super) fn of<'r>(
        files: &[AnalysedFile],
        checked: &dyn Fn(&Path) -> &'r [Rule],
        others: Vec<String>,
    ) -> Self {
        let mut notes = Self { others, ..Self::default() };
        for file in files {
            let reading = &file.reading;
            let remarks = reading.remarks.iter().filter(|remark| !remark.is_missing() && !remark.is_syntax());
            let located = remarks.map(|remark| located(remark, file));
            let syntax = reading.remarks.iter().filter(|remark| remark.is_syntax());
            let syntax = syntax.map(|remark| self::located(remark, file)).chain(skipped(file));
            notes.add(Sort::Syntax, file, syntax);
            let unused = file.unused_suppressions(checked(&file.path)).into_iter().map(|(one, sentence)| {
                format!("line {}: {sentence}", file.source.lines().line_number(one.span.start))
            });
            let remarks = file.reports.iter().flat_map(|(base, report)| {
                let line = move |span: &Span| file.source.lines().line_number(base + span.start);
                report.remarks.iter().map(move |(span, sentence)| format!("line {}: {sentence}", line(span)))
            });
            notes.add(Sort::Assumed, file, reading.assumed.iter().cloned());
            notes.add(Sort::Missing, file, reading.missing().map(str::to_owned));
            notes.add(Sort::Other, file, located.chain(unused).chain(remarks));
            notes.inactive += reading.inactive_lines;
        }
        notes
    }

    fn add(&mut self, sort: Sort, file: &AnalysedFile, sentences: impl Iterator<Item = String>) {
        for sentence in sentences {
            let files = self.of_files.entry((sort, sentence)).or_default();
            if files.last() != Some(&file.path) {
                files.push(file.path.clone());
            }
        }
    }

    /// Returns the notes as people read them: each, or one line for all of them if there are many.
    pub(super) fn told(&self, each: bool) -> Vec<String> {
        let count = self.of_files.len() + self.others.len() + usize::from(self.inactive > 0);
        if !each && count > MOST {
            return vec![self.folded()];
        }
        let of_files = self.of_files.iter().map(|((_, note), files)| format!("{}: {note}", names(files)));
        let mut all: Vec<String> = self.others.iter().cloned().chain(of_files).collect();
        all.extend(self.left_out().map(|lines| format!("{lines} left out by #if and not analysed")));
        all
    }

    fn left_out(&self) -> Option<String> {
        match self.inactive {
            0 => None,
            1 => Some("1 line is".to_owned()),
            lines => Some(format!("{lines} lines are")),
        }
    }

    /// Returns one line for all notes.
    fn folded(&self) -> String {
        let of = |sort: Sort| self.of_files.iter().filter(move |((one, _), _)| *one == sort);
        let mut parts: Vec<String> = Vec::new();
        match of(Sort::Missing).count() {
            0 => {}
            1 => parts.push("1 header was not found".to_owned()),
            missing => parts.push(format!("{missing} headers were not found")),
        }
        match of(Sort::Syntax).count() {
            0 => {}
            1 => parts.insert(0, "1 place cannot be read".to_owned()),
            places => parts.insert(0, format!("{places} places cannot be read")),
        }
        let guessed: usize = of(Sort::Assumed).flat_map(|(_, files)| files).collect::<FxHashSet<_>>().len();
        if guessed > 0 {
            parts.push(format!("the flags of {} are guessed", counted(guessed, "file")));
        }
        let others = of(Sort::Other).count() + self.others.len();
        if others > 0 {
            parts.push(format!(
                "there {} {}",
                if others == 1 { "is" } else { "are" },
                counted(others, "remark")
            ));
        }
        parts.extend(self.left_out().map(|lines| format!("{lines} left out by #if")));
        let told = match parts.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            _ => parts.concat(),
        };
        format!("{told}: --notes tells each")
    }
}

/// Returns what to say of functions with errors of syntax.
fn skipped(file: &AnalysedFile) -> impl Iterator<Item = String> {
    let lines = file.source.lines();
    file.reports.iter().filter(|(_, report)| has_syntax_error(report)).map(move |(base, report)| {
        let reason = report.skipped.as_ref().map(|reason| reason.resolved(*base, lines)).unwrap_or_default();
        format!("{reason}: `{}` is not checked", report.function)
    })
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
fn names(files: &[PathBuf]) -> String {
    let named: Vec<String> = files.iter().take(NAMED).map(|path| path.display().to_string()).collect();
    match files.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        1 => format!("{} and 1 other", named.join(", ")),
        more => format!("{} and {more} others", named.join(", ")),
    }
}
