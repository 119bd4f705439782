//! The dependencies of expressions. The value of an expression may change when something that it depends on
//! is written.

use csieve_graph::{Cfg, ExprId, ExprKind, VarId};

/// The variables and memory that the value of an expression depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// The variables that the expression reads, ascending.
    pub vars: Vec<VarId>,
    /// Whether the expression reads memory.
    pub memory: bool,
    /// Whether the expression contains an unknown value (`ExprKind::Any`), so that two evaluations need not
    /// agree.
    pub unstable: bool,
}

impl Dependencies {
    fn include(&mut self, other: &Self) {
        self.vars.extend_from_slice(&other.vars);
        self.vars.sort_unstable();
        self.vars.dedup();
        self.memory |= other.memory;
        self.unstable |= other.unstable;
    }
}

/// Returns the dependencies of every expression of a function, indexed by [`ExprId`].
pub fn dependencies(cfg: &Cfg) -> Vec<Dependencies> {
    let mut all: Vec<Dependencies> = Vec::with_capacity(cfg.exprs.len());
    // In the arena of expressions, operands come before the expressions that use them.
    for index in 0..cfg.exprs.len() as u32 {
        let id = ExprId(index);
        let mut own = Dependencies::default();
        let kind = &cfg.expr(id).kind;
        own.vars.extend(kind.as_var());
        own.unstable = matches!(kind, ExprKind::Any(_));
        own.memory = kind.as_load().is_some();
        for operand in cfg.exprs.operands(id) {
            own.include(&all[operand.0 as usize]);
        }
        all.push(own);
    }
    all
}
