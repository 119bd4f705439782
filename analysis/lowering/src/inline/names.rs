//! Mapping the variables and objects of an inlined body to those of the graph that it is inlined into.

use csieve_graph::{Cfg, CfgBuilder, ExprId, ExprKind, Var, VarId, VarKind};

/// The variables and object names that stand for those of one inlined body.
pub(super) struct Names<'a> {
    body: &'a Cfg,
    vars: Vec<VarId>,
}

impl<'a> Names<'a> {
    /// Adds variables for a body to the graph. Variables with static storage are shared with the graph by
    /// name. All other variables become new ones.
    pub(super) fn new(graph: &mut CfgBuilder, body: &'a Cfg) -> Self {
        let vars = body.var_ids().map(|var| variable(graph, body, var)).collect();
        Self { body, vars }
    }

    /// Returns the graph's variables for the body, indexed by the [`VarId`] that they have in the body.
    pub(super) fn vars(self) -> Vec<VarId> {
        self.vars
    }

    /// Uses the variables of an earlier inlined call of the same function again. The two calls are never
    /// active at the same time, and each call starts by giving the variables values or making them
    /// indeterminate.
    pub(super) fn again(body: &'a Cfg, vars: Vec<VarId>) -> Self {
        Self { body, vars }
    }

    /// Returns the variable of the graph that stands for a variable of the body.
    pub(super) fn var(&self, var: VarId) -> VarId {
        self.vars[var.index()]
    }

    /// Returns the name that an object of the body gets in the graph. `address` is the object's address, an
    /// expression of the body. An object that only the body can name gets the function's name as a prefix, to
    /// tell it from other objects of the same name.
    pub(super) fn object(&self, address: ExprId, name: &str) -> String {
        let cfg = self.body;
        let is_own = cfg.automatic.contains(&address) || cfg.statics.own.contains(&address);
        if is_own { of_function(cfg, name) } else { name.to_owned() }
    }
}

fn variable(graph: &mut CfgBuilder, body: &Cfg, id: VarId) -> VarId {
    let var = body.var(id);
    match var.kind {
        VarKind::Global => {
            let is_it = |own: &ExprId| body.expr(*own).kind == ExprKind::Var(id);
            let is_own = body.statics.own.iter().any(is_it);
            let name = if is_own { of_function(body, &var.name) } else { var.name.clone() };
            shared(graph, &Var { name, ..var.clone() })
        }
        VarKind::Config => shared(graph, var),
        VarKind::Local | VarKind::Param => added(graph, var, VarKind::Local),
        VarKind::Temp => added(graph, var, VarKind::Temp),
    }
}

/// Returns the graph's variable with the same name, kind and type, `static` locals aside. Adds the variable
/// if there is none.
fn shared(graph: &mut CfgBuilder, var: &Var) -> VarId {
    let cfg = graph.so_far();
    let own = |id: VarId| cfg.statics.own.iter().any(|own| cfg.expr(*own).kind == ExprKind::Var(id));
    let known = cfg.var_ids().find(|id| {
        let other = cfg.var(*id);
        other.kind == var.kind && other.name == var.name && other.ty == var.ty && !own(*id)
    });
    known.unwrap_or_else(|| added(graph, var, var.kind))
}

fn added(graph: &mut CfgBuilder, var: &Var, kind: VarKind) -> VarId {
    let id = graph.var(var.name.clone(), var.ty, kind);
    if var.exposed {
        graph.expose(id);
    }
    id
}

/// Makes a name that is local to a function unique within the file, as `function.name`.
fn of_function(cfg: &Cfg, name: &str) -> String {
    format!("{}.{name}", cfg.function)
}

/// Returns whether two graphs represent the objects of their file in the same way. They do not if an object
/// is a variable in one graph and lives in memory in the other, or if the object's types differ.
pub(super) fn agree(graph: &Cfg, body: &Cfg) -> bool {
    let shared = |cfg: &Cfg| -> Vec<Var> {
        cfg.vars.iter().filter(|var| var.kind == VarKind::Global).cloned().collect()
    };
    let in_memory = |cfg: &Cfg, name: &str| {
        cfg.expr_ids().any(|id| matches!(&cfg.expr(id).kind, ExprKind::Address(other) if other == name))
    };
    shared(body).iter().all(|var| {
        !in_memory(graph, &var.name)
            && shared(graph).iter().all(|other| other.name != var.name || other.ty == var.ty)
    }) && shared(graph).iter().all(|var| !in_memory(body, &var.name))
}
