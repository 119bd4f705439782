//! The edges by which a loop can be left.

use fixedbitset::FixedBitSet;

use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, Cfg, EdgeId, Invocations, fails_an_assertion};

/// Returns the edges that leave a loop, without those to a failing assertion. `returning` are the locations
/// from which the function can return. If no exit leads to one, the loop runs until the program ends. Such a
/// loop is intended, so the list is empty then.
pub fn ways_out(cfg: &Cfg, one: &Loop, returning: &FixedBitSet) -> Vec<EdgeId> {
    if !one.exits.iter().any(|exit| returning.contains(cfg.edge(*exit).to.index())) {
        return Vec::new();
    }
    let is_way = |exit: &&EdgeId| !fails_an_assertion(cfg, cfg.edge(**exit).to);
    one.exits.iter().filter(is_way).copied().collect()
}

/// Returns the first exit whose condition is written in the source outside of macros. `None` if there is
/// none.
pub fn first_condition(cfg: &Cfg, exits: &[EdgeId]) -> Option<EdgeId> {
    let macros = Invocations::of(cfg);
    exits.iter().copied().find(|exit| {
        let edge = cfg.edge(*exit);
        let is_condition = matches!(edge.action, Action::Assume { .. }) && !cfg.is_implied(*exit);
        is_condition && edge.expanded.is_none() && !macros.contain(edge.span)
    })
}
