//! Doubts about paths on which an assertion of the author fails.

use csieve_base::hints::{expectation, is_assertion};
use csieve_base::text::{Line, Span, is_word, sentence};
use csieve_graph::{Action, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// Returns the doubt about a counterexample on which an assertion fails and the run goes on, as with a
/// `GIT_ASSERT(n > 0)` that returns -1, or a macro that only prints. `text` is the source text of the
/// function.
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

/// Returns the doubt about an index if the only reason to report it is a condition that the author expects to
/// hold: `a[i] && ALWAYS(i < n)`.
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

/// Returns whether a run takes an edge only if an assertion fails. The assertion is a disabled `assert`, an
/// assertion macro that does something on failure, or a condition that the author marks as expected.
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
        macro_name(text, invocation).is_some_and(is_assertion) && !gets_past(function, id, invocation)
    })
}

/// Returns the truth that an author expects of a condition in `ALWAYS(x)` or `NEVER(x)`. The span `condition`
/// covers the argument or the whole macro invocation. `None` for other conditions.
fn expected(text: &str, condition: Span) -> Option<bool> {
    let before = text.get(..condition.start as usize)?.trim_end().strip_suffix('(').map(str::trim_end);
    let name = before.and_then(|before| before.rsplit(|char: char| !is_word(char)).next());
    expectation(macro_name(text, condition).or(name)?)
}

/// Returns the name at the beginning of a span if a parenthesis follows it, as in a macro invocation.
fn macro_name(text: &str, span: Span) -> Option<&str> {
    let rest = text.get(span.start as usize..)?;
    let end = rest.find(|char: char| !is_word(char)).unwrap_or(rest.len());
    rest[end..].trim_start().starts_with('(').then_some(&rest[..end])
}

/// Returns whether a run may get from an edge to code after a macro invocation without doing anything inside
/// it.
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
