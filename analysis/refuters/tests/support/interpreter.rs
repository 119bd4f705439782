//! An independent interpreter of words over integer variables. It runs a word from all combinations of small
//! initial values.

use std::ops::RangeInclusive;

use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, IntType, Type, UnaryOp};

/// The function to run and the values to start from.
pub(crate) struct Run<'a> {
    /// The graph of the function.
    pub cfg: &'a Cfg,
    /// Whether signed overflow wraps instead of ending the run.
    pub wrapv: bool,
    /// The values that variables may have at the start, and that an `Opaque` action may give them.
    pub values: RangeInclusive<i128>,
}

/// Returns whether some run follows the word, if it starts with values from `Run::values`.
pub(crate) fn feasible(run: &Run, word: &[EdgeId]) -> bool {
    let mut states: Vec<Vec<i128>> = vec![Vec::new()];
    for var in run.cfg.var_ids() {
        states = extended(
            run,
            &states,
            |state, value| {
                let mut next = state.to_vec();
                next.push(value);
                next
            },
            in_type(run, var.index()),
        );
    }
    for edge in word {
        let mut next: Vec<Vec<i128>> = states.iter().flat_map(|state| step(run, state, *edge)).collect();
        next.sort_unstable();
        next.dedup();
        states = next;
    }
    !states.is_empty()
}

fn in_type(run: &Run, var: usize) -> impl Fn(i128) -> bool + use<> {
    let ty = run.cfg.vars[var].ty.as_int().unwrap_or(IntType::LONG);
    move |value| ty.min() <= value && value <= ty.max()
}

fn extended(
    run: &Run,
    states: &[Vec<i128>],
    next: impl Fn(&[i128], i128) -> Vec<i128>,
    allowed: impl Fn(i128) -> bool,
) -> Vec<Vec<i128>> {
    let values: Vec<i128> = run.values.clone().filter(|value| allowed(*value)).collect();
    states
        .iter()
        .flat_map(|state| values.iter().map(|value| next(state, *value)).collect::<Vec<_>>())
        .collect()
}

fn step(run: &Run, state: &[i128], edge: EdgeId) -> Vec<Vec<i128>> {
    let with = |var: usize, value: i128| {
        let mut next = state.to_vec();
        next[var] = value;
        next
    };
    match &run.cfg.edge(edge).action {
        Action::Assign { var, value } => {
            value_of(run, state, *value).map(|value| with(var.index(), value)).into_iter().collect()
        }
        Action::Assume { cond, holds } => match value_of(run, state, *cond) {
            Some(value) if (value != 0) == *holds => vec![state.to_vec()],
            _ => Vec::new(),
        },
        Action::AssumeNone { value, cases } => match value_of(run, state, *value) {
            Some(value) if !cases.contains(&value) => vec![state.to_vec()],
            _ => Vec::new(),
        },
        Action::Opaque { vars } => vars.iter().fold(vec![state.to_vec()], |states, var| {
            let next = |state: &[i128], value: i128| {
                let mut next = state.to_vec();
                next[var.index()] = value;
                next
            };
            extended(run, &states, next, in_type(run, var.index()))
        }),
        Action::Skip => vec![state.to_vec()],
        other => unreachable!("the generator makes no {other:?}"),
    }
}

/// Returns the value of an expression. `None` if the behaviour is undefined, which ends the run.
fn value_of(run: &Run, state: &[i128], expr: ExprId) -> Option<i128> {
    let node = run.cfg.expr(expr);
    let value = match node.kind {
        ExprKind::Const(value) => value,
        ExprKind::Var(var) => state[var.index()],
        ExprKind::Cast(inner) => return Some(wrapped(value_of(run, state, inner)?, int(node.ty))),
        ExprKind::Unary(op, inner) => {
            let value = value_of(run, state, inner)?;
            match op {
                UnaryOp::Neg => -value,
                UnaryOp::BitNot => !value,
                UnaryOp::Not => i128::from(value == 0),
            }
        }
        ExprKind::Binary(op, a, b) => binary(op, value_of(run, state, a)?, value_of(run, state, b)?)?,
        ref other => unreachable!("the generator makes no {other:?}"),
    };
    let ty = int(node.ty);
    let fits = ty.min() <= value && value <= ty.max();
    if fits || !ty.signed || run.wrapv { Some(wrapped(value, ty)) } else { None }
}

fn int(ty: Type) -> IntType {
    ty.as_int().unwrap_or(IntType::LONG)
}

fn wrapped(value: i128, ty: IntType) -> i128 {
    let low = value.rem_euclid(1 << ty.bits);
    if low > ty.max() { low - (1 << ty.bits) } else { low }
}

fn binary(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr => a >> b,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Eq => i128::from(a == b),
        BinaryOp::Ne => i128::from(a != b),
        BinaryOp::Lt => i128::from(a < b),
        BinaryOp::Le => i128::from(a <= b),
        BinaryOp::Gt => i128::from(a > b),
        BinaryOp::Ge => i128::from(a >= b),
    })
}
