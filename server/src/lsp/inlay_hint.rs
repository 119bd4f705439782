//! `textDocument/inlayHint`: the steps of a finding that matter, as numbered hints at the ends of their lines.

use std::collections::BTreeMap;

use csieve_analysis::finding::StepKind;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        InlayHint, InlayHintLabelPart, InlayHintLabelPartTooltip, InlayHintParams, Location, Position, Range,
    },
};

use super::{
    request,
    server::Server,
    snapshot::{Entry, Snapshot},
    view::{TraceStep, steps},
};

/// The most characters of the text of a step in a hint.
const LONGEST: usize = 60;

/// The most steps in one hint. A line in a loop can have hundreds of steps.
const MOST_ON_A_LINE: usize = 4;

/// The greatest number that is shown in a circle. Many fonts lack greater ones.
const CIRCLED: usize = 10;

/// Returns the hints of the path that is shown in a document, as far as they are in the range that the client
/// shows.
pub(super) async fn handle(server: &Server, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let snapshot = request::analysed(server, params.text_document.uri).await?;
    let Some(snapshot) = snapshot.filter(|snapshot| snapshot.settings.inlay_hints) else { return Ok(None) };
    let entry = server.focuses().entry(&snapshot);
    Ok(Some(entry.map(|entry| hints(&snapshot, &entry, params.range)).unwrap_or_default()))
}

fn hints(snapshot: &Snapshot, entry: &Entry, shown: Range) -> Vec<InlayHint> {
    let path = steps(&entry.located, &snapshot.positions(), &entry.finding().witness);
    let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let numbered = path.iter().enumerate().filter(|(_, step)| step.number.is_some());
    for (index, step) in numbered.filter(|(_, step)| is_here(snapshot, step)) {
        lines.entry(step.range.start.line).or_default().push(index);
    }
    let is_shown = |line: u32| shown.start.line <= line && line <= shown.end.line;
    lines.retain(|line, _| is_shown(*line));
    lines.into_iter().map(|(line, here)| hint(snapshot, &path, line, &here)).collect()
}

fn is_here(snapshot: &Snapshot, step: &TraceStep) -> bool {
    step.uri.as_ref().is_none_or(|uri| *uri == snapshot.uri)
}

/// Returns the hint at the end of a line, which has the steps with the given indices.
fn hint(snapshot: &Snapshot, path: &[TraceStep], line: u32, here: &[usize]) -> InlayHint {
    let mut parts: Vec<InlayHintLabelPart> = Vec::new();
    let half = MOST_ON_A_LINE / 2;
    for (nth, index) in here.iter().enumerate() {
        let is_left_out = here.len() > MOST_ON_A_LINE && nth >= half && nth < here.len() - half;
        if is_left_out {
            if nth == half {
                parts.push(InlayHintLabelPart { value: "…  ".to_owned(), ..InlayHintLabelPart::default() });
            }
            continue;
        }
        let gap = if nth + 1 < here.len() { "  " } else { "" };
        parts.push(part(snapshot, path, *index, gap));
    }
    let positions = snapshot.positions();
    let end = positions.offset(Position::new(line, u32::MAX));
    InlayHint {
        position: positions.position(end),
        label: parts.into(),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// Returns the part of a hint about one step. It leads to the next step with a number, so that a path can be followed by
/// clicks.
fn part(snapshot: &Snapshot, path: &[TraceStep], index: usize, gap: &str) -> InlayHintLabelPart {
    let step = &path[index];
    let (number, last) = (step.number.unwrap_or_default(), path.iter().filter_map(|step| step.number).max());
    let values = values(step);
    let told = if values.is_empty() { String::new() } else { format!(" ({values})") };
    let sentence = format!("step {number} of {}: {}{told}", last.unwrap_or(number), step.text);
    let next = path[index + 1..].iter().find(|next| next.number.is_some());
    let location =
        next.map(|next| Location::new(next.uri.clone().unwrap_or_else(|| snapshot.uri.clone()), next.range));
    let (positions, line) = (snapshot.positions(), step.range.start.line);
    let offset = |character: u32| positions.offset(Position::new(line, character)) as usize;
    let line = snapshot.source.text().get(offset(0)..offset(u32::MAX)).unwrap_or_default();
    InlayHintLabelPart {
        value: format!("{} {}{gap}", numeral(number), short(step, line, &values)),
        tooltip: Some(InlayHintLabelPartTooltip::String(sentence)),
        location,
        command: None,
    }
}

fn numeral(number: usize) -> String {
    let circled = u32::try_from(number).ok().filter(|_| number <= CIRCLED);
    match circled.and_then(|number| char::from_u32('①' as u32 + number - 1)) {
        Some(circled) => circled.to_string(),
        None => format!("({number})"),
    }
}

/// Returns the text of a step for a hint at the end of a line: what it does, unless the line says that itself, and the
/// values after it that are worth telling.
fn short(step: &TraceStep, line: &str, values: &str) -> String {
    let text = step.text.replace('`', "");
    let text = match (says(line, &text), values) {
        (false, "") => text,
        (false, values) => format!("{text} → {values}"),
        (true, "") if step.kind == StepKind::Branch => "is taken".to_owned(),
        (true, values) => values.to_owned(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns whether a line of the source says what a text does, whatever the spaces.
fn says(line: &str, text: &str) -> bool {
    let packed = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
    packed(line).contains(&packed(text))
}

/// Returns the values that are known after a step, without those that its text says, and without pointers of
/// which only "not NULL" is known.
fn values(step: &TraceStep) -> String {
    let text = step.text.replace('`', "");
    let told = step.values.iter().filter(|value| value.value != "not NULL");
    let told = told.map(|value| {
        let relation = if value.value.starts_with(['[', '{']) { "∈" } else { "=" };
        format!("{} {relation} {}", value.name, value.value)
    });
    told.filter(|told| *told != text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{InlayHintLabel, Position, Range};

    use super::{hints, numeral, says};
    use crate::lsp::snapshot::testing::snapshot;

    #[test]
    fn the_steps_of_a_line_share_a_hint_at_its_end() {
        let snapshot = snapshot("void f(void)\n{\n    BUG; // é𝄞\n}\n", 6, 1);
        let entry = snapshot.shown().next().expect("there is a finding");
        let everything = Range::new(Position::new(0, 0), Position::new(9, 0));
        let found = hints(&snapshot, &entry, everything);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].position, Position::new(2, 15));
        let InlayHintLabel::LabelParts(parts) = &found[0].label else { panic!("there are parts") };
        let text: String = parts.iter().map(|part| part.value.as_str()).collect();
        assert_eq!(text, "① step 6");
        assert_eq!(parts[0].location, None);
        let above = Range::new(Position::new(0, 0), Position::new(1, 0));
        assert!(hints(&snapshot, &entry, above).is_empty());
    }

    #[test]
    fn numbers_are_circled_as_far_as_fonts_go() {
        assert_eq!([1, 10, 11].map(numeral), ["①", "⑩", "(11)"]);
    }

    #[test]
    fn what_the_line_says_is_not_told_again() {
        assert!(says("    if (x>0) {", "x > 0"));
        assert!(!says("    if (x > 0) {", "x <= 0"));
    }
}
