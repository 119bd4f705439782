//! The encoding of C's operators as terms over bit-vectors.

use csieve_domains::{
    bits::TermId,
    bitwise::{self, Meaning},
};
use csieve_graph::{BinaryOp, ExprId, ExprKind, IntType, Type, UnaryOp};

use super::encode::Encoder;

/// The largest number of bits of a constant factor in the type [`IntType::WIDE`]. Sums of such products stay
/// far below the limits of the type.
const MAX_WIDE_FACTOR: u32 = 48;

impl Encoder<'_> {
    /// Encodes the result of a unary operator. `None` if the operator has no encoding for this type.
    pub(super) fn unary(&mut self, op: UnaryOp, operand: TermId, ty: Type) -> Option<TermId> {
        let meaning = bitwise::unary(&mut self.terms, op, operand, ty, self.wrapv)?;
        Some(self.meant(meaning))
    }

    /// Encodes the result of a binary operator. `None` if the operator has no encoding for these types, or if
    /// a product of sizes may not fit.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: (ExprId, TermId),
        b: (ExprId, TermId),
        ty: Type,
    ) -> Option<TermId> {
        if ty == Type::Int(IntType::WIDE) && op == BinaryOp::Mul && !self.fits(a.0, b.0) {
            return None;
        }
        let cfg = self.function.cfg;
        let operands = [(a.1, cfg.expr(a.0).ty), (b.1, cfg.expr(b.0).ty)];
        let meaning = bitwise::binary(&mut self.terms, op, operands, ty, self.wrapv)?;
        Some(self.meant(meaning))
    }

    /// Returns whether a product of sizes surely fits into [`IntType::WIDE`]: whether one factor is a small
    /// constant and the other contains no product.
    fn fits(&self, a: ExprId, b: ExprId) -> bool {
        let cfg = self.function.cfg;
        let is_small = |expr: ExprId| {
            cfg.exprs.as_constant(expr).is_some_and(|value| value.unsigned_abs() < 1 << MAX_WIDE_FACTOR)
        };
        let has_product = |root: ExprId| {
            let mut found = false;
            cfg.exprs.walk(root, |_, expr| {
                found |= matches!(expr.kind, ExprKind::Binary(BinaryOp::Mul, ..))
                    && expr.ty == Type::Int(IntType::WIDE);
            });
            found
        };
        is_small(a) && !has_product(b) || is_small(b) && !has_product(a)
    }

    /// Returns the term for the result of an operator. The result may be any value where C leaves it
    /// undefined. If the run computes the expression, adds the fact that it does not overflow; else the value
    /// may be anything on overflow.
    fn meant(&mut self, meaning: Meaning) -> TermId {
        let mut value = meaning.value;
        if let Some(requires) = meaning.requires.filter(|_| self.is_computed) {
            self.fact(requires);
        }
        let conditions = [meaning.defined, meaning.requires.filter(|_| !self.is_computed)];
        for condition in conditions.into_iter().flatten() {
            if self.terms.as_constant(condition) != Some(1) {
                let anything = self.any(self.terms.width(value));
                value = self.terms.ite(condition, value, anything);
            }
        }
        value
    }
}
