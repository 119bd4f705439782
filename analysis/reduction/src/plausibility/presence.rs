//! Doubts about what is missing although the caller may know that it is there.

use csieve_base::text::{Line, sentence};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// Returns the doubt about a counterexample that needs a call to find nothing, which is only inferred from other calls. A
/// function that comes to the call only under a condition may have asked before, and so may the callers of a function that
/// only its file calls. A function for others that always calls has not.
pub(super) fn may_be_there<'a>(function: &'a Function<'a>, found: &Counterexample) -> Option<Doubt<'a>> {
    let origin = found.origin()?;
    let inferred = function.cfg.edge(origin).inferred.as_ref().filter(|inferred| !inferred.is_failure)?;
    let line = Line(function.cfg.edge(origin).span.start);
    let sentence = if is_under_a_condition(function.cfg, origin) {
        sentence!(
            "other callers of `{}` expect NULL, but what leads to line {} may exclude it",
            inferred.callee,
            line
        )
    } else if function.cfg.is_internal {
        sentence!(
            "other callers of `{}` expect NULL, but the callers of this function may exclude it on line {}",
            inferred.callee,
            line
        )
    } else {
        return None;
    };
    Some(Doubt { sentence, observers: vec![Box::new(Without(origin))] })
}

/// Returns whether some run returns, or ends, without coming to the call of an edge.
fn is_under_a_condition(cfg: &Cfg, origin: EdgeId) -> bool {
    let call = cfg.edge(origin).span;
    let mut seen = vec![false; cfg.successors.len()];
    let mut pending = vec![cfg.entry];
    while let Some(loc) = pending.pop() {
        if std::mem::replace(&mut seen[loc.index()], true) {
            continue;
        }
        let successors = &cfg.successors[loc.index()];
        if successors.is_empty() {
            return true;
        }
        let goes_on = successors
            .iter()
            .map(|edge| cfg.edge(*edge))
            .filter(|edge| edge.span != call && !matches!(edge.action, Action::Misuse { .. }));
        pending.extend(goes_on.map(|edge| edge.to));
    }
    false
}
