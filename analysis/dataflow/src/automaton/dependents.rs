//! The quantities whose values depend on a variable, or on memory.

use std::sync::Arc;

use csieve_graph::{Cfg, ExprId, VarId, VarKind};

use super::{Dependencies, Quantities, Quantity, QuantityId, derive::given, said::pure_call, trust::Cells};

/// The quantities that a write invalidates.
pub(super) struct Dependents {
    /// For every variable, the quantities that depend on it, except the variable's own quantity, in ascending
    /// order. Indexed by [`VarId`].
    pub(super) of_var: Vec<Arc<[QuantityId]>>,
    /// The quantities that a write to memory may change: exposed variables, loads, and all quantities that
    /// depend on these. In ascending order.
    pub(super) of_memory: Arc<[QuantityId]>,
}

impl Dependents {
    pub(super) fn new(
        cfg: &Cfg,
        dependencies: &[Dependencies],
        quantities: &Quantities,
        trusts: Option<&[Cells]>,
    ) -> Self {
        let mut of_var = vec![Vec::new(); cfg.vars.len()];
        let mut of_memory = Vec::new();
        let given = given(cfg);
        for id in quantities.ids() {
            let own = quantity_dependencies(cfg, dependencies, quantities, id);
            for var in &own.vars {
                if QuantityId::from(*var) != id {
                    of_var[var.index()].push(id);
                }
            }
            if own.memory {
                // An exposed variable is memory too: a write to it may change the value of a load.
                let cells = trusts.map(|cells| &cells[id.index()]);
                let is_callers = match cells {
                    Some(cells) => cells.are_behind(cfg, &given),
                    None => Cells::of(cfg, quantities, id).are_behind(cfg, &given),
                };
                let is_like = |var: &VarId| {
                    let is_own = cfg.var(*var).kind != VarKind::Global;
                    !(is_own && is_callers) && cells.is_none_or(|cells| cells.are_like(cfg, *var))
                };
                for var in cfg.var_ids().filter(|var| cfg.var(*var).exposed && is_like(var)) {
                    // The quantities come in order, so that this one is the last, if it is there.
                    if of_var[var.index()].last() != Some(&id) {
                        of_var[var.index()].push(id);
                    }
                }
            }
            if own.memory || own.vars.iter().any(|var| cfg.var(*var).exposed) {
                of_memory.push(id);
            }
        }
        let of_var = of_var.into_iter().map(Arc::from).collect();
        Self { of_var, of_memory: of_memory.into() }
    }
}

pub(super) fn quantity_dependencies(
    cfg: &Cfg,
    all: &[Dependencies],
    quantities: &Quantities,
    id: QuantityId,
) -> Dependencies {
    let mut out = Dependencies::default();
    let mut pending = vec![id];
    let mut seen: Vec<QuantityId> = Vec::new();
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let mut expression = |expr: ExprId| {
            let own = &all[expr.0 as usize];
            out.vars.extend_from_slice(&own.vars);
            out.memory |= own.memory;
        };
        match quantities.get(id) {
            Quantity::Var(var) => out.vars.push(*var),
            Quantity::Test => {}
            Quantity::Value(expr) => expression(*expr),
            Quantity::Said(edge) => {
                let (_, args) = pure_call(cfg, *edge).unwrap_or_default();
                for arg in args {
                    expression(*arg);
                }
                out.memory = true;
            }
            Quantity::Truth(_, a, b) => {
                expression(*a);
                expression(*b);
            }
            Quantity::Sum(terms) => pending.extend(terms.iter().map(|term| term.0)),
            Quantity::IsZero(sum) => pending.extend(sum.terms.iter().map(|term| term.0)),
        }
    }
    out.vars.sort_unstable();
    out.vars.dedup();
    out
}
