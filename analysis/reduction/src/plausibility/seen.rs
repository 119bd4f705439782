//! Foreign values: those that the function neither computes nor gets from callers outside its file.

use fixedbitset::FixedBitSet;

use csieve_graph::{Action, ExprId, VarKind};
use csieve_modelcheck::model::Function;

/// The variables that may hold a foreign value: one from memory, from a global variable, from a call, or from
/// an argument of an internal function.
pub(super) struct Seen {
    foreign: FixedBitSet,
}

impl Seen {
    /// Finds the variables with foreign values by following assignments until no new variable is found.
    pub(super) fn new(function: &Function) -> Self {
        let cfg = function.cfg;
        let mut foreign = FixedBitSet::with_capacity(cfg.vars.len());
        for var in cfg.var_ids() {
            let info = cfg.var(var);
            // The callers of an internal function are in the same file and know which arguments are possible.
            let is_given = info.kind == VarKind::Param && cfg.is_internal;
            if info.kind == VarKind::Global || info.exposed || is_given {
                foreign.insert(var.index());
            }
        }
        let mut seen = Self { foreign };
        while seen.spread(function) {}
        seen
    }

    fn spread(&mut self, function: &Function) -> bool {
        let mut changed = false;
        for edge in &function.cfg.edges {
            let Some(var) = edge.assigned() else { continue };
            let is_foreign = match &edge.action {
                Action::Assign { value, .. } => self.is_foreign(function, *value),
                Action::Call { .. } | Action::LibraryCall { .. } | Action::Opaque { .. } => true,
                _ => false,
            };
            changed |= is_foreign && !self.foreign.put(var.index());
        }
        changed
    }

    /// Returns whether the value of an expression may be foreign.
    pub(super) fn is_foreign(&self, function: &Function, expr: ExprId) -> bool {
        let own = function.dependencies(expr);
        own.memory || own.unstable || own.vars.iter().any(|var| self.foreign.contains(var.index()))
    }
}
