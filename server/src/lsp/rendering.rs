//! Findings as text.

use super::{observer_request::ObserverAnswer, snapshot::Entry};

/// Where the pages of the checks are.
pub(super) const DOCS_URL: &str = "https://github.com/csieve/csieve/blob/main/docs/checks/";

/// A finding with its trace and its proof, as markdown.
pub(super) fn hover(entry: &Entry) -> String {
    let mut out = format!(
        "**{}** · {}\n\n{}\n\n| step | statement | values |\n|--:|---|---|\n",
        entry.finding.rule.id(),
        entry.finding.verdict.as_str(),
        entry.message()
    );
    for (at, step) in entry.finding.witness.iter().enumerate() {
        let values: Vec<String> =
            step.values.iter().map(|known| format!("{} = {}", known.name, known.value)).collect();
        out += &format!("| {} | {} | {} |\n", at + 1, entry.step(step), values.join(", "));
    }
    for conflict in entry.conflicts() {
        out += &format!("\nrefuted as spurious: {}\n", entry.sentence(&conflict.sentence));
        for equation in &conflict.equations {
            out += &format!("- `{}`: {}\n", equation.text, entry.sentence(&equation.equation));
        }
    }
    out
}

/// A trace as plain text.
pub(super) fn trace_text(entry: &Entry) -> String {
    let steps = entry.finding.witness.iter().map(|step| format!("  {}\n", entry.step(step)));
    format!("{}\n{}", entry.message(), steps.collect::<String>())
}

/// A conflict as plain text.
pub(super) fn observer_text(entry: &Entry) -> Option<String> {
    entry.conflicts().next().map(|conflict| entry.sentence(&conflict.sentence))
}

/// The answer to a request.
pub(super) fn observer(entry: &Entry) -> Option<ObserverAnswer> {
    let text = observer_text(entry)?;
    Some(ObserverAnswer {
        title: entry.message(),
        dot: "digraph observer {}".to_owned(),
        svg: "<svg/>".to_owned(),
        proof: text.clone(),
        text,
    })
}
