//! Failing assertions: where the program goes if the condition of an `assert` is false.

use super::{Action, Cfg, EdgeId, Loc};

/// Returns whether an edge calls a function that reports a failed assertion, according to the table of
/// library functions.
pub fn is_failure(cfg: &Cfg, edge: EdgeId) -> bool {
    matches!(cfg.edge(edge).action, Action::LibraryCall { .. } | Action::Call { .. })
        && cfg.known.function(edge).is_some_and(|entry| entry.fails_assertion)
}

/// Returns whether the only thing that can happen after a location is that an assertion fails.
pub fn fails_an_assertion(cfg: &Cfg, mut loc: Loc) -> bool {
    // Before the call that reports the failure there are only a few edges without effect, for its text
    // arguments.
    for _ in 0..4 {
        let [only] = cfg.successors[loc.index()].as_slice() else { return false };
        let edge = cfg.edge(*only);
        if is_failure(cfg, *only) {
            return true;
        }
        if edge.action != Action::Skip {
            return false;
        }
        loc = edge.to;
    }
    false
}
