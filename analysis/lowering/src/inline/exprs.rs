//! Copying the expressions of a body into the graph that the body is inlined into.

use csieve_graph::{Cfg, CfgBuilder, ExprId, ExprKind, IntType, Type, Var, VarId, VarKind};

use super::names::Names;

/// The parameters of a body that are a variable of the graph, or its address, all the time, each with this variable or address.
pub(super) type References = Vec<(VarId, ExprId)>;

/// Returns the parameters of a body that stay what they are given in a call with these arguments: a variable is given, or its
/// address, and the body never changes the parameter. Nothing else changes the variable meanwhile. What the body reads through
/// the parameter is then the same expression as in the caller, and in other bodies that get the variable.
pub(super) fn references(graph: &Cfg, body: &Cfg, args: &[ExprId]) -> References {
    let stays = |param: VarId, arg: ExprId| match graph.expr(arg).kind {
        ExprKind::AddressOf(_) => true,
        ExprKind::Var(var) => {
            let Var { exposed, kind, ty, .. } = graph.var(var);
            !exposed && *kind != VarKind::Global && *ty == body.var(param).ty
        }
        _ => false,
    };
    let given = body.params.iter().flatten().zip(args).filter_map(|(param, arg)| Some(((*param)?, *arg)));
    let is_changed =
        |var: VarId| body.var(var).exposed || body.edges.iter().any(|edge| edge.effects().sets_var(var));
    given.filter(|(param, arg)| stays(*param, *arg) && !is_changed(*param)).collect()
}

/// Copies all expressions of a body into the graph. The returned vector maps each [`ExprId`] of the body to
/// the id of the copy in the graph. Members keep their offsets, and elements their sizes. What is read through a parameter
/// that is the address of a variable is the variable.
pub(super) fn translated(
    graph: &mut CfgBuilder,
    body: &Cfg,
    names: &Names,
    references: &References,
) -> Vec<ExprId> {
    let mut all: Vec<ExprId> = Vec::with_capacity(body.exprs.len());
    for id in body.expr_ids() {
        // Operands have smaller ids than the expressions that use them, so the operands are already copied.
        let of = |operand: ExprId| all[operand.0 as usize];
        let expr = body.expr(id);
        let kind = match &expr.kind {
            ExprKind::Const(value) => ExprKind::Const(*value),
            ExprKind::Any(_) => {
                all.push(graph.exprs().any(expr.ty));
                continue;
            }
            ExprKind::Var(var) => {
                if let Some((_, address)) = references.iter().find(|(param, _)| param == var) {
                    all.push(*address);
                    continue;
                }
                ExprKind::Var(names.var(*var))
            }
            ExprKind::AddressOf(var) => ExprKind::AddressOf(names.var(*var)),
            ExprKind::Address(name) => ExprKind::Address(names.object(id, name)),
            ExprKind::Inside { base, path, index } => {
                ExprKind::Inside { base: of(*base), path: path.clone(), index: index.map(of) }
            }
            ExprKind::Load(address) => match led(graph.so_far(), of(*address), expr.ty) {
                Some(var) => ExprKind::Var(var),
                None => ExprKind::Load(of(*address)),
            },
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, of(*operand)),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, of(*left), of(*right)),
            ExprKind::Cast(operand) => ExprKind::Cast(of(*operand)),
            ExprKind::Seen(operand, ty) => ExprKind::Seen(of(*operand), ty.clone()),
        };
        let copy = graph.exprs().add(kind, expr.ty);
        if let Some(bytes) = body.sizes.stride(id) {
            graph.sizes().set_stride(copy, bytes);
        }
        all.push(copy);
    }
    all
}

/// Returns the variable of a type that an address leads to.
pub(super) fn led(graph: &Cfg, address: ExprId, ty: Type) -> Option<VarId> {
    let ExprKind::AddressOf(var) = graph.expr(address).kind else { return None };
    (graph.var(var).ty == ty).then_some(var)
}

/// Converts a value to another type, as passing an argument or returning a result does. Returns any value of
/// the type if the graph has no expression for the conversion.
pub(super) fn fitting(graph: &mut CfgBuilder, value: ExprId, to: Type) -> ExprId {
    let from = graph.exprs_ref().get(value).ty;
    let is_constant = matches!(graph.exprs_ref().get(value).kind, ExprKind::Const(_));
    match (from, to) {
        _ if from == to => value,
        (Type::Int(_), Type::Int(int)) if int != IntType::BOOL && !is_constant => {
            graph.exprs().add(ExprKind::Cast(value), to)
        }
        (Type::Int(_), Type::Int(int)) => match graph.exprs_ref().get(value).kind {
            ExprKind::Const(constant) if int != IntType::BOOL => {
                graph.exprs().constant(int.wrapped(constant), int)
            }
            _ => graph.exprs().any(to),
        },
        _ => graph.exprs().any(to),
    }
}
