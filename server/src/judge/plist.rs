//! The property lists of clang's analyser (`clang --analyze --analyzer-output plist`).

use serde::Deserialize;

use super::{Place, Report, Stated, Step};

#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    diagnostics: Vec<Diagnostic>,
    clang_version: Option<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    description: String,
    #[serde(default)]
    check_name: String,
    location: Location,
    #[serde(default)]
    path: Vec<Piece>,
}

#[derive(Clone, Copy, Deserialize)]
struct Location {
    line: u32,
    col: u32,
    file: usize,
}

/// A piece of a path: an event with a text, or a way that control takes from one statement to the next.
#[derive(Deserialize)]
struct Piece {
    location: Option<Location>,
    message: Option<String>,
    depth: Option<i64>,
    #[serde(default)]
    edges: Vec<Edge>,
}

/// A way of control, by the first and the last token of the statements at its ends.
#[derive(Deserialize)]
struct Edge {
    start: Vec<Location>,
    end: Vec<Location>,
}

/// Reads a property list.
///
/// # Errors
/// If the text is no property list, or not one of the analyser.
pub(super) fn read(text: &str) -> Result<Report, String> {
    let listed: Listed =
        plist::from_bytes(text.as_bytes()).map_err(|error| format!("this is no plist of clang: {error}"))?;
    let Listed { files, diagnostics, clang_version } = listed;
    let results = diagnostics.iter().map(|diagnostic| stated(diagnostic, &files)).collect();
    Ok(Report::of("clang", clang_version.as_deref(), results))
}

fn stated(diagnostic: &Diagnostic, files: &[String]) -> Stated {
    let place = |at: Location| {
        let file = files.get(at.file).cloned().unwrap_or_default();
        Place { file: file.into(), line: at.line, column: at.col }
    };
    let step = |at: Location, text: &str, depth| Step { place: place(at), text: text.to_owned(), depth };
    let mut steps = Vec::new();
    for piece in &diagnostic.path {
        if let (Some(at), Some(message)) = (piece.location, &piece.message) {
            steps.push(step(at, message, piece.depth));
        }
        for edge in &piece.edges {
            let ends = [edge.start.first(), edge.end.first()];
            steps.extend(ends.into_iter().flatten().map(|at| step(*at, "", None)));
        }
    }
    Stated {
        rule: diagnostic.check_name.clone(),
        level: "warning".to_owned(),
        message: diagnostic.description.clone(),
        place: Some(place(diagnostic.location)),
        is_path: !steps.is_empty(),
        steps,
        ..Stated::default()
    }
}
