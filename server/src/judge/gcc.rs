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
    line: i64,
    /// -1 if it is not known.
    #[serde(default)]
    column: i64,
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
        for diagnostic in all {
            // A note belongs to the diagnostic before it.
            match (results.last_mut(), diagnostic.kind.as_str()) {
                (Some(stated), "note") => add_note(stated, diagnostic),
                _ => results.push(stated(diagnostic)),
            }
        }
    }
    Ok(Report::of("gcc", None, results))
}

fn stated(diagnostic: Diagnostic) -> Stated {
    let is_path = !diagnostic.path.is_empty();
    let of_path = diagnostic.path.into_iter().filter_map(|event| {
        Some(Step { place: place(event.location?), text: event.description, depth: event.depth })
    });
    let steps: Vec<Step> = of_path.collect();
    let mut stated = Stated {
        rule: diagnostic.option,
        level: level(&diagnostic.kind),
        message: diagnostic.message,
        cwe: diagnostic.metadata.and_then(|known| known.cwe).into_iter().collect(),
        place: diagnostic.locations.into_iter().next().map(|at| place(at.caret)),
        steps,
        is_path,
        ..Stated::default()
    };
    for note in diagnostic.children {
        add_note(&mut stated, note);
    }
    stated
}

/// Adds a note, which says where a variable was declared or an object freed. A path says so itself.
fn add_note(stated: &mut Stated, note: Diagnostic) {
    if let Some(at) = note.locations.into_iter().next()
        && !stated.is_path
    {
        stated.steps.push(Step { place: place(at.caret), text: note.message, depth: None });
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
    let number = |value: i64| u32::try_from(value).unwrap_or(0);
    Place { file: caret.file.into(), line: number(caret.line), column: number(caret.column) }
}
