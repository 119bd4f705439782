//! Notes for the user about how a file was read.

use std::path::Path;

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{
    preprocess::{Note, NoteKind},
    text::{LineIndex, Span},
    unit::{Unread, Version},
};

use super::language;
use crate::build::FileBuild;

/// Notes for the user about how a file was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Reading {
    /// Assumptions about the build, as sentences.
    pub assumed: Vec<String>,
    /// Problems in the files that describe the build, as sentences.
    pub problems: Vec<String>,
    /// Remarks of the preprocessor, in order, and then on what is no declaration.
    pub remarks: Vec<Remark>,
    /// The number of lines that conditional compilation (`#if`) leaves out.
    pub inactive_lines: u32,
    /// The spans, in bytes, of the lines that conditional compilation (`#if`) leaves out.
    pub inactive: Vec<Span>,
    /// The functions that cannot be read because of errors of syntax outside of their bodies, with their places.
    pub unread: Vec<(Span, String)>,
}

/// A diagnostic of the preprocessor: an error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Remark {
    /// The kind of the remark.
    pub kind: NoteKind,
    /// One plain sentence without a full stop.
    pub message: String,
    /// The place in the C file that the remark is about. For a remark about a header, it is the `#include`.
    pub seen_at: Option<Span>,
    /// The path of the header that the remark is about and the line in it, from 1; `None` for a remark about
    /// the C file itself.
    pub header: Option<(String, u32)>,
}

impl Reading {
    /// Collects what users should know about how a file is read: the guesses about its build, and the
    /// problems and left-out lines of this version of its text.
    pub fn new(build: &FileBuild, version: &Version, lines: &LineIndex) -> Self {
        let inactive = version.inactive.iter().map(|span| {
            let last = span.end.saturating_sub(1).max(span.start);
            // The line break at the end of an inactive span does not count as another line.
            lines.line_column(last).0 - lines.line_column(span.start).0 + 1
        });
        Self {
            assumed: build.notes.clone(),
            problems: build.problems.iter().map(ToString::to_string).collect(),
            remarks: (version.notes.iter().map(|note| Remark::new(note, version)))
                .chain(unread(version))
                .collect(),
            inactive_lines: inactive.sum(),
            inactive: version.inactive.clone(),
            unread: (version.unread.iter())
                .filter_map(|unread| Some((unread.span, unread.function.clone()?)))
                .collect(),
        }
    }

    /// Returns the sentences about headers that were not found.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter(|remark| remark.is_missing()).map(|remark| remark.message.as_str())
    }
}

/// Returns what to say of text that is no declaration: of C++, that it is C++.
fn unread(version: &Version) -> Vec<Remark> {
    let main = version.sources.get(version.file.0 as usize);
    let is_cpp = main.is_some_and(|main| {
        language::is_cpp(Path::new(&*main.path))
            || (!version.unread.is_empty() || version.unit.functions.is_empty())
                && language::looks_like_cpp(main.lexed.text())
    });
    if is_cpp {
        let message = "this is C++, of which csieve reads only what is C, too".to_owned();
        return vec![Remark { kind: NoteKind::Syntax, message, seen_at: None, header: None }];
    }
    version.unread.iter().map(Remark::unread).collect()
}

impl Remark {
    /// Returns whether the remark is about a header that was not found.
    pub fn is_missing(&self) -> bool {
        self.kind == NoteKind::MissingHeader
    }

    /// Returns whether the remark is about tokens that cannot be read.
    pub fn is_syntax(&self) -> bool {
        self.kind == NoteKind::Syntax
    }

    fn unread(unread: &Unread) -> Self {
        let message = match &unread.function {
            Some(function) => format!("syntax error: `{function}` cannot be read and is not checked"),
            None => "syntax error: this is no declaration".to_owned(),
        };
        Self { kind: NoteKind::Syntax, message, seen_at: Some(unread.span), header: None }
    }

    fn new(note: &Note, version: &Version) -> Self {
        let place = note.place;
        let source = version.sources.get(place.source.0 as usize).filter(|_| place.source != version.file);
        let line = |source: &csieve_analysis::preprocess::Source| {
            (source.path.to_string(), source.lexed.lines().line_number(place.span.start))
        };
        Self {
            kind: note.kind,
            message: note.message.clone(),
            seen_at: version.seen_at(place),
            header: source.map(line),
        }
    }
}
