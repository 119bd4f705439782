//! The ways out of a loop.

use fixedbitset::FixedBitSet;

use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, Cfg, EdgeId, fails_an_assertion, in_macro};

/// The edges that leave a loop; an assertion that fails is no way out. A loop that only the end of the program ends, so that it
/// has none to a location that is `returning`, is meant to go on for ever.
pub fn ways_out(cfg: &Cfg, one: &Loop, returning: &FixedBitSet) -> Vec<EdgeId> {
    if !one.exits.iter().any(|exit| returning.contains(cfg.edge(*exit).to.index())) {
        return Vec::new();
    }
    let is_way = |exit: &&EdgeId| !fails_an_assertion(cfg, cfg.edge(**exit).to);
    one.exits.iter().filter(is_way).copied().collect()
}

/// The first condition that somebody wrote to end the loop.
pub fn first_condition(cfg: &Cfg, exits: &[EdgeId]) -> Option<EdgeId> {
    exits.iter().copied().find(|exit| {
        let edge = cfg.edge(*exit);
        let is_condition = matches!(edge.action, Action::Assume { .. }) && !cfg.is_implied(*exit);
        is_condition && edge.expanded.is_none() && !in_macro(cfg, edge.span)
    })
}
