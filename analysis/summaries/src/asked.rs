//! Finds the values of which conditions ask, in terms that callers know too: a parameter or memory to which
//! it leads, after conversions and masks.

use csieve_dataflow::automaton::Quantity;
use csieve_graph::{BinaryOp, Cfg, ExprId, ExprKind, IntType, Type, VarId};
use csieve_lowering::summary::{ParamPath, Through};

use super::params::Flow;

/// The largest number of conversions and masks of one value.
const MAX_THROUGH: usize = 4;

/// Returns the access path to the value of which a quantity is made, the conversions and masks that are
/// applied to that value, and the quantity's whole expression if it reads memory. A parameter counts only
/// under its own name, because a copy may have another type.
pub(crate) fn asked(
    cfg: &Cfg,
    flow: &Flow,
    quantity: &Quantity,
) -> Option<(ParamPath, Vec<Through>, Option<ExprId>)> {
    let params = cfg.params.as_deref()?;
    let position = |var: VarId| {
        let position = params.iter().position(|param| *param == Some(var))?;
        flow.is_steady(var, position).then_some(position)
    };
    let param = |expr: ExprId| match cfg.expr(expr).kind {
        ExprKind::Var(var) => position(var),
        _ => None,
    };
    let whole = match *quantity {
        Quantity::Var(var) => {
            return Some((ParamPath { param: position(var)?, steps: Vec::new() }, Vec::new(), None));
        }
        Quantity::Value(expr) => expr,
        _ => return None,
    };
    let (mut at, mut through) = (whole, Vec::new());
    while let Some((inner, step)) = step(cfg, at) {
        if through.len() == MAX_THROUGH {
            return None;
        }
        through.push(step);
        at = inner;
    }
    through.reverse();
    let is_loaded = match cfg.expr(at).kind {
        ExprKind::Load(_) => true,
        ExprKind::Var(_) => false,
        _ => return None,
    };
    let path = ParamPath::of(cfg, at, param)?;
    Some((path, through, is_loaded.then_some(whole)))
}

/// Returns the operand from which an integer expression is made by a conversion or a mask, with that
/// conversion or mask.
fn step(cfg: &Cfg, expr: ExprId) -> Option<(ExprId, Through)> {
    let int = |expr: ExprId| match cfg.expr(expr).ty {
        Type::Int(int) => Some(int),
        _ => None,
    };
    let constant = |expr: ExprId| match cfg.expr(expr).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    let ty: IntType = int(expr)?;
    let (inner, step) = match cfg.expr(expr).kind {
        ExprKind::Cast(inner) => (inner, Through::Cast(ty)),
        ExprKind::Binary(BinaryOp::BitAnd, a, b) => match (constant(a), constant(b)) {
            (None, Some(bits)) => (a, Through::Bits(bits, ty)),
            (Some(bits), None) => (b, Through::Bits(bits, ty)),
            _ => return None,
        },
        _ => return None,
    };
    int(inner).map(|_| (inner, step))
}
