//! What the variables and objects of a body are in the graph that it becomes a part of.

use csieve_graph::{Cfg, CfgBuilder, ExprId, ExprKind, Var, VarId, VarKind};

/// The variables and objects of one call's body.
pub(super) struct Names<'a> {
    body: &'a Cfg,
    vars: Vec<VarId>,
}

impl<'a> Names<'a> {
    /// Objects with static storage are those of the graph, all others are the body's own.
    pub(super) fn new(graph: &mut CfgBuilder, body: &'a Cfg) -> Self {
        let vars = body.var_ids().map(|var| variable(graph, body, var)).collect();
        Self { body, vars }
    }

    /// The variables of the graph, by those of the body.
    pub(super) fn vars(self) -> Vec<VarId> {
        self.vars
    }

    /// Those of an earlier call: no two calls of a body are open at once, and each begins with giving its variables values, or
    /// none.
    pub(super) fn again(body: &'a Cfg, vars: Vec<VarId>) -> Self {
        Self { body, vars }
    }

    /// A variable.
    pub(super) fn var(&self, var: VarId) -> VarId {
        self.vars[var.index()]
    }

    /// The name of an object in memory, of which an expression is the address. What only the body can name is told apart from
    /// what others call the same.
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

/// The variable of the graph that has this name and kind; a new one if there is none.
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

/// A name that only a function knows, as one of the whole file.
fn of_function(cfg: &Cfg, name: &str) -> String {
    format!("{}.{name}", cfg.function)
}

/// Whether two graphs speak of the objects of their file in one way: what is a variable in one of them is none that lives in
/// memory, or has another type, in the other.
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
