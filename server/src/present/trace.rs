//! Renders a path as a table of steps, with lines, statements and values.

use std::fmt::Write;

use csieve_analysis::finding::{ShownValue, Step};

use super::Located;

/// Returns the values of a step: `x = 10, p = NULL`.
pub fn values(step: &Step) -> String {
    listed(step.values.iter())
}

/// Returns the values of a step, without pointers of which only "not NULL" is known.
pub fn telling_values(step: &Step) -> String {
    listed(step.values.iter().filter(|value| value.value != "not NULL"))
}

fn listed<'a>(values: impl Iterator<Item = &'a ShownValue>) -> String {
    let texts = values.map(|value| {
        let relation = if value.value.starts_with('[') { "∈" } else { "=" };
        format!("{} {relation} {}", value.name, value.value)
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns a path as plain text with one step per line. `>` marks the steps that the finding depends on.
pub fn plain(located: &Located, path: &[Step]) -> String {
    let mut out = String::new();
    let width = path.iter().map(|step| plain_text(step).chars().count()).max().unwrap_or(0).min(60);
    for (index, step) in path.iter().enumerate() {
        let mark = if step.decisive { '>' } else { ' ' };
        let (text, mut known) = (plain_text(step), values(step));
        if let Some(way) = &step.way {
            let gap = if known.is_empty() { "" } else { "  " };
            let _ = write!(known, "{gap}({})", way.replace('`', ""));
        }
        let line = line(located, step);
        let row = format!("{mark} {:>3}  line {line:<5} {text:<width$}  {known}", index + 1);
        let _ = writeln!(out, "{}", row.trim_end());
    }
    out
}

/// Returns the text of a step without backquotes.
fn plain_text(step: &Step) -> String {
    text(step).replace('`', "")
}

/// Returns the text of a step, with the macro that it comes from: "`x = 1` (from `INIT(x)`)"; or with the
/// callee that it is in: "in `drop`: ...".
pub fn text(step: &Step) -> String {
    if let Some(callee) = &step.callee {
        let indent = "\u{2003}".repeat(callee.depth as usize);
        return format!("{indent}in `{}`: {}", callee.function, step.text);
    }
    match &step.invocation {
        Some(invocation) => format!("{} (from `{invocation}`)", step.text),
        None => step.text.clone(),
    }
}

/// Returns the line of a step, with the file name if it is in another file.
pub fn line(located: &Located, step: &Step) -> String {
    let place = located.place(step);
    match place.file {
        Some(file) => {
            let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
            format!("{name}:{}", place.line)
        }
        None => place.line.to_string(),
    }
}

/// Returns the chosen steps of a finding's path as a Markdown table. If there are branches, a column has the
/// reasons why they are taken.
pub fn markdown(located: &Located, is_shown: impl Fn(&Step) -> bool) -> String {
    let steps: Vec<(usize, &Step)> =
        located.finding.witness.iter().enumerate().filter(|(_, step)| is_shown(step)).collect();
    let branches = steps.iter().any(|(_, step)| step.way.is_some());
    let mut out = String::from("| # | line | step | values |");
    out.push_str(if branches { " branch |\n|--:|--:|:--|:--|:--|\n" } else { "\n|--:|--:|:--|:--|\n" });
    for (index, step) in steps {
        let text = cell(&text(step));
        let text = if step.decisive { format!("**{text}**") } else { text };
        let (line, values) = (line(located, step), cell(&values(step)));
        let _ = write!(out, "| {} | {line} | {text} | {values} |", index + 1);
        if branches {
            let _ = write!(out, " {} |", cell(step.way.as_deref().unwrap_or_default()));
        }
        out.push('\n');
    }
    out
}

/// Escapes a text for a cell of a Markdown table.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
