//! What a function can see: values that it computes itself, and what it is called with.

use fixedbitset::FixedBitSet;

use csieve_graph::{Action, ExprId, VarKind};
use csieve_modelcheck::model::Function;

/// The variables that may hold something from elsewhere: from memory, a global variable, or a call.
pub(super) struct Seen {
    foreign: FixedBitSet,
}

impl Seen {
    /// Looks at all edges until nothing new is found.
    pub(super) fn new(function: &Function) -> Self {
        let cfg = function.cfg;
        let mut foreign = FixedBitSet::with_capacity(cfg.vars.len());
        for var in cfg.var_ids() {
            let info = cfg.var(var);
            // Who calls an internal function knows what it may be given.
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

    /// Whether a value may come from elsewhere.
    pub(super) fn is_foreign(&self, function: &Function, expr: ExprId) -> bool {
        let own = function.dependencies(expr);
        own.memory || own.unstable || own.vars.iter().any(|var| self.foreign.contains(var.index()))
    }
}
