//! The path of a finding, walked through the lines of the source.

use std::{collections::BTreeMap, path::Path};

use csieve_analysis::{finding::Step, text::SourceText};
use maud::{Markup, html};

use super::{
    super::{outcome::Outcome, told::Told},
    words::{prose, visible},
};
use crate::present::{key_steps::key_steps, trace};

/// How many lines around a step are shown.
const AROUND: u32 = 2;

/// The longest line that is shown as a whole, in characters.
const WIDTH: usize = 400;

/// What is said at a line.
struct Mark {
    /// The number of the step; `None` for the misuse if it is no step.
    number: Option<usize>,
    text: String,
    is_misuse: bool,
}

/// The marks of a file by line, from 1.
type Marks = BTreeMap<u32, Vec<Mark>>;

/// Returns the source with the steps that matter at their lines: the file of the finding first, then those of the functions
/// that it calls.
pub(super) fn walk(outcome: &Outcome, one: &Told, nth: usize) -> Markup {
    let located = &one.located;
    let own = located.line(located.finding.span);
    let function = located.lines.line_number(located.base);
    let mut files: BTreeMap<&str, Marks> = BTreeMap::new();
    let mut here = Marks::new();
    let mut last: Option<(usize, &Step)> = None;
    for (number, step) in key_steps(&located.finding.witness) {
        let place = located.place(step);
        let marks = place.file.map_or(&mut here, |file| files.entry(file).or_default());
        let mark = Mark { number: Some(number), text: trace::told(step), is_misuse: false };
        marks.entry(place.line).or_default().push(mark);
        last = Some((number, step));
    }
    let is_told = here
        .get_mut(&own)
        .and_then(|marks| marks.iter_mut().find(|mark| mark.number == last.map(|(number, _)| number)));
    match is_told {
        Some(mark) => mark.is_misuse = true,
        None => here.entry(own).or_default().push(Mark {
            number: None,
            text: located.sentence(&located.finding.message),
            is_misuse: true,
        }),
    }
    html! {
        (excerpt(&one.path, Some(&one.file.source), (&here, Some(function)), nth))
        @for (file, marks) in files {
            (excerpt(&shown(file, one), source_of(outcome, file), (&marks, None), nth))
        }
    }
}

/// Returns the name of another file as the page shows it.
fn shown(file: &str, one: &Told) -> String {
    // Files of the same check are named as they were found.
    let own = one.file.path.to_string_lossy();
    let folder = own.strip_suffix(&*one.path).unwrap_or_default();
    file.strip_prefix(folder).unwrap_or(file).to_owned()
}

fn source_of<'a>(outcome: &'a Outcome, file: &str) -> Option<&'a SourceText> {
    outcome.files.iter().find(|other| *other.path == *Path::new(file)).map(|other| &other.source)
}

/// Returns the lines around marks, and the first line of the function that they are in. Without the text of the file, only
/// the marks are there.
fn excerpt(
    name: &str,
    source: Option<&SourceText>,
    (marks, function): (&Marks, Option<u32>),
    nth: usize,
) -> Markup {
    let mut shown: Vec<u32> = marks.keys().copied().collect();
    if source.is_some() {
        shown.extend(function.filter(|line| shown.first().is_some_and(|first| line < first)));
        shown.extend(marks.keys().flat_map(|line| line.saturating_sub(AROUND)..=line + AROUND));
    }
    shown.sort_unstable();
    shown.dedup();
    let text = |line: u32| source.and_then(|source| text_of(source, line));
    shown.retain(|line| marks.contains_key(line) || text(*line).is_some());
    html! {
        figure.source {
            figcaption { (visible(name)) }
            div.lines {
                @for (index, number) in shown.iter().enumerate() {
                    @if index > 0 && shown[index - 1] + 1 < *number { div.gap { "⋮" } }
                    @let marks = marks.get(number).map(Vec::as_slice).unwrap_or_default();
                    div.line.marked[!marks.is_empty()].misuse[marks.iter().any(|mark| mark.is_misuse)] {
                        span.n { (number) }
                        code { (visible(&cut(text(*number).unwrap_or_default()))) }
                    }
                    @for mark in marks { (note(mark, nth)) }
                }
            }
        }
    }
}

/// Returns the text of a line, from 1; `None` if there is no such line.
fn text_of(source: &SourceText, line: u32) -> Option<&str> {
    let start = source.lines().line_start(line.checked_sub(1)?)? as usize;
    let end = source.lines().line_start(line).map_or(source.text().len(), |end| end as usize);
    source.text().get(start..end).map(|text| text.trim_end_matches(['\n', '\r']))
}

fn note(mark: &Mark, nth: usize) -> Markup {
    let id = mark.number.map(|number| format!("f{nth}-{number}"));
    html! {
        div.note.misuse[mark.is_misuse] id=[id] {
            @if let Some(number) = mark.number { span.step { (number) } } @else { span.step { "!" } }
            span.said { (prose(&mark.text)) }
        }
    }
}

/// Cuts what is too long for a page.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_owned(),
    }
}
