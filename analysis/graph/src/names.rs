//! Other names for what a graph shares with other functions.

use super::{Action, CallTarget, Cfg, ExprId, VarId, VarKind};

impl Cfg {
    /// Renames functions and objects with static storage: `renamed` returns the other name, if there is one.
    /// Objects that only this function knows by name keep their names. Different names must stay different.
    pub fn rename_statics(&mut self, renamed: impl Fn(&str) -> Option<String>) {
        if let Some(name) = renamed(&self.function) {
            self.function = name;
        }
        let own = std::mem::take(&mut self.statics.own);
        let is_own = |expr: ExprId| own.contains(&expr) || self.automatic.contains(&expr);
        let own_vars: Vec<VarId> = own.iter().filter_map(|id| self.exprs.get(*id).kind.as_var()).collect();
        self.exprs.rename_addresses(|id, name| {
            let has_name = !name.ends_with('"') && !name.starts_with("&&") && !is_own(id);
            if has_name { renamed(name) } else { None }
        });
        for (index, var) in self.vars.iter_mut().enumerate() {
            if var.kind == VarKind::Global
                && !own_vars.contains(&VarId(index as u32))
                && let Some(name) = renamed(&var.name)
            {
                var.name = name;
            }
        }
        for edge in &mut self.edges {
            if let Action::Call { target: CallTarget::Named(name), .. } = &mut edge.action
                && let Some(other) = renamed(name)
            {
                *name = other;
            }
        }
        self.statics.own = own;
    }
}
