//! What the function in which a run begins asks for.

use csieve_graph::{Action, Cfg, Edge, Loc};
use csieve_machine::concolic::{Decision, Guard, Trace};

/// Returns the decisions of a run after which the function does something of its own. Where a comparison ends a loop that
/// makes no round, the compared value may just be the one with which the loop does nothing. If `is_strict` is set, that
/// holds however many rounds there are.
pub(super) fn tests<'t>(cfg: &Cfg, trace: &'t Trace, is_strict: bool) -> Vec<&'t Decision> {
    let loops = cfg.loops();
    let inside = |from: Loc| loops.iter().find(|inside| inside.contains(&from));
    let leaves = |edge: &Edge| inside(edge.from).is_some_and(|inside| !inside.contains(&edge.to));
    let ends_loop = |from: Loc| cfg.successors[from.index()].iter().any(|edge| leaves(cfg.edge(*edge)));
    let goes_round = |from: Loc| {
        let own = trace.taken.iter().filter(|taken| taken.depth == 0).map(|taken| cfg.edge(taken.edge));
        own.filter(|edge| edge.from == from).any(|edge| !leaves(edge))
    };
    let is_test = |decision: &&Decision| match decision.guard {
        Guard::Edge { edge, depth: 0 } => {
            let Edge { from, action, .. } = cfg.edge(edge);
            matches!(action, Action::Assume { .. }) && (!ends_loop(*from) || !is_strict && goes_round(*from))
        }
        Guard::Edge { .. } => true,
        Guard::Outcome | Guard::Defined => false,
    };
    trace.decisions.iter().filter(is_test).collect()
}
