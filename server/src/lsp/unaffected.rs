//! What is known of the functions that edits leave alone, until the text is read again: what the editor shows of them, it
//! shows until then.

use std::sync::Arc;

use csieve_analysis::{
    suppress::Suppressions,
    syntax::FunctionItem,
    text::{SourceText, Span},
};
use tower_lsp::lsp_types::Range;

use super::{
    positions::Positions,
    snapshot::{Functions, Snapshot},
};

/// Where an older and a newer text differ, in bytes.
struct Difference {
    /// Where it starts in both.
    start: u32,
    /// Where it ends in the older one.
    old_end: u32,
    /// Where it ends in the newer one.
    new_end: u32,
}

/// The snapshot of an older text, as one of a newer text; nothing if the range touches what differs, or a function in which
/// something differs.
pub(super) fn unaffected(
    shown: &Snapshot,
    source: &SourceText,
    version: i32,
    range: Range,
) -> Option<Snapshot> {
    let asked = Positions::of(source, shown.session.encoding).span(range);
    let difference = Difference::between(shown.source.text(), source.text());
    let meets = |span: Span| span.start <= asked.end && asked.start <= span.end;
    if meets(Span { start: difference.start, end: difference.new_end }) {
        return None;
    }
    let mut functions: Functions = Vec::with_capacity(shown.functions.len());
    for (item, report) in &shown.functions {
        if let Some(by) = difference.moves(item.span) {
            functions.push((moved(item, by), report.clone()));
        } else {
            // It stays in the list without its report, so that others of its name keep their numbers.
            let end = (i64::from(item.span.end) + difference.by()).max(i64::from(difference.new_end));
            let span = Span { start: item.span.start.min(difference.start), end: end as u32 };
            if meets(span) {
                return None;
            }
            functions.push((FunctionItem { span, ..item.clone() }, None));
        }
    }
    Some(Snapshot {
        version,
        suppressions: Arc::new(Suppressions::of(source.text(), source.lines())),
        source: source.clone(),
        functions,
        ..shown.clone()
    })
}

fn moved(item: &FunctionItem, by: i64) -> FunctionItem {
    let at = |offset: u32| (i64::from(offset) + by) as u32;
    let moved = |span: Span| Span { start: at(span.start), end: at(span.end) };
    FunctionItem { span: moved(item.span), body: moved(item.body), name: item.name.clone() }
}

impl Difference {
    fn between(old: &str, new: &str) -> Self {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let same = ends.take_while(|(old, new)| old == new).count();
        let (old_end, new_end) = ((old.len() - same) as u32, (new.len() - same) as u32);
        Self { start: start as u32, old_end, new_end }
    }

    /// How much longer the newer text is.
    fn by(&self) -> i64 {
        i64::from(self.new_end) - i64::from(self.old_end)
    }

    /// How far a range of the older text moves; nothing if something in it differs.
    fn moves(&self, span: Span) -> Option<i64> {
        if span.end <= self.start {
            Some(0)
        } else if span.start >= self.old_end {
            Some(self.by())
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::text::SourceText;
    use tower_lsp::lsp_types::{Position, Range};

    use super::unaffected;
    use crate::lsp::snapshot::testing::snapshot;

    const OLD: &str = "void f(void) { BUG; }\nvoid g(void) { x; }\nvoid h(void) { BUG; }\n";

    /// The findings at a line after an edit, by their ranges; nothing if the text has to be read first.
    fn found(new: &str, line: u32) -> Option<Vec<String>> {
        let at = Position::new(line, 16);
        let shown = snapshot(OLD, 1, 1);
        let known = unaffected(&shown, &SourceText::new(new), 2, Range::new(at, at))?;
        assert_eq!(known.version, 2);
        Some(known.touched(Range::new(at, at)).map(|entry| new[entry.span().range()].to_owned()).collect())
    }

    #[test]
    fn functions_away_from_an_edit_are_known() {
        let new = OLD.replace("x;", "if (y) {\n é;");
        assert_eq!(found(&new, 0).unwrap(), ["BUG"]);
        assert_eq!(found(&new, 3).unwrap(), ["BUG"]);
        assert_eq!(found(&new, 1), None, "the function itself has to be read");
        assert_eq!(found(&new, 2), None);
    }

    #[test]
    fn a_new_function_is_not_known() {
        let new = OLD.replace("void h", "void k(void) { BUG; }\nvoid h");
        assert_eq!(found(&new, 2), None);
        assert_eq!(found(&new, 0).unwrap(), ["BUG"]);
    }

    #[test]
    fn the_same_text_is_known() {
        assert_eq!(found(OLD, 2).unwrap(), ["BUG"]);
        assert_eq!(found(OLD, 1).unwrap(), [""; 0]);
    }
}
