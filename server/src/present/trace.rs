//! A path as a table: step, line, statement, values.

use std::fmt::Write;

use csieve_analysis::finding::{Step, Value};

use super::Located;

/// The values of a step: `x = 10, p = NULL`.
pub fn values(step: &Step) -> String {
    listed(step.values.iter())
}

/// The values of a step that say more than that a pointer is not NULL, which most are not.
pub fn telling_values(step: &Step) -> String {
    listed(step.values.iter().filter(|value| value.value != "not NULL"))
}

fn listed<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let texts = values.map(|value| {
        let relation = if value.value.starts_with('[') { "∈" } else { "=" };
        format!("{} {relation} {}", value.name, value.value)
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// A path as plain text, one step a line; `>` marks the steps the finding depends on.
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

/// The text of a step without the marks that only a rendered text needs.
fn plain_text(step: &Step) -> String {
    text(step).replace('`', "")
}

/// What a step does, with the macro it comes from: "`x = 1` (from `INIT(x)`)"; or the callee: "in `drop`: ...".
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

/// The line of a step, with the file if that is another one.
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

/// Some steps of the witness as a Markdown table, with why each branch is taken if there are any.
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

/// A text inside a Markdown table.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
