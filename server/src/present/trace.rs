//! Renders a path as a table of steps, with lines, statements and values.

use std::fmt::Write;

use csieve_analysis::{
    finding::{ShownValue, Step},
    text::words,
};

use super::{Extent, Located, key_steps::numbers};

/// Returns the values of a step: `x = 10, p = NULL`.
pub fn values(step: &Step) -> String {
    listed(step.values.iter())
}

/// Returns the text of a step with what it tells about values: "`x--` (x = 0)". Left out are values that the text says
/// already or of variables that it does not name, pointers of which only "not NULL" is known, and ways that leave a choice.
pub fn told(step: &Step) -> String {
    let text = text(step).trim_start().to_owned();
    let plain = text.replace('`', "");
    let is_new = |value: &&ShownValue| {
        value.value != "not NULL"
            && words(&plain).any(|word| word == value.name)
            && value.of(&value.name) != plain
            && !is_bound_of(value, &plain)
    };
    let mut remarks = vec![listed(step.values.iter().filter(is_new))];
    let leaves_a_choice = |way: &str| way.starts_with("one of ") || !way.contains(", as ");
    remarks.extend(step.way.iter().filter(|way| !leaves_a_choice(way)).map(|way| way.replace('`', "")));
    remarks.retain(|remark| !remark.is_empty() && *remark != plain);
    if remarks.is_empty() { text } else { format!("{text} ({})", remarks.join("; ")) }
}

/// Returns whether values are only the bound that a comparison with a constant says: `x ≥ 1` for "x > 0".
fn is_bound_of(value: &ShownValue, comparison: &str) -> bool {
    let mut words = comparison.split(' ');
    value.value.starts_with(['≥', '≤'])
        && words.next() == Some(&value.name)
        && words.next_back().is_some_and(|last| last.parse::<i128>().is_ok())
}

fn listed<'a>(values: impl Iterator<Item = &'a ShownValue>) -> String {
    values.map(|value| value.of(&value.name)).collect::<Vec<_>>().join(", ")
}

/// Returns a path as plain text with one step per line. `>` marks the steps that the finding depends on.
pub fn plain(located: &Located, path: &[Step], extent: Extent) -> String {
    let mut out = String::new();
    let width = path.iter().map(|step| plain_text(step).chars().count()).max().unwrap_or(0).min(60);
    let mut next = 0;
    for (index, step) in extent.steps(path) {
        if index > next {
            let _ = writeln!(out, "       … {} steps", index - next);
        }
        next = index + 1;
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

/// Returns the steps of a finding's path as a Markdown table. Key steps are bold and have their numbers. If there are
/// branches, a column has the reasons why they are taken.
pub fn markdown(located: &Located) -> String {
    let steps = &located.finding.witness;
    let branches = steps.iter().any(|step| step.way.is_some());
    let mut out = String::from("| # | line | step | values |");
    out.push_str(if branches { " branch |\n|--:|--:|:--|:--|:--|\n" } else { "\n|--:|--:|:--|:--|\n" });
    for (number, step) in numbers(steps).into_iter().zip(steps) {
        let text = cell(&text(step));
        let (number, text) = match number {
            Some(number) => (number.to_string(), format!("**{text}**")),
            None => (String::new(), text),
        };
        let (line, values) = (line(located, step), cell(&values(step)));
        let _ = write!(out, "| {number} | {line} | {text} | {values} |");
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
