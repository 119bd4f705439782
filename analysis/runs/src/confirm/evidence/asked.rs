//! What the function in which a run begins asks for.

use csieve_graph::{Action, Cfg, Edge, Loc};
use csieve_machine::concolic::{Decision, Guard, Trace};

/// A decision of a run after which the function does something of its own.
#[derive(Clone, Copy)]
pub(super) struct Test<'t> {
    pub decision: &'t Decision,
    /// Whether it may end a loop.
    pub ends_loop: bool,
}

/// Returns the tests of a run. Where a comparison ends a loop that makes no round, the compared value may just be the one with
/// which the loop does nothing, so that it is none.
pub(super) fn tests<'t>(cfg: &Cfg, trace: &'t Trace) -> Vec<Test<'t>> {
    let loops = cfg.loops();
    let inside = |from: Loc| loops.iter().find(|inside| inside.contains(&from));
    let leaves = |edge: &Edge| inside(edge.from).is_some_and(|inside| !inside.contains(&edge.to));
    let ends_loop = |from: Loc| cfg.successors[from.index()].iter().any(|edge| leaves(cfg.edge(*edge)));
    let goes_round = |from: Loc| {
        let own = trace.taken.iter().filter(|taken| taken.depth == 0).map(|taken| cfg.edge(taken.edge));
        own.filter(|edge| edge.from == from).any(|edge| !leaves(edge))
    };
    let test = |decision: &'t Decision| match decision.guard {
        Guard::Edge { edge, depth: 0 } => {
            let Edge { from, action, .. } = cfg.edge(edge);
            let ends_loop = ends_loop(*from);
            let is_test = matches!(action, Action::Assume { .. }) && (!ends_loop || goes_round(*from));
            is_test.then_some(Test { decision, ends_loop })
        }
        Guard::Edge { .. } => Some(Test { decision, ends_loop: false }),
        Guard::Outcome | Guard::Defined => None,
    };
    trace.decisions.iter().filter_map(test).collect()
}
