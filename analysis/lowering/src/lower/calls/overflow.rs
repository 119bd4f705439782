//! Lowering of `__builtin_add_overflow` and similar built-ins.

use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Access, Action, BinaryOp, ExprKind, IntType, Type};

use crate::lower::{Lowered, Lowering, constant::Constant, convert::Value, ctype::CType};

impl<'a> Lowering<'a> {
    /// Lowers `__builtin_add_overflow(a, b, &r)` and the like. Without overflow, the exact result is stored
    /// in `r` and the call's value is 0. With overflow, any value is stored and the call's value is 1.
    pub(super) fn overflow_call(
        &mut self,
        name: &str,
        [left, right, result]: [Node<'a>; 3],
        span: Span,
    ) -> Lowered<Value> {
        let mut values = Vec::new();
        for operand in [left, right, result] {
            self.protect_all(&mut values, operand);
            let value = self.value(operand)?;
            values.push((value, self.span(operand)));
        }
        let [(left, at_left), (right, at_right), (result, _)] = values.as_slice() else {
            return Ok(self.any(&CType::INT));
        };
        let place = self.target(result, span);
        let (left, right) = (self.fitted(left, place.ty()), self.fitted(right, place.ty()));
        let (left, right) = (self.save(&left, *at_left), self.save(&right, *at_right));
        self.access(&place, Access::Write);
        let truth = self.temporary(&CType::int(IntType::BOOL), name.to_owned());
        let (start, dead) = (self.here, self.dead);
        let mut ends = Vec::new();
        for overflows in [false, true] {
            (self.here, self.dead) = (start, dead);
            self.step(Action::Skip, span);
            let stored = match exact(name, &left, &right, place.ty()) {
                Some(op) if !overflows => self.fitting(op, &left, &right, span),
                _ => self.any(place.ty()),
            };
            self.store(&place, &stored, span);
            let value = Constant { value: i128::from(overflows), ty: IntType::BOOL };
            let value = self.constant(value);
            self.store(&truth, &value, span);
            ends.extend(self.end());
        }
        self.merge(&ends, span);
        Ok(self.current(&truth))
    }

    /// Converts a constant operand to the type of the result, if that type can hold it. Other operands are
    /// returned unchanged.
    fn fitted(&mut self, value: &Value, ty: &CType) -> Value {
        match self.as_constant(value).zip(ty.as_int()) {
            Some((known, int)) if int.min() <= known.value && known.value <= int.max() => {
                self.constant(Constant { value: known.value, ty: int })
            }
            _ => value.clone(),
        }
    }

    /// Returns the result of an operation on the path without overflow. For unsigned addition and
    /// subtraction, adds the assumption that there is none.
    fn fitting(&mut self, op: BinaryOp, left: &Value, right: &Value, span: Span) -> Value {
        let ty = left.ty.clone();
        let result = self.graph.exprs().add(ExprKind::Binary(op, left.expr, right.expr), ty.ty());
        let unsigned = ty.as_int().is_some_and(|int| !int.signed);
        let (larger, smaller) = match op {
            BinaryOp::Add => (result, left.expr),
            _ => (left.expr, right.expr),
        };
        if unsigned && op != BinaryOp::Mul {
            let cond = self.graph.exprs().binary(BinaryOp::Ge, larger, smaller, Type::INT);
            self.step(Action::Assume { cond, holds: true }, span);
        }
        Value { expr: result, ty }
    }
}

/// Returns the operator of an overflow built-in. `None` unless operands and result have the same type, which
/// must be at least as wide as `int`.
fn exact(name: &str, left: &Value, right: &Value, result: &CType) -> Option<BinaryOp> {
    let int = left.ty.as_int().filter(|int| int.bits >= 32)?;
    if right.ty.as_int() != Some(int) || result.as_int() != Some(int) {
        return None;
    }
    match name {
        _ if name.contains("add") => Some(BinaryOp::Add),
        _ if name.contains("sub") => Some(BinaryOp::Sub),
        _ if name.contains("mul") => Some(BinaryOp::Mul),
        _ => None,
    }
}
