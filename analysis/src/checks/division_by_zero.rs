use crate::{
    cfg::{Action, BinaryOp, EdgeId, ExprId, ExprKind, MisuseKind, expr_text},
    model::{
        Counterexample, Function, Holder, Move, Property, Tracked, ZeroTest, holder, is_stable_address,
        zero_test,
    },
};

use super::{Check, Rule, any_reason::AnyMisuse, line};

/// The phase of a value that the function computes, or compares with 0.
const SUSPECT: u8 = 0;
/// The phase of a constant other than 0: only a divisor computed from it can be 0.
const NOT_ZERO: u8 = 1;

/// ## What it does
/// Finds integer divisions and remainders whose divisor can be 0: it is assigned in the function, or
/// compared with 0. A parameter that is just divided by is no finding.
///
/// ## Why is this bad
/// Dividing an integer by zero is undefined; on most processors the program is killed.
///
/// ## Example
/// ```c
/// int n = 0;
/// for (; next(); n++) { }
/// return total / n;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DivisionByZero;

impl Property for DivisionByZero {
    fn rule(&self) -> Rule {
        Rule::DivisionByZero
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        match edge.action {
            Action::Assign { var, value } => {
                let phase = assigned_phase(function, value)?;
                Some(Move::To(Tracked::by(Holder::Var(var)).in_phase(phase)))
            }
            Action::Store { pointer, value } if is_zero(function, value) => {
                is_stable_address(function, pointer).then(|| Move::To(Tracked::by(Holder::Cell(pointer))))
            }
            _ => match zero_test(function, edge)? {
                ZeroTest::Zero(value) | ZeroTest::MaybeZero(value) => {
                    holder(function, value).map(|place| Move::To(Tracked::by(place)))
                }
                ZeroTest::NotZero(_) => None,
            },
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if let Action::Misuse { kind: MisuseKind::DivisionByZero, operand } = edge.action {
            let alone = holder(function, function.cfg.exprs.strip_casts(operand));
            let suspect = match alone {
                Some(place) => tracked.phase == SUSPECT && tracked.holders.has(place),
                None => tracked.holders.occurs_in(function, operand),
            };
            return if suspect { Move::Misuse { definite: true } } else { Move::Gone };
        }
        if let Some(ZeroTest::NotZero(value)) = zero_test(function, edge)
            && holder(function, value).is_some_and(|place| tracked.holders.has(place))
            && tracked.phase == SUSPECT
        {
            return Move::To(tracked.clone().in_phase(NOT_ZERO));
        }
        let holders = tracked.holders.after(function, edge);
        if holders.none_exact() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Whether a value that is assigned makes the variable a divisor to look at.
fn assigned_phase(function: &Function, value: ExprId) -> Option<u8> {
    match function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind {
        // A bit that is always set leaves no zero.
        ExprKind::Binary(BinaryOp::BitOr, a, b) if is_nonzero(function, a) || is_nonzero(function, b) => {
            Some(NOT_ZERO)
        }
        ExprKind::Const(0) | ExprKind::Unary(..) | ExprKind::Binary(..) => Some(SUSPECT),
        ExprKind::Const(_) => Some(NOT_ZERO),
        _ => None,
    }
}

fn is_zero(function: &Function, value: ExprId) -> bool {
    let value = function.cfg.exprs.strip_casts(value);
    matches!(function.cfg.expr(value).kind, ExprKind::Const(0))
}

fn is_nonzero(function: &Function, value: ExprId) -> bool {
    let value = function.cfg.exprs.strip_casts(value);
    matches!(function.cfg.expr(value).kind, ExprKind::Const(constant) if constant != 0)
}

impl Check for DivisionByZero {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyMisuse(Rule::DivisionByZero, MisuseKind::DivisionByZero)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match function.cfg.edge(found.misuse()).action {
            Action::Misuse { operand, .. } => expr_text(function.cfg, operand),
            _ => "the divisor".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> String {
        let divisor = self.subject(function, found);
        let Some(origin) = found.origin() else { return format!("the divisor `{divisor}` can be 0 here") };
        let line = line(function, origin);
        match &function.cfg.edge(origin).action {
            Action::Assign { var, value } => {
                let (name, value) = (&function.cfg.var(*var).name, expr_text(function.cfg, *value));
                format!("the divisor `{divisor}` can be 0 here: line {line} sets `{name}` to `{value}`")
            }
            Action::Store { .. } => {
                format!("the divisor `{divisor}` can be 0 here: line {line} sets it to 0")
            }
            _ => format!("the divisor `{divisor}` can be 0 here: line {line} goes on although it may be 0"),
        }
    }
}
