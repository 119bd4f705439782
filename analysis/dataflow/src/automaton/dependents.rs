//! The quantities whose values depend on a variable, or on memory.

use fixedbitset::FixedBitSet;

use csieve_graph::{Cfg, ExprId, VarId, VarKind};

use super::{Dependencies, Quantities, Quantity, QuantityId, derive::given, trust::Cells};

/// The quantities that a write invalidates.
pub(super) struct Dependents {
    /// For every variable, the quantities that depend on it, except the variable's own quantity. Indexed by
    /// [`VarId`].
    pub(super) of_var: Vec<Vec<QuantityId>>,
    /// The quantities that a write to memory may change: exposed variables, loads, and all quantities that
    /// depend on these.
    pub(super) of_memory: Vec<QuantityId>,
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
            let own = quantity_dependencies(dependencies, quantities, id);
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
                    if !of_var[var.index()].contains(&id) {
                        of_var[var.index()].push(id);
                    }
                }
            }
            if own.memory || own.vars.iter().any(|var| cfg.var(*var).exposed) {
                of_memory.push(id);
            }
        }
        Self { of_var, of_memory }
    }
}

pub(super) fn quantity_dependencies(
    all: &[Dependencies],
    quantities: &Quantities,
    id: QuantityId,
) -> Dependencies {
    let mut out = Dependencies::default();
    let mut pending = vec![id];
    let mut seen = FixedBitSet::with_capacity(quantities.len());
    while let Some(id) = pending.pop() {
        if seen.put(id.index()) {
            continue;
        }
        let mut expression = |expr: ExprId| {
            let own = &all[expr.0 as usize];
            out.vars.extend_from_slice(&own.vars);
            out.memory |= own.memory;
        };
        match quantities.get(id) {
            Quantity::Var(var) => out.vars.push(*var),
            Quantity::Test => {}
            Quantity::Value(expr) => expression(*expr),
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
