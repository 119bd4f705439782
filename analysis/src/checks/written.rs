//! What the text says that the graph does not: macros, and conditions that nobody wrote.

use crate::{
    cfg::{Action, Cfg, EdgeId},
    text::Span,
};

/// Whether a macro's invocation holds a place, or is it.
pub(super) fn in_macro(cfg: &Cfg, span: Span) -> bool {
    cfg.edges.iter().any(|edge| edge.expanded.is_some() && edge.span.contains(span))
}

/// Whether a condition comes from an access or a division: a misuse leaves the same place.
pub(super) fn is_implied(cfg: &Cfg, id: EdgeId) -> bool {
    let from = cfg.edge(id).from;
    cfg.successors[from.index()].iter().any(|other| matches!(cfg.edge(*other).action, Action::Misuse { .. }))
}
