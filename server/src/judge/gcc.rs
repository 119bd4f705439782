//! GCC's own form, `-fdiagnostics-format=json`: one array of diagnostics a compilation. Several compilations may have
//! written to one file, among other lines.

use serde::Deserialize;

use super::{Place, Report, Stated, Step};

#[derive(Deserialize)]
struct Diagnostic {
    kind: String,
    message: String,
    #[serde(default)]
    option: String,
    #[serde(default)]
    locations: Vec<Located>,
    #[serde(default)]
    children: Vec<Diagnostic>,
    #[serde(default)]
    path: Vec<Event>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Located {
    caret: Caret,
}

#[derive(Deserialize)]
struct Caret {
    file: String,
    line: u32,
    #[serde(default)]
    column: u32,
}

#[derive(Deserialize)]
struct Event {
    location: Option<Caret>,
    description: String,
    depth: Option<i64>,
}

#[derive(Deserialize)]
struct Metadata {
    cwe: Option<u16>,
}

/// Reads what GCC wrote.
///
/// # Errors
/// If a line begins as an array of diagnostics and is none.
pub(super) fn read(text: &str) -> Result<Report, String> {
    let mut results = Vec::new();
    for line in text.lines().filter(|line| line.trim_start().starts_with('[')) {
        let all: Vec<Diagnostic> =
            serde_json::from_str(line).map_err(|error| format!("this is not GCC's JSON: {error}"))?;
        results.extend(all.into_iter().map(stated));
    }
    Ok(Report::of("gcc", None, results))
}

fn stated(diagnostic: Diagnostic) -> Stated {
    let is_path = !diagnostic.path.is_empty();
    let of_path = diagnostic.path.into_iter().filter_map(|event| {
        Some(Step { place: place(event.location?), text: event.description, depth: event.depth })
    });
    let mut steps: Vec<Step> = of_path.collect();
    if !is_path {
        // Notes say where a variable was declared or an object freed.
        let notes = diagnostic.children.into_iter().filter_map(|note| {
            let at = note.locations.into_iter().next()?;
            Some(Step { place: place(at.caret), text: note.message, depth: None })
        });
        steps.extend(notes);
    }
    Stated {
        rule: diagnostic.option,
        level: level(&diagnostic.kind),
        message: diagnostic.message,
        cwe: diagnostic.metadata.and_then(|known| known.cwe).into_iter().collect(),
        place: diagnostic.locations.into_iter().next().map(|at| place(at.caret)),
        steps,
        is_path,
        ..Stated::default()
    }
}

fn level(kind: &str) -> String {
    let level = match kind {
        "warning" => "warning",
        "note" => "note",
        _ => "error",
    };
    level.to_owned()
}

fn place(caret: Caret) -> Place {
    Place { file: caret.file.into(), line: caret.line, column: caret.column }
}
