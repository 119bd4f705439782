//! What an expression depends on: when one of these is written, its value may change.

use csieve_graph::{Cfg, ExprId, ExprKind, VarId};

/// What an expression depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// Variables, ascending.
    pub vars: Vec<VarId>,
    /// It reads memory.
    pub memory: bool,
    /// It contains "any value": two evaluations need not agree.
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

/// The dependencies of every expression of a function, indexed by [`ExprId`].
pub fn dependencies(cfg: &Cfg) -> Vec<Dependencies> {
    let mut all: Vec<Dependencies> = Vec::with_capacity(cfg.exprs.len());
    // Operands are added to the arena before the expressions that use them.
    for index in 0..cfg.exprs.len() as u32 {
        let id = ExprId(index);
        let mut own = Dependencies::default();
        match cfg.expr(id).kind {
            ExprKind::Var(var) => own.vars.push(var),
            ExprKind::Any(_) => own.unstable = true,
            ExprKind::Load(_) => own.memory = true,
            _ => {}
        }
        for operand in cfg.exprs.operands(id) {
            own.include(&all[operand.0 as usize]);
        }
        all.push(own);
    }
    all
}
