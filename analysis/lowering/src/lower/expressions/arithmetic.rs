//! Arithmetic, comparisons and pointer arithmetic on values.

use super::super::{
    Lowered, Lowering,
    constant::{self, Constant},
    convert::Value,
    ctype::CType,
    types::unary_op,
};
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, BinaryOp, ExprKind, IntType, MisuseKind, UnaryOp};

impl<'a> Lowering<'a> {
    pub(super) fn unary(&mut self, node: Node<'a>) -> Lowered<Value> {
        let argument = self.field(node, Field::Argument)?;
        let operand = self.value(argument)?;
        let operator = node.operator();
        let Some(op) = unary_op(operator) else {
            return match operator {
                Kind::Plus => Ok(self.promote(&operand)),
                // Operators of GNU C such as `__real__ z` have any value.
                _ => Ok(self.any(&CType::UNKNOWN)),
            };
        };
        if let Some(folded) =
            self.as_constant(&operand).and_then(|known| constant::unary(op, known, self.context.model))
        {
            return Ok(self.constant(folded));
        }
        if op == UnaryOp::Not {
            if let Some(truth) = self.as_truth(&operand) {
                return Ok(self.constant(Constant::int(i128::from(!truth), self.context.model)));
            }
            let ty = self.int();
            let expr = self.graph.exprs().add(ExprKind::Unary(op, operand.expr), ty.ty());
            return Ok(Value { expr, ty });
        }
        let operand = self.promote(&operand);
        let ty = if operand.ty.is_pointer() { CType::UNKNOWN } else { operand.ty.clone() };
        let expr = self.graph.exprs().add(ExprKind::Unary(op, operand.expr), ty.ty());
        if op == UnaryOp::Neg && (self.has_extremes || self.as_constant(&operand).is_some()) {
            let span = self.span(node);
            self.note_arithmetic(expr, span);
        }
        Ok(Value { expr, ty })
    }

    /// Applies a binary operator to two values. For a division, the divisor is checked first.
    pub(in crate::lower) fn combine(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Value {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.check_divisor(left, right, span);
        }
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right))
            && let Some(folded) = constant::binary(op, a, b, self.context.model)
        {
            return self.constant(folded);
        }
        if left.ty.target().is_some() || right.ty.target().is_some() {
            return self.combine_pointers(op, left, right);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (left, right) = (self.promote(left), self.promote(right));
            let ty = left.ty.clone();
            let shifted = self.operation(op, &left, &right, ty);
            self.check_count(&shifted, &right, span);
            return shifted;
        }
        let common = self.common_type(left, right);
        let (left, right) = if common.is_unknown() {
            (left.clone(), right.clone())
        } else {
            (self.converted(left, &common), self.converted(right, &common))
        };
        let ty = if op.is_comparison() { self.int() } else { common };
        let result = self.operation(op, &left, &right, ty);
        self.check_overflow(op, &result, span);
        result
    }

    /// Records an operation whose result may not fit its type. Constants that overflow are always asked about.
    fn check_overflow(&mut self, op: BinaryOp, result: &Value, span: Span) {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        let exprs = self.graph.exprs_ref();
        let is_constant = |expr| matches!(exprs.get(expr).kind, ExprKind::Const(_));
        let is_asked = self.has_extremes || exprs.operands(result.expr).all(is_constant);
        if is_asked && matches!(op, Add | Sub | Mul | Div | Rem) {
            self.note_arithmetic(result.expr, span);
        }
    }

    fn operation(&mut self, op: BinaryOp, left: &Value, right: &Value, ty: CType) -> Value {
        let expr = self.graph.exprs().binary(op, left.expr, right.expr, ty.ty());
        Value { expr, ty }
    }

    fn combine_pointers(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Value {
        let (from_left, from_right) = (left.ty.target().is_some(), right.ty.target().is_some());
        match op {
            BinaryOp::Add if from_left && !from_right => self.moved(left, right),
            BinaryOp::Add if from_right && !from_left => self.moved(right, left),
            BinaryOp::Sub if from_left && right.ty.as_int().is_some() => {
                let promoted = self.promote(right);
                let index =
                    match self.as_constant(&promoted).filter(|known| known.value < IntType::LONG.max()) {
                        Some(known) => self.constant(Constant { value: -known.value, ty: IntType::LONG }),
                        None => {
                            let ty = promoted.ty.ty();
                            let expr =
                                self.graph.exprs().add(ExprKind::Unary(UnaryOp::Neg, promoted.expr), ty);
                            Value { expr, ty: promoted.ty }
                        }
                    };
                self.moved(left, &index)
            }
            BinaryOp::Sub => self.elements_between(left, right),
            _ if op.is_comparison() => {
                let pointer = CType::VOID.pointer();
                let (left, right) = (self.comparable(left, &pointer), self.comparable(right, &pointer));
                self.operation(op, &left, &right, self.int())
            }
            _ => self.any(&CType::UNKNOWN),
        }
    }

    fn comparable(&mut self, value: &Value, pointer: &CType) -> Value {
        if value.ty.as_int().is_some() { self.converted(value, pointer) } else { value.clone() }
    }

    /// Returns a pointer moved by `by` elements.
    fn moved(&mut self, pointer: &Value, by: &Value) -> Value {
        if self.as_constant(by).is_some_and(|by| by.value == 0) {
            return pointer.clone();
        }
        self.offset(pointer, Some(by))
    }

    /// Records a shift whose count may be negative, or as large as the number of bits.
    fn check_count(&mut self, shifted: &Value, count: &Value, span: Span) {
        let (Some(ty), Some(_)) = (shifted.ty.as_int(), count.ty.as_int()) else { return };
        let is_in_range = |count: Constant| (0..i128::from(ty.bits)).contains(&count.value);
        if !self.as_constant(count).is_some_and(is_in_range) {
            self.note_shift(shifted.expr, count.expr, span);
        }
    }

    /// Adds a misuse edge for a division by zero. If the types of both operands are known, the path that goes
    /// on assumes that the divisor is not zero.
    fn check_divisor(&mut self, left: &Value, divisor: &Value, span: Span) {
        let float = |value: &Value| value.ty.is_float();
        if float(left) || float(divisor) || divisor.ty.target().is_some() {
            return;
        }
        if self.as_constant(divisor).is_some_and(|known| known.value != 0) {
            return;
        }
        self.dead_end(Action::Misuse { kind: MisuseKind::DivisionByZero, operand: divisor.expr }, span);
        // If a type is unknown, the division may be one of floating-point numbers, where division by zero is
        // defined.
        if !left.ty.is_unknown() && !divisor.ty.is_unknown() {
            self.step(Action::Assume { cond: divisor.expr, holds: true }, span);
        }
    }
}
