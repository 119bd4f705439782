//! The output as a code quality report of GitLab, which shows it in merge requests.

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use super::{json::pretty, outcome::Outcome, told, told::Told};
use crate::present::{Danger, Severity};

/// A finding, as GitLab takes it.
#[derive(Serialize)]
struct Issue {
    r#type: &'static str,
    check_name: String,
    description: String,
    content: Content,
    categories: [&'static str; 1],
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Content {
    body: String,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// Renders all causes as one JSON array.
pub(super) fn render(outcome: &Outcome) -> String {
    pretty(&told::causes(outcome).into_iter().map(|(one, _)| issue(one)).collect::<Vec<_>>())
}

fn issue(one: Told) -> Issue {
    // GitLab knows an issue of the whole project by its fingerprint.
    let fingerprint = xxh3_64(format!("{}\n{}", one.path, one.fingerprint).as_bytes());
    Issue {
        r#type: "issue",
        check_name: one.located.finding.id().to_owned(),
        severity: severity(&one),
        content: Content { body: one.details.trim_end().to_owned() },
        categories: ["Bug Risk"],
        fingerprint: format!("{fingerprint:016x}"),
        location: Location { path: one.path, lines: Lines { begin: one.start.0, end: one.end.0 } },
        description: one.message,
    }
}

/// Returns GitLab's severity: that of the misuse if a run confirms it, one less if nobody could rule it out.
fn severity(one: &Told) -> &'static str {
    match (one.severity, one.danger) {
        (Severity::Hint | Severity::Information, _) => "info",
        (Severity::Error, Danger::Critical) => "blocker",
        (Severity::Error, Danger::High) | (Severity::Warning, Danger::Critical) => "critical",
        (Severity::Error, Danger::Medium) | (Severity::Warning, Danger::High) => "major",
        (Severity::Error, Danger::Low) | (Severity::Warning, Danger::Medium | Danger::Low) => "minor",
    }
}
