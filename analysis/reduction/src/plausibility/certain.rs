//! Misuses that happen on every run that gets to their place. A doubt is about a choice, and there is none.

use rustc_hash::FxHashSet;

use csieve_graph::{EdgeId, Loc};
use csieve_modelcheck::{
    checks::Check,
    model::{Counterexample, Function, Move},
};

use super::{
    Trusting,
    follow::{MAX_STATES, TrackedLocation, along},
};

/// Returns whether all runs that get to the place of a counterexample's misuse do the misuse: they all come
/// through the edge at which the property starts to follow the value, and none loses it on the way. Runs that
/// the trusting automaton excludes do not count.
pub fn happens_on_every_run(
    function: &Function,
    trusting: &Trusting,
    check: &dyn Check,
    found: &Counterexample,
) -> bool {
    let (Some(origin), misuse) = (found.origin(), found.misuse()) else { return false };
    let (cfg, place) = (function.cfg, function.cfg.edge(misuse).from);
    let followed = found.start.and_then(|start| along(function, check, found).get(start + 1)?.clone());
    let Some(first) = followed else { return false };
    let before = cfg.leading_to([place], |edge| edge != origin && trusting.takes(edge));
    !before.contains(cfg.entry.index())
        && all_get_there(function, trusting, check, ((cfg.edge(origin).to, first), (place, misuse)))
}

/// Returns whether all runs from a location with a state of the property that get to a place do the misuse
/// there.
fn all_get_there(
    function: &Function,
    trusting: &Trusting,
    check: &dyn Check,
    (start, (place, misuse)): (TrackedLocation, (Loc, EdgeId)),
) -> bool {
    let cfg = function.cfg;
    let leads = cfg.leading_to([place], |edge| trusting.takes(edge));
    let mut seen: FxHashSet<TrackedLocation> = FxHashSet::from_iter([start.clone()]);
    let mut pending = vec![start];
    while let Some((loc, tracked)) = pending.pop() {
        let is_misused = || matches!(check.step(function, &tracked, misuse), Move::Misuse { .. });
        if seen.len() > MAX_STATES || loc == place && !is_misused() {
            return false;
        }
        for &edge in cfg.successors[loc.index()].iter().filter(|edge| trusting.takes(**edge)) {
            let to = cfg.edge(edge).to;
            match check.step(function, &tracked, edge) {
                Move::Gone if leads.contains(to.index()) => return false,
                Move::To(next) | Move::Perhaps(next) if seen.insert((to, next.clone())) => {
                    pending.push((to, next));
                }
                _ => {}
            }
        }
    }
    true
}
