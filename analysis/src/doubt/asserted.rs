//! Paths on which what the author asserts does not hold.

use fixedbitset::FixedBitSet;

use crate::{
    cfg::{Action, EdgeId},
    finding::line_of,
    model::{Counterexample, Function},
    text::Span,
};

use super::{Doubt, observers::Without};

/// The doubt about a counterexample that takes the failing side of a macro that asserts something and goes on:
/// `GIT_ASSERT(n > 0)` that returns -1, or one that only prints. `text` is the function's.
pub fn fails_an_assertion<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let failing = found.word.iter().copied().find(|edge| fails(function, text, *edge))?;
    let line = line_of(function.cfg.edge(failing).span.start);
    Some(Doubt {
        sentence: format!("only if what line {line} asserts does not hold"),
        observers: vec![Box::new(Without(failing))],
    })
}

/// Whether an edge is passed only if an assertion fails: one that is switched off, or a side of a condition in a macro that asserts, and leads to what the macro does where the assertion
/// does not hold.
fn fails(function: &Function, text: &str, id: EdgeId) -> bool {
    let edge = function.cfg.edge(id);
    if function.cfg.denied.binary_search(&id).is_ok() {
        return true;
    }
    let invocation = edge.asked_by.or_else(|| edge.expanded.as_ref().map(|_| edge.span));
    invocation.is_some_and(|invocation| {
        matches!(edge.action, Action::Assume { .. })
            && macro_name(text, invocation).is_some_and(|name| name.to_ascii_lowercase().contains("assert"))
            && !gets_past(function, id, invocation)
    })
}

/// The name of the macro that a place is an invocation of.
fn macro_name(text: &str, span: Span) -> Option<&str> {
    let rest = text.get(span.start as usize..)?;
    let end = rest.find(|char: char| !(char.is_ascii_alphanumeric() || char == '_')).unwrap_or(rest.len());
    rest[end..].trim_start().starts_with('(').then_some(&rest[..end])
}

/// Whether a run may get from an edge past an invocation without doing anything there.
fn gets_past(function: &Function, from: EdgeId, invocation: Span) -> bool {
    let cfg = function.cfg;
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    let mut pending = vec![cfg.edge(from).to];
    while let Some(loc) = pending.pop() {
        if seen.put(loc.index()) {
            continue;
        }
        for next in cfg.successors[loc.index()].iter().map(|next| cfg.edge(*next)) {
            let is_inside = invocation.contains(next.span);
            match next.action {
                _ if !is_inside => return true,
                Action::Skip | Action::Assume { .. } | Action::Learn { .. } | Action::Deref { .. } => {
                    pending.push(next.to);
                }
                _ => {}
            }
        }
    }
    false
}
