//! All places that may hold a pointer to the followed object (may information). This is the counterpart of
//! the must information in [`Holders`](super::Holders), for questions where a forgotten place would hide a
//! misuse.

use csieve_graph::{Action, Edge, ExprId, ExprKind, VarId, VarKind};

use super::{Function, Holder, Holders};

/// All places that may hold a pointer into one object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MayHolders {
    /// The variables that may hold a pointer into the object, ascending.
    vars: Vec<VarId>,
    /// Whether memory that other code can see may hold such a pointer.
    memory: bool,
}

impl MayHolders {
    /// Returns the places of a newly allocated object to which one variable points.
    pub fn fresh(function: &Function, var: VarId) -> Self {
        let mut suspects = Self::default();
        suspects.include(function, var);
        suspects
    }

    /// Returns the places that may point to an object that existed when the function was called.
    pub fn at_entry(function: &Function) -> Self {
        let mut suspects = Self::default();
        for var in function.cfg.var_ids() {
            if matches!(function.cfg.var(var).kind, VarKind::Param | VarKind::Global) {
                suspects.include(function, var);
            }
        }
        suspects.escape(function);
        suspects
    }

    /// Returns the places that may point to an object that a call made. `result` is the variable that gets
    /// the result of the call.
    pub fn from_outside(function: &Function, result: Option<VarId>) -> Self {
        let mut suspects = Self::default();
        suspects.escape(function);
        if let Some(result) = result {
            suspects.include(function, result);
        }
        suspects
    }

    /// Returns whether memory may hold the followed pointer to the object.
    pub fn is_in_memory(&self) -> bool {
        self.memory
    }

    /// Returns whether the value of an expression may point into the object.
    pub fn may_be(&self, function: &Function, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match &function.cfg.expr(expr).kind {
                ExprKind::Var(var) if self.vars.binary_search(var).is_ok() => return true,
                ExprKind::Load(_) | ExprKind::Any(_) if self.memory => return true,
                // The address of a load, or the index of an element, is not the value that is loaded or
                // pointed to. So these operands do not count.
                ExprKind::Load(_) => {}
                ExprKind::Inside { base, .. } => pending.push(*base),
                ExprKind::Binary(op, ..) if op.is_comparison() => {}
                _ => pending.extend(function.cfg.exprs.operands(expr)),
            }
        }
        false
    }

    /// Returns the places that may hold a pointer into the object after an edge.
    #[must_use]
    pub fn after(&self, function: &Function, edge: &Edge) -> Self {
        let mut next = self.clone();
        match &edge.action {
            Action::Assign { var, value } => {
                let holds = self.may_be(function, *value);
                next.remove(*var);
                if holds {
                    next.include(function, *var);
                }
            }
            Action::Store { value, .. } if self.may_be(function, *value) => next.escape(function),
            Action::Call { args, result, .. } | Action::LibraryCall { args, result, .. } => {
                let reaches = self.memory || args.iter().any(|arg| self.may_be(function, *arg));
                if reaches && edge.writes_memory() {
                    next.escape(function);
                }
                if let Some(result) = result {
                    next.remove(*result);
                    if reaches {
                        next.include(function, *result);
                    }
                }
            }
            Action::Opaque { vars } => {
                next.escape(function);
                for var in vars {
                    next.include(function, *var);
                }
            }
            _ => {
                if let Some(var) = edge.assigned() {
                    next.remove(var);
                }
            }
        }
        next
    }

    /// Adds a variable. If other code may have its address, all of memory may hold a pointer from then on.
    pub fn include(&mut self, function: &Function, var: VarId) {
        if let Err(at) = self.vars.binary_search(&var) {
            self.vars.insert(at, var);
        }
        if function.cfg.var(var).exposed && !self.memory {
            self.escape(function);
        }
    }

    fn remove(&mut self, var: VarId) {
        if let Ok(at) = self.vars.binary_search(&var) {
            self.vars.remove(at);
        }
    }

    /// Notes that all of memory may hold a pointer to the object, exposed variables included.
    fn escape(&mut self, function: &Function) {
        self.memory = true;
        for var in function.cfg.var_ids().filter(|var| function.cfg.var(*var).exposed) {
            self.include(function, var);
        }
    }

    /// Returns the parts that the state of a property encodes: whether memory may hold a pointer, and the
    /// variables that may.
    pub fn into_parts(self) -> (bool, Holders) {
        let vars = self.vars.into_iter().map(Holder::Var).collect();
        (self.memory, Holders::from_parts(vars, Vec::new()))
    }

    /// Returns the places that the state of a property encodes.
    pub fn from_parts(memory: bool, holders: &Holders) -> Self {
        let vars = holders.exact().iter().filter_map(|holder| match holder {
            Holder::Var(var) => Some(*var),
            Holder::Cell(_) => None,
        });
        Self { vars: vars.collect(), memory }
    }
}
