//! Doubts about paths on which the same call gives two results: `if (getenv("HOME")) use(getenv("HOME"));`.

use csieve_base::text::{Line, Span, sentence, words};
use csieve_dataflow::automaton::{Automaton, Environment};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, EdgeId, VarId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::NotBoth};

/// A variable that still holds the result of a call.
struct Held<'t> {
    var: VarId,
    /// The text of the call.
    call: &'t str,
    span: Span,
}

/// A fact about the result of a call: whether the result is 0, and the edge after which this is known.
struct Answer<'t> {
    call: &'t str,
    is_zero: bool,
    since: EdgeId,
}

/// Returns the doubt about a counterexample on which a call that writes no memory gives 0 once, and another
/// result for the same arguments another time. `automaton` is the trusting automaton; `text` is the text of
/// the function.
pub(super) fn answers_differ<'a>(
    function: &'a Function<'a>,
    automaton: &Automaton,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let mut known = Environment::default();
    let mut held: Vec<Held> = Vec::new();
    let mut answers: Vec<Answer> = Vec::new();
    let mut asking: Option<Span> = None;
    for &id in &found.word {
        let edge = cfg.edge(id);
        known = known.after(automaton, &automaton.events[id.index()]).unwrap_or_default();
        match &edge.action {
            Action::LibraryCall { writes_memory, .. } => asking = (!writes_memory).then_some(edge.span),
            // Whether a call can allocate or open something is another question each time.
            Action::Call { .. }
            | Action::Opaque { .. }
            | Action::Alloc { .. }
            | Action::AllocFail { .. }
            | Action::Open { .. }
            | Action::OpenFail { .. } => asking = None,
            _ => {}
        }
        if let Some(var) = edge.assigned() {
            held.retain(|held| held.var != var || held.span == edge.span);
            if cfg.var(var).is_named() {
                let name = &cfg.var(var).name;
                answers.retain(|answer| !mentions(answer.call, name));
                held.retain(|held| !mentions(held.call, name));
            }
            if asking == Some(edge.span)
                && !held.iter().any(|held| held.var == var)
                && let Some(call) = text.get(edge.span.range()).filter(|call| has_arguments(call))
            {
                held.push(Held { var, call, span: edge.span });
            }
        }
        for held in &held {
            let value = known.get(automaton, held.var.into());
            let is_zero = value == Interval::ZERO;
            if !is_zero && value.contains(0) {
                continue;
            }
            match answers.iter().find(|answer| answer.call == held.call) {
                Some(first) if first.is_zero != is_zero => {
                    let line = Line(cfg.edge(first.since).span.start);
                    return Some(Doubt {
                        sentence: sentence!(
                            "only if `{}` gives another result than on line {}",
                            held.call,
                            line
                        ),
                        observers: vec![Box::new(NotBoth { first: first.since, second: id })],
                    });
                }
                Some(_) => {}
                None => answers.push(Answer { call: held.call, is_zero, since: id }),
            }
        }
    }
    None
}

/// Returns whether a text is a short call with arguments. A call without arguments may ask for the time or
/// for a random number.
fn has_arguments(text: &str) -> bool {
    text.len() <= 80
        && !text.contains('\n')
        && text.ends_with(')')
        && !text.trim_end_matches(')').trim_end().ends_with('(')
}

/// Returns whether a name is one of the words of a text.
fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}
