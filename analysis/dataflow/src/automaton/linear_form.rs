//! Expressions as linear sums of quantities.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, ExprId, ExprKind, IntType, Type, UnaryOp};

use super::{Linear, Quantity, constrain::Constrainer, type_range};

impl Constrainer<'_> {
    /// Returns an expression as a linear combination. A part that is not linear becomes a quantity or an
    /// interval.
    pub fn linear(&mut self, root: ExprId) -> Option<Linear> {
        let mut below = Vec::new();
        self.cfg.exprs.walk(root, |id, _| below.push(id));
        below.sort_unstable();
        below.dedup();
        // Operands come before the expressions that use them, so no recursion is needed. The last expression
        // is the root.
        let mut known: Vec<(ExprId, Option<Linear>)> = Vec::with_capacity(below.len());
        for &id in &below {
            let linear = self.linear_node(id, &known);
            known.push((id, linear));
        }
        let (_, linear) = known.pop()?;
        Some(linear.unwrap_or_else(|| self.leaf(root)))
    }

    /// Returns the linear combination of one expression. None if the expression is not linear in its
    /// operands.
    pub(super) fn linear_node(&mut self, id: ExprId, known: &[(ExprId, Option<Linear>)]) -> Option<Linear> {
        let expr = self.cfg.expr(id);
        let exact = expr.ty.as_int().is_none_or(|int| int.signed && !self.wrapv || int == IntType::WIDE);
        let operand = |this: &mut Self, of: ExprId| {
            let at = known.binary_search_by_key(&of, |entry| entry.0).expect("operands come first");
            known[at].1.clone().unwrap_or_else(|| this.leaf(of))
        };
        match expr.kind {
            ExprKind::Const(value) => Some(Linear::constant(Interval::point(value))),
            ExprKind::Var(var) => Some(Linear::quantity(var.into())),
            ExprKind::Cast(inner) if self.preserves(inner, expr.ty) => Some(operand(self, inner)),
            ExprKind::Seen(inner, _) => Some(operand(self, inner)),
            ExprKind::Unary(UnaryOp::Neg, inner) if exact && expr.ty.as_int().is_some() => {
                operand(self, inner).scaled(-1)
            }
            ExprKind::Binary(op, a, b) if exact && expr.ty.as_int().is_some() => {
                let factor = |of: ExprId| self.cfg.expr(of).kind.as_const();
                match (op, factor(a), factor(b)) {
                    _ if !(self.is_integer(a) && self.is_integer(b)) => None,
                    (BinaryOp::Add, ..) => operand(self, a).plus(1, &operand(self, b)),
                    (BinaryOp::Sub, ..) => operand(self, a).plus(-1, &operand(self, b)),
                    (BinaryOp::Mul, Some(value), _) => operand(self, b).scaled(value),
                    (BinaryOp::Mul, _, Some(value)) => operand(self, a).scaled(value),
                    _ => None,
                }
            }
            ExprKind::Any(_)
            | ExprKind::Address(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Inside { .. }
            | ExprKind::Load(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_) => None,
        }
    }

    /// Returns whether the conversion of an expression to a type changes no value.
    pub(super) fn preserves(&self, inner: ExprId, ty: Type) -> bool {
        let from = self.cfg.expr(inner).ty;
        from == ty
            || (matches!(from, Type::Int(_) | Type::Pointer)
                && matches!(ty, Type::Int(_) | Type::Pointer)
                && type_range(from).is_subset(type_range(ty)))
    }

    /// Returns an expression as a single unknown: a quantity, or an interval if two evaluations need not
    /// agree.
    pub(super) fn leaf(&mut self, expr: ExprId) -> Linear {
        if self.is_unstable(expr) {
            return Linear::constant(type_range(self.cfg.expr(expr).ty));
        }
        if matches!(self.cfg.expr(expr).kind, ExprKind::Address(_) | ExprKind::AddressOf(_)) {
            Linear::constant(Interval::NON_NULL)
        } else {
            Linear::quantity(self.quantities.add(Quantity::Value(expr)))
        }
    }
}
