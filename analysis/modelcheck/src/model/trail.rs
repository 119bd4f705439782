//! The decisions of a word, in a form that all graphs of one function share.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use csieve_graph::{Action, Cfg, EdgeId, action_text};

/// Returns a hash of the decision on an edge, the same in all graphs of the function. `None` if the edge
/// decides nothing.
pub fn signature(cfg: &Cfg, id: EdgeId) -> Option<u64> {
    let edge = cfg.edge(id);
    let decides = match edge.action {
        Action::Assume { .. } => !cfg.is_implied(id),
        Action::AssumeNone { .. }
        | Action::Alloc { .. }
        | Action::AllocFail { .. }
        | Action::Open { .. }
        | Action::OpenFail { .. }
        | Action::CloseFail { .. }
        | Action::LockFail { .. } => true,
        _ => false,
    };
    // An edge that a summary produces is decided inside the callee, not by this function.
    (decides && edge.inside.is_none()).then(|| {
        let mut hasher = FxHasher::default();
        (edge.span.start, edge.span.end, action_text(cfg, edge)).hash(&mut hasher);
        hasher.finish()
    })
}

/// Returns the signatures of the decisions of a word, in order.
pub fn trail(cfg: &Cfg, word: &[EdgeId]) -> Vec<u64> {
    word.iter().filter_map(|edge| signature(cfg, *edge)).collect()
}
