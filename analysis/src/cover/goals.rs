//! What runs are to pass.

use crate::{
    cfg::{Action, Cfg, EdgeId, Loc},
    report::edge_text,
    text::Span,
};

/// What counts as covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Every place that control can be at.
    Nodes,
    /// Every way that control can go.
    Edges,
}

/// Something to pass, for the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Where.
    pub span: Span,
    /// The statement, or the condition that holds.
    pub text: String,
}

/// Something to pass.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Taking any of these edges passes it.
    pub edges: Vec<EdgeId>,
    /// For the reader.
    pub shown: Goal,
}

/// All goals of a function with this text, by position. Misuses are none: a run that passes one goes nowhere.
pub(super) fn goals(cfg: &Cfg, text: &str, criterion: Criterion) -> Vec<Target> {
    let is_passable = |id: &EdgeId| !matches!(cfg.edge(*id).action, Action::Misuse { .. });
    let shown = |id: EdgeId| Goal { span: cfg.edge(id).span, text: edge_text(cfg, text, id) };
    let edges = || cfg.edge_ids().filter(is_passable).filter(|id| is_reachable(cfg, cfg.edge(*id).from));
    let mut goals: Vec<Target> = match criterion {
        Criterion::Edges => edges().map(|id| Target { edges: vec![id], shown: shown(id) }).collect(),
        Criterion::Nodes => {
            let mut into: Vec<Vec<EdgeId>> = vec![Vec::new(); cfg.location_count()];
            edges().for_each(|id| into[cfg.edge(id).to.index()].push(id));
            into.retain(|edges| !edges.is_empty());
            into.into_iter().map(|edges| Target { shown: shown(edges[0]), edges }).collect()
        }
    };
    goals.sort_by_key(|goal| (goal.shown.span, goal.edges[0]));
    goals
}

/// Whether the graph has a way to a place at all.
fn is_reachable(cfg: &Cfg, loc: Loc) -> bool {
    loc == cfg.entry || cfg.edges.iter().any(|edge| edge.to == loc)
}
