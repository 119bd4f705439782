//! Paths on which what the author asserts does not hold.

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

/// The doubt about an index whose only reason is what an author expects: `a[i] && ALWAYS(i < n)`.
pub fn rests_on_an_assertion<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let asserts = |id: EdgeId| {
        let edge = cfg.edge(id);
        let is_test = matches!(edge.action, Action::Assume { .. }) && edge.expanded.is_some();
        is_test && macro_name(text, edge.span).is_some_and(|name| matches!(name, "ALWAYS" | "NEVER"))
    };
    let test = found.moves.iter().map(|at| found.word[*at]).find(|edge| asserts(*edge))?;
    let line = line_of(cfg.edge(test).span.start);
    Some(Doubt {
        sentence: format!("only if what line {line} asserts is no more than a guess"),
        observers: vec![Box::new(Without(found.misuse()))],
    })
}

/// Whether an edge is passed only if an assertion fails: one that is switched off, one of a macro that does something
/// where it does not hold, and this edge leads there, or one that says no more than what its author expects.
fn fails(function: &Function, text: &str, id: EdgeId) -> bool {
    let edge = function.cfg.edge(id);
    if function.cfg.denied.binary_search(&id).is_ok() {
        return true;
    }
    let invocation = edge.asked_by.or_else(|| edge.expanded.as_ref().map(|_| edge.span));
    let named = invocation.and_then(|invocation| Some((invocation, macro_name(text, invocation)?)));
    let (Some((invocation, name)), Action::Assume { holds, .. }) = (named, &edge.action) else {
        return false;
    };
    match name {
        "ALWAYS" => !holds,
        "NEVER" => *holds,
        _ => name.to_ascii_lowercase().contains("assert") && !gets_past(function, id, invocation),
    }
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
    let is_inside = |id: EdgeId| invocation.contains(cfg.edge(id).span);
    let does_nothing = |id: EdgeId| {
        let action = &cfg.edge(id).action;
        matches!(action, Action::Skip | Action::Assume { .. } | Action::Learn { .. } | Action::Deref { .. })
    };
    let reached = cfg.reached_along(cfg.edge(from).to, |id| is_inside(id) && does_nothing(id));
    reached.ones().any(|loc| cfg.successors[loc].iter().any(|id| !is_inside(*id)))
}
