//! Finds the edges that stand for exactly one misuse: a run commits the misuse if and only if it takes one of
//! the edges.

use csieve_base::{rule::Rule, text::Span};
use csieve_graph::{Action, Cfg, EdgeId, is_failure};
use csieve_modelcheck::checks::{MisuseEdges, declaration};

/// Returns whether the misuses of a rule have edges of their own.
pub(super) fn has_edges(rule: Rule) -> bool {
    declaration(rule).edges != MisuseEdges::Nowhere
}

/// Returns the edges that stand for misuses of a rule at one place of the source, ascending.
pub(super) fn edges(cfg: &Cfg, rule: Rule, span: Span) -> Vec<EdgeId> {
    let edges = declaration(rule).edges;
    let is_it = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        edge.span == span
            && match edge.action {
                Action::Misuse { kind, .. } => Some(kind) == edges.kind(),
                _ => edges == MisuseEdges::Failures && is_failure(cfg, *id),
            }
    };
    cfg.edge_ids().filter(is_it).collect()
}

/// Returns whether a graph has edges for misuses of a rule only where the graph gives a reason to expect the
/// misuse. Another graph of the same function may then have other edges.
pub(super) fn need_reasons(rule: Rule) -> bool {
    matches!(declaration(rule).edges, MisuseEdges::WithReason(_))
}
