//! The variables and conditions on which the end of a loop may depend.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_dataflow::ranges::Loop;
use csieve_graph::{
    Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Type, UnaryOp, VarId, VarKind, fails_an_assertion,
};
use csieve_modelcheck::model::Function;

/// The largest number of variables that are collected.
const MOST_VARS: usize = 14;

/// The largest number of conditions that are collected.
const MOST_CONDITIONS: usize = 8;

/// The variables and conditions that decide when a loop ends.
#[derive(Clone, Debug, Default)]
pub struct LoopCone {
    /// Variables that only the function itself can write, each with an expression that reads it.
    pub vars: Vec<(VarId, ExprId)>,
    /// Conditions whose value stays the same until something that they read is written.
    pub conditions: Vec<ExprId>,
    /// The constants with which conditions compare a variable or memory for equality.
    pub named: Vec<i128>,
}

impl LoopCone {
    /// Returns the cone of influence of a loop's conditions ([IA159]): the variables that the conditions
    /// read, and the variables from which these are computed in the loop.
    pub fn of(function: &Function, one: &Loop) -> Self {
        let cfg = function.cfg;
        let mut concern = Self::default();
        let inside = one.edges(cfg);
        let has_calls = inside.iter().any(|id| is_call(&cfg.edge(*id).action));
        let mut vars: Vec<VarId> = Vec::new();
        for id in one.exits.iter().chain(inside) {
            let Some(asked) = asked(cfg, *id) else { continue };
            let on = function.dependencies(asked);
            vars.extend(&on.vars);
            concern.named.extend(named(cfg, asked));
            let is_new = !concern.conditions.contains(&asked);
            let is_kept = !(on.unstable || on.memory && has_calls);
            if is_new && is_kept && is_condition(cfg, *id) && concern.conditions.len() < MOST_CONDITIONS {
                concern.conditions.push(asked);
            }
        }
        for var in closed(function, inside, vars) {
            let read = cfg.expr_ids().find(|id| cfg.expr(*id).kind == ExprKind::Var(var));
            if let Some(read) = read.filter(|_| is_own(cfg, var) && concern.vars.len() < MOST_VARS) {
                concern.vars.push((var, read));
                // A pointer is a condition too, which tells whether it is NULL.
                if cfg.var(var).ty == Type::Pointer && !concern.conditions.contains(&read) {
                    concern.conditions.push(read);
                }
            }
        }
        concern
    }

    /// Returns the expressions that read the variables of the cone, followed by its conditions.
    pub fn exprs(&self) -> Vec<ExprId> {
        self.vars.iter().map(|(_, read)| *read).chain(self.conditions.iter().copied()).collect()
    }
}

/// Returns the constant with which a condition compares a variable or memory for equality. `None` for other
/// conditions.
fn named(cfg: &Cfg, cond: ExprId) -> Option<i128> {
    let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = cfg.expr(cond).kind else { return None };
    let is_plain = matches!(cfg.expr(cfg.exprs.strip_casts(a)).kind, ExprKind::Var(_) | ExprKind::Load(_));
    match cfg.expr(cfg.exprs.strip_casts(b)).kind {
        ExprKind::Const(number) if is_plain => Some(number),
        _ => None,
    }
}

/// Returns whether a variable may enter a loop with a value that the function does not fix: it is a
/// parameter, or something else than a constant is assigned to it before the loop.
pub fn is_given(cfg: &Cfg, one: &Loop, var: VarId) -> bool {
    let before = cfg.leading_to([one.head], |id| !one.body.contains(cfg.edge(id).from.index()));
    let is_before = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        edge.assigned() == Some(var)
            && !one.body.contains(edge.from.index())
            && before.contains(edge.to.index())
    };
    let is_constant = |id: EdgeId| match cfg.edge(id).action {
        Action::Assign { value, .. } => {
            matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_))
        }
        Action::Declare(_) => true,
        _ => false,
    };
    cfg.var(var).kind == VarKind::Param || !cfg.edge_ids().filter(is_before).all(is_constant)
}

/// Returns the given variables and all variables from which the given edges compute them, each once.
pub fn closed(function: &Function, edges: &[EdgeId], vars: Vec<VarId>) -> Vec<VarId> {
    let mut values: FxHashMap<VarId, Vec<ExprId>> = FxHashMap::default();
    for id in edges {
        if let Action::Assign { var, value } = function.cfg.edge(*id).action {
            values.entry(var).or_default().push(value);
        }
    }
    let mut seen = FxHashSet::default();
    let mut all: Vec<VarId> = Vec::new();
    let mut open = vars;
    open.reverse();
    while let Some(var) = open.pop() {
        if seen.insert(var) {
            all.push(var);
            let values = values.get(&var).into_iter().flatten();
            open.extend(values.flat_map(|value| &function.dependencies(*value).vars));
        }
    }
    all
}

/// Returns the expression that an edge tests, without all `!` in front of it. `None` if the edge tests
/// nothing.
pub fn asked(cfg: &Cfg, id: EdgeId) -> Option<ExprId> {
    let mut asked = match &cfg.edge(id).action {
        Action::Assume { cond, .. } => *cond,
        Action::AssumeNone { value, .. } => *value,
        Action::Misuse { kind, operand } if kind.is_condition() => *operand,
        _ => return None,
    };
    while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(asked).kind {
        asked = inner;
    }
    Some(asked)
}

fn is_condition(cfg: &Cfg, id: EdgeId) -> bool {
    matches!(cfg.edge(id).action, Action::Assume { .. })
}

/// Returns whether an edge is a side of a condition of the program. The conditions of assertions do not
/// count, because they decide nothing.
pub fn asks(cfg: &Cfg, id: EdgeId) -> bool {
    let fails = |id: &EdgeId| fails_an_assertion(cfg, cfg.edge(*id).to);
    is_condition(cfg, id) && !cfg.siblings(id).iter().any(fails)
}

/// Returns whether only the function itself can write a variable.
pub fn is_own(cfg: &Cfg, var: VarId) -> bool {
    let var = cfg.var(var);
    !var.exposed && matches!(var.kind, VarKind::Local | VarKind::Param | VarKind::Temp)
}

/// Returns whether an action is a call, or may contain one, whose callee is not followed.
pub fn is_call(action: &Action) -> bool {
    matches!(action, Action::Call { .. } | Action::LibraryCall { .. } | Action::Opaque { .. })
}
