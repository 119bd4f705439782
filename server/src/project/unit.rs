//! A file as a unit: with its flags and its headers.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    preprocess::{Lexed, NoteKind, Source, SourceId},
    text::LineIndex,
    unit::Version,
};

use crate::build::FileBuild;

/// Preprocesses and parses the text of a file, or of a header as a part of a unit that includes it.
pub fn version(build: &FileBuild, path: &Path, text: &str, before: Option<&Version>) -> Version {
    let (options, headers) = (&build.options, &*build.headers);
    if path != build.main
        && let Some(main) = build.source()
        && let Some(version) = Version::of_header(&path.to_string_lossy(), main, headers, options, before)
    {
        return version;
    }
    let lexed = Arc::new(Lexed::new(text.into()));
    let main = Source::main(path.to_string_lossy().into(), lexed);
    Version::new(main, headers, options, before)
}

/// What people should know about how a file was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What was assumed about the build.
    pub assumed: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<String>,
    /// Headers that were not found, as the directives name them.
    pub missing: Vec<String>,
    /// What preprocessing has to say, with the one-based line if it is about the file itself.
    pub remarks: Vec<(Option<u32>, String)>,
    /// Lines that conditionals leave out.
    pub inactive_lines: u32,
}

impl Reading {
    /// Collects it.
    pub fn new(build: &FileBuild, version: &Version, lines: &LineIndex) -> Self {
        let problems = build.problems.iter().map(ToString::to_string).collect();
        let mut reading = Self { assumed: build.notes.clone(), problems, ..Self::default() };
        for note in &version.notes {
            let line =
                (note.place.source == SourceId::MAIN).then(|| lines.line_number(note.place.span.start));
            match note.kind {
                NoteKind::MissingHeader => reading.missing.push(note.message.clone()),
                _ => reading.remarks.push((line, note.message.clone())),
            }
        }
        let inactive = version.inactive.iter().map(|span| {
            let last = span.end.saturating_sub(1).max(span.start);
            // Without the line break at the end.
            lines.line_column(last).0 - lines.line_column(span.start).0 + 1
        });
        reading.inactive_lines = inactive.sum();
        reading
    }
}
