//! What people should know about how a file was read.

use csieve_analysis::{
    preprocess::{Note, NoteKind},
    text::{LineIndex, Span},
    unit::Version,
};

use crate::build::FileBuild;

/// What people should know about how a file was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What was assumed about the build.
    pub assumed: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<String>,
    /// What preprocessing has to say, in its order.
    pub remarks: Vec<Remark>,
    /// Lines that conditionals leave out.
    pub inactive_lines: u32,
    /// The places of these lines.
    pub inactive: Vec<Span>,
}

/// Something that preprocessing has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about.
    pub kind: NoteKind,
    /// One plain sentence without a full stop.
    pub message: String,
    /// Where it is seen in the file: for what concerns a header, at the `#include`.
    pub seen_at: Option<Span>,
    /// The header it concerns, if it is not the file itself, with the one-based line.
    pub header: Option<(String, u32)>,
}

impl Reading {
    /// Collects it.
    pub fn new(build: &FileBuild, version: &Version, lines: &LineIndex) -> Self {
        let inactive = version.inactive.iter().map(|span| {
            let last = span.end.saturating_sub(1).max(span.start);
            // Without the line break at the end.
            lines.line_column(last).0 - lines.line_column(span.start).0 + 1
        });
        Self {
            assumed: build.notes.clone(),
            problems: build.problems.iter().map(ToString::to_string).collect(),
            remarks: version.notes.iter().map(|note| Remark::new(note, version)).collect(),
            inactive_lines: inactive.sum(),
            inactive: version.inactive.clone(),
        }
    }

    /// Headers that were not found, as sentences.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter(|remark| remark.is_missing()).map(|remark| remark.message.as_str())
    }
}

impl Remark {
    /// Whether a header was not found.
    pub fn is_missing(&self) -> bool {
        self.kind == NoteKind::MissingHeader
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
