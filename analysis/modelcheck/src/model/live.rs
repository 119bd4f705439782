//! Where what a variable holds may still be read.

use fixedbitset::FixedBitSet;

use csieve_graph::{Action, Loc, VarId};

use super::Function;

/// Returns the locations from which a path reads a variable before it writes it. For a variable whose address is taken,
/// these are all locations.
pub fn live(function: &Function, var: VarId) -> FixedBitSet {
    let cfg = function.cfg;
    if cfg.var(var).exposed {
        let mut all = FixedBitSet::with_capacity(cfg.location_count());
        all.insert_range(..);
        return all;
    }
    let is_read = |read| function.dependencies(read).vars.contains(&var);
    let reads: Vec<Loc> = cfg
        .edges
        .iter()
        .filter(|edge| match edge.action {
            // The program does not evaluate what is learnt of a result, or which lock it is, but the analysis does.
            Action::Learn { value: meant, .. }
            | Action::Lock { lock: meant, .. }
            | Action::LockFail { lock: meant }
            | Action::Unlock { lock: meant, .. } => is_read(meant),
            _ => edge.reads().any(is_read),
        })
        .map(|edge| edge.from)
        .collect();
    cfg.leading_to(reads, |edge| cfg.edge(edge).assigned() != Some(var))
}
