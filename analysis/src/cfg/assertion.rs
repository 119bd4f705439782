//! Assertions: what a program does where their condition is false.

use super::{Action, Cfg, Loc};

/// The functions that `assert` calls when its condition is false.
pub const ASSERTION_FAILURES: &[&str] = &[
    "__assert_fail",
    "__assert_rtn",
    "__assert",
    "_assert",
    "_wassert",
    "__assert_func",
    "__assert_perror_fail",
];

/// Whether an action is that an assertion fails.
pub fn is_failure(action: &Action) -> bool {
    match action {
        Action::LibraryCall { callee, .. } => ASSERTION_FAILURES.contains(&callee.as_str()),
        Action::Call { target, .. } => target.name().is_some_and(|name| ASSERTION_FAILURES.contains(&name)),
        _ => false,
    }
}

/// Whether all that happens at a location is that an assertion fails.
pub fn fails_an_assertion(cfg: &Cfg, mut loc: Loc) -> bool {
    // An assertion evaluates at most its texts on the way.
    for _ in 0..4 {
        let [only] = cfg.successors[loc.index()].as_slice() else { return false };
        let edge = cfg.edge(*only);
        if is_failure(&edge.action) {
            return true;
        }
        if edge.action != Action::Skip {
            return false;
        }
        loc = edge.to;
    }
    false
}
