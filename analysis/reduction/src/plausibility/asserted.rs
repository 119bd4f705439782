//! Paths on which what the author asserts does not hold.

use csieve_base::text::{Line, Span, is_word, sentence};
use csieve_graph::{Action, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// The doubt about a counterexample that takes the failing side of a macro that asserts something and goes on:
/// `GIT_ASSERT(n > 0)` that returns -1, or one that only prints. `text` is the function's.
pub(super) fn fails_an_assertion<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let failing = found.word.iter().copied().find(|edge| fails(function, text, *edge))?;
    let line = Line(function.cfg.edge(failing).span.start);
    Some(Doubt {
        sentence: sentence!("only if what line {} asserts does not hold", line),
        observers: vec![Box::new(Without(failing))],
    })
}

/// The doubt about an index whose only reason is what an author expects: `a[i] && ALWAYS(i < n)`.
pub(super) fn rests_on_an_assertion<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let asserts = |id: EdgeId| {
        let edge = cfg.edge(id);
        matches!(edge.action, Action::Assume { .. }) && expected(text, edge.span).is_some()
    };
    let test = found.moves.iter().map(|at| found.word[*at]).find(|edge| asserts(*edge))?;
    let line = Line(cfg.edge(test).span.start);
    Some(Doubt {
        sentence: sentence!("only if what line {} asserts is no more than a guess", line),
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
    let Action::Assume { holds, .. } = edge.action else { return false };
    if let Some(expected) = expected(text, edge.span) {
        return holds != expected;
    }
    let invocation = edge.asked_by.or_else(|| edge.expanded.as_ref().map(|_| edge.span));
    invocation.is_some_and(|invocation| {
        macro_name(text, invocation).is_some_and(|name| name.to_ascii_lowercase().contains("assert"))
            && !gets_past(function, id, invocation)
    })
}

/// What an author expects of a condition in `ALWAYS(x)` or `NEVER(x)`. Either it is all that the macro leaves, or it stands for
/// the whole invocation.
fn expected(text: &str, condition: Span) -> Option<bool> {
    let before = text.get(..condition.start as usize)?.trim_end().strip_suffix('(').map(str::trim_end);
    let name = before.and_then(|before| before.rsplit(|char: char| !is_word(char)).next());
    match macro_name(text, condition).or(name)? {
        "ALWAYS" => Some(true),
        "NEVER" => Some(false),
        _ => None,
    }
}

/// The name of the macro that a place is an invocation of.
fn macro_name(text: &str, span: Span) -> Option<&str> {
    let rest = text.get(span.start as usize..)?;
    let end = rest.find(|char: char| !is_word(char)).unwrap_or(rest.len());
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
