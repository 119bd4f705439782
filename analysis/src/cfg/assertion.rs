//! Assertions: what a program does where their condition is false.

use super::{Action, Cfg, EdgeId, Loc};

/// Whether an assertion fails on an edge, by the table of library functions.
pub fn is_failure(cfg: &Cfg, edge: EdgeId) -> bool {
    matches!(cfg.edge(edge).action, Action::LibraryCall { .. } | Action::Call { .. })
        && cfg.known.function(edge).is_some_and(|entry| entry.fails_assertion)
}

/// Whether all that happens at a location is that an assertion fails.
pub fn fails_an_assertion(cfg: &Cfg, mut loc: Loc) -> bool {
    // An assertion evaluates at most its texts on the way.
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
