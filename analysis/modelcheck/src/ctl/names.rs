//! Distinct names for variables that have the same name in the source.

use rustc_hash::FxHashMap;

use csieve_graph::{Cfg, VarId, VarKind};

/// Returns the graph with distinct names for its variables. Where several have one name, parameters come
/// first, then globals, then locals in the order of their declarations. All but the first variable of a name
/// get a number: `p#2`.
pub(super) fn distinct(cfg: &Cfg) -> Cfg {
    let mut cfg = cfg.clone();
    let mut vars: Vec<VarId> = cfg.var_ids().filter(|var| cfg.var(*var).is_named()).collect();
    vars.sort_by_key(|var| rank(cfg.var(*var).kind));
    let mut known: FxHashMap<String, u32> = FxHashMap::default();
    for var in vars {
        let name = &mut cfg.vars[var.index()].name;
        let count = known.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name}#{count}");
        }
    }
    cfg
}

fn rank(kind: VarKind) -> u32 {
    match kind {
        VarKind::Param => 0,
        VarKind::Global => 1,
        VarKind::Local | VarKind::Temp | VarKind::Config => 2,
    }
}
