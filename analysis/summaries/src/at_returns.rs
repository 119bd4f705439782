//! What all runs of a function have done where they return.

use std::collections::VecDeque;

use csieve_graph::{Action, Cfg, EdgeId};

/// Returns what all runs have done where they return; `None` if runs differ in that at some location. `step` returns what
/// is done after an edge, or `None` if it is not known; `is_same` says whether two runs have done the same.
pub(crate) fn at_returns<D: Clone + Default>(
    cfg: &Cfg,
    step: impl Fn(D, EdgeId) -> Option<D>,
    is_same: impl Fn(&D, &D) -> bool,
) -> Option<D> {
    let mut known: Vec<Option<D>> = vec![None; cfg.location_count()];
    known[cfg.entry.index()] = Some(D::default());
    let mut pending = VecDeque::from([cfg.entry]);
    let mut returned: Option<D> = None;
    while let Some(at) = pending.pop_front() {
        let Some(before) = known[at.index()].clone() else { continue };
        for &id in &cfg.successors[at.index()] {
            let edge = cfg.edge(id);
            let after = step(before.clone(), id)?;
            let is_return = matches!(edge.action, Action::Return(_));
            let there = if is_return { &mut returned } else { &mut known[edge.to.index()] };
            match there {
                Some(other) if !is_same(other, &after) => return None,
                Some(_) => {}
                None => {
                    *there = Some(after);
                    if !is_return {
                        pending.push_back(edge.to);
                    }
                }
            }
        }
    }
    returned
}
