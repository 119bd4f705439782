//! Finds the edges of one misuse, and tells how a larger graph of its function is asked about it.

use csieve_base::{rule::Rule, text::Span};
use csieve_graph::{Action, Cfg, EdgeId, expr_text, is_failure};
use csieve_modelcheck::checks::{Check, MisuseEdges, check, declaration};

/// What a graph with the body of a function is asked about a misuse in the function.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// Whether some run takes an edge of the misuse: a run commits the misuse if and only if it does.
    Edges(Rule),
    /// Whether some run takes one of the edges in a state in which that is the misuse, for any reason.
    Steps(&'static dyn Check),
}

impl Target {
    /// Returns what is asked about misuses of a rule. `None` if a larger graph does not show them as the function's own
    /// graph does.
    pub(super) fn of(rule: Rule) -> Option<Self> {
        match declaration(rule).edges {
            MisuseEdges::Nowhere => None,
            MisuseEdges::Steps => check(rule).map(Self::Steps),
            MisuseEdges::Always(_) | MisuseEdges::WithReason(_) | MisuseEdges::Failures => {
                Some(Self::Edges(rule))
            }
        }
    }

    /// Returns the rule of the misuse.
    pub(super) fn rule(self) -> Rule {
        match self {
            Self::Edges(rule) => rule,
            Self::Steps(check) => check.rule(),
        }
    }

    /// Returns whether the misuse is one of a pointer that callers may pass, rather than one of numbers.
    pub(super) fn is_of_pointers(self) -> bool {
        self.rule() == Rule::NullDereference
    }
}

/// Returns the edges on which a misuse at one place of the source may happen, ascending.
pub(super) fn edges(cfg: &Cfg, target: Target, span: Span) -> Vec<EdgeId> {
    let is_it = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        match target {
            Target::Steps(check) => check.is_at(edge, span),
            Target::Edges(rule) => {
                let edges = declaration(rule).edges;
                edge.span == span
                    && match edge.action {
                        Action::Misuse { kind, .. } => Some(kind) == edges.kind(),
                        _ => edges == MisuseEdges::Failures && is_failure(cfg, *id),
                    }
            }
        }
    };
    cfg.edge_ids().filter(is_it).collect()
}

/// Returns those of the edges of another graph of a function that are for the misuses that edges of its own graph are for. Of some
/// rules, a graph has edges only where it gives a reason to expect the misuse: the one may have those for an index that is
/// too small, the other those for one that is too large. `None` if one is missing.
pub(super) fn same((cfg, own): (&Cfg, &[EdgeId]), (larger, edges): (&Cfg, &[EdgeId])) -> Option<Vec<EdgeId>> {
    let operand = |cfg: &Cfg, id: EdgeId| match cfg.edge(id).action {
        Action::Misuse { operand, .. } => Some(expr_text(cfg, operand)),
        _ => None,
    };
    let wanted: Vec<_> = own.iter().map(|id| operand(cfg, *id)).collect();
    let is_wanted = |id: &EdgeId| wanted.contains(&operand(larger, *id));
    let found: Vec<EdgeId> = edges.iter().copied().filter(is_wanted).collect();
    (!found.is_empty() && found.len() == own.len()).then_some(found)
}
