//! The goals of a cover: the parts of a graph that runs should pass.

use fixedbitset::FixedBitSet;

use csieve_base::text::Span;
use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, edge_text, source};

/// The criterion of a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Every location of the graph.
    Nodes,
    /// Every edge of the graph.
    Edges,
}

/// A part of the graph that a run should pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The edges of the goal. A run passes the goal if it takes any one of them.
    pub edges: Vec<EdgeId>,
    /// The place of the goal in the source, as readers see it.
    pub span: Span,
    /// The text of the goal: a statement, or the condition that holds after the goal's edges.
    pub text: String,
    /// Whether some run gets to the location right before the goal. Then a decision there keeps runs from the
    /// goal, and no earlier one.
    pub is_next: bool,
}

/// Returns all goals of a function with this text, by position in the source, with [`Goal::is_next`] unset. A
/// misuse is no goal, because a run ends there. Edges that no path reaches are goals only if they stand for
/// something in the source.
pub(super) fn goals(cfg: &Cfg, text: &str, criterion: Criterion) -> Vec<Goal> {
    let reached = cfg.reached_from(cfg.entry);
    let is_goal = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        let is_dead = !reached.contains(edge.from.index());
        let is_nobodys = is_dead && is_nothing(edge);
        !is_nobodys && !matches!(edge.action, Action::Misuse { .. })
    };
    let goal = |edges: Vec<EdgeId>| Goal {
        span: cfg.edge(edges[0]).span,
        text: goal_text(cfg, text, edges[0]),
        edges,
        is_next: false,
    };
    let edges = cfg.edge_ids().filter(is_goal);
    let mut goals: Vec<Goal> = match criterion {
        Criterion::Edges => edges.map(|id| goal(vec![id])).collect(),
        Criterion::Nodes => {
            let mut into: Vec<Vec<EdgeId>> = vec![Vec::new(); cfg.location_count()];
            edges.for_each(|id| into[cfg.edge(id).to.index()].push(id));
            into.retain(|edges| !edges.is_empty());
            into.into_iter().map(goal).collect()
        }
    };
    goals.sort_by_key(|goal| (goal.span, goal.edges[0]));
    goals
}

/// Sets [`Goal::is_next`] for the goals to which known runs come closest: a run gets to the location right
/// before the goal. `taken` has the edges that these runs take.
pub(super) fn mark_next(cfg: &Cfg, goals: &mut [Goal], taken: &FixedBitSet) {
    let mut reached = FixedBitSet::with_capacity(cfg.location_count());
    reached.insert(cfg.entry.index());
    let is_taken = |id: &EdgeId| taken.contains(id.index());
    reached.extend(cfg.edge_ids().filter(is_taken).map(|id| cfg.edge(id).to.index()));
    for goal in goals {
        goal.is_next = goal.edges.iter().any(|id| reached.contains(cfg.edge(*id).from.index()));
    }
}

/// Returns whether an edge stands for nothing in the source: a join, or the return at the end of a function.
fn is_nothing(edge: &Edge) -> bool {
    matches!(edge.action, Action::Skip | Action::Return(None))
}

/// Returns the text of a goal. A condition over a value that the graph does not know is shown as the source
/// writes it.
fn goal_text(cfg: &Cfg, text: &str, id: EdgeId) -> String {
    match cfg.edge(id).action {
        Action::Assume { cond, holds } if has_unknown(cfg, cond) => {
            let written = source(text, cfg.edge(id).span);
            format!("{written} is {}", if holds { "true" } else { "false" })
        }
        _ => edge_text(cfg, text, id),
    }
}

/// Returns whether an expression contains an unknown value.
fn has_unknown(cfg: &Cfg, id: ExprId) -> bool {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        if matches!(cfg.expr(id).kind, ExprKind::Any(_)) {
            return true;
        }
        pending.extend(cfg.exprs.operands(id));
    }
    false
}
