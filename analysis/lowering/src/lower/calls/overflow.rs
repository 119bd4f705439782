//! Lowering of `__builtin_add_overflow` and similar built-ins.

use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Access, Action, BinaryOp, ExprId, ExprKind, IntType, Meant, Type};

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
            return Ok(self.any(&self.int()));
        };
        let place = self.target(result, span);
        let (left, right) = (self.fitted(left, place.ty()), self.fitted(right, place.ty()));
        let (left, right) = (self.save(&left, *at_left), self.save(&right, *at_right));
        let question = self.exactly(name, [&left, &right], place.ty(), true);
        let wrapped = self.exactly(name, [&left, &right], place.ty(), false);
        self.access(&place, Access::Write);
        let truth = self.temporary(&CType::int(IntType::BOOL), name.to_owned());
        let (start, dead) = (self.here, self.dead);
        let mut ends = Vec::new();
        for overflows in [false, true] {
            (self.here, self.dead) = (start, dead);
            self.step(Action::Skip, span);
            self.taken_if(&question, overflows);
            let stored = match exact(name, &left, &right, place.ty()) {
                Some(op) if !overflows => self.fitting(op, &left, &right, span),
                _ => wrapped.clone(),
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

    /// Lowers `__builtin_add_overflow_p(a, b, c)` and the like: whether the type of `c` cannot hold the result.
    /// The value is 0 or 1.
    pub(super) fn overflow_question(&mut self, name: &str, args: &[Node<'a>]) -> Lowered<Value> {
        let mut values = Vec::new();
        for &operand in args {
            self.protect_all(&mut values, operand);
            let value = self.value(operand)?;
            values.push((value, self.span(operand)));
        }
        let truth = match values.as_slice() {
            [(left, _), (right, _), (result, _)] => self.exactly(name, [left, right], &result.ty, true),
            _ => self.any(&CType::int(IntType::BOOL)),
        };
        let int = self.int();
        Ok(Value { expr: self.graph.exprs().add(ExprKind::Cast(truth.expr), int.ty()), ty: int })
    }

    /// Returns the result of an overflow built-in wrapped to the type `ty`, or whether the exact result
    /// `overflows` it: any value for the proofs.
    fn exactly(&mut self, name: &str, operands: [&Value; 2], ty: &CType, overflows: bool) -> Value {
        let own = if overflows { CType::int(IntType::BOOL) } else { ty.unqualified() };
        let (op, Some(int), Some(operands)) =
            (operator(name), ty.as_int(), operand_values(self, name, operands))
        else {
            return self.any(&own);
        };
        match op {
            Some(op) => self.any_meant(&own, Meant::Exact { op, operands, ty: int, overflows }),
            None => self.any(&own),
        }
    }

    /// Lets runs take the last edge only if a condition has this truth. The proofs do not know the condition.
    fn taken_if(&mut self, condition: &Value, holds: bool) {
        let edge = self.graph.last_edge();
        self.graph.concrete().conditions.insert(edge, (condition.expr, holds));
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
    operator(name)
}

fn operator(name: &str) -> Option<BinaryOp> {
    match name {
        _ if name.contains("add") => Some(BinaryOp::Add),
        _ if name.contains("sub") => Some(BinaryOp::Sub),
        _ if name.contains("mul") => Some(BinaryOp::Mul),
        _ => None,
    }
}

/// Returns the operands of an overflow built-in as numbers, converted to the type that the name says: `int`
/// for `__builtin_sadd_overflow`. `None` if an operand is not an integer.
fn operand_values(lowering: &mut Lowering<'_>, name: &str, operands: [&Value; 2]) -> Option<[ExprId; 2]> {
    operands.iter().all(|operand| operand.ty.as_int().is_some()).then_some(())?;
    let kind = name.strip_prefix("__builtin_")?;
    let signed = kind.starts_with('s') && !kind.starts_with("sub_");
    if !signed && !kind.starts_with('u') {
        return Some(operands.map(|operand| operand.expr));
    }
    let bits = if kind.contains("l_overflow") && !kind[1..].starts_with("mul_") { 64 } else { 32 };
    let ty = CType::int(IntType { bits, signed });
    Some(operands.map(|operand| lowering.converted(operand, &ty).expr))
}
