//! Calls of pure functions of the library: what `strlen(s)` says twice of unchanged memory is one value.

use rustc_hash::FxHashMap;

use csieve_graph::{Assigns, Calls, Cfg, EdgeId, ExprId};

use super::Dependencies;

/// The edges of calls that say the same as others do, each with the first one of them.
pub(super) type Saying = FxHashMap<EdgeId, EdgeId>;

/// Finds calls of pure functions with equal arguments. A single call says nothing twice.
pub(super) fn saying(cfg: &Cfg, dependencies: &[Dependencies]) -> Saying {
    let mut alike: FxHashMap<(&str, &[ExprId]), Vec<EdgeId>> = FxHashMap::default();
    for id in cfg.edge_ids() {
        let Some((callee, args)) = pure_call(cfg, id) else { continue };
        if args.iter().all(|arg| !dependencies[arg.0 as usize].unstable) {
            alike.entry((callee, args)).or_default().push(id);
        }
    }
    let several = alike.into_values().filter(|edges| edges.len() > 1);
    several.flat_map(|edges| edges.clone().into_iter().map(move |edge| (edge, edges[0]))).collect()
}

/// Returns the callee and the arguments of an edge that calls a pure function for its result.
pub(super) fn pure_call(cfg: &Cfg, id: EdgeId) -> Option<(&str, &[ExprId])> {
    let effects = cfg.edge(id).effects();
    let (Calls::Library { callee, args, .. }, Assigns::Result { .. }) = (effects.calls, effects.assigns)
    else {
        return None;
    };
    let is_pure = cfg.known.function(id).is_some_and(|entry| entry.is_pure) && !effects.writes.is_any();
    is_pure.then(|| (callee.strip_prefix("__builtin_").unwrap_or(callee), args))
}
