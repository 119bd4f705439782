//! The encoding of expressions.

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use csieve_domains::{
    bits::{Comparison, TermId},
    bitwise::{self, is_true, is_zero, width},
};
use csieve_graph::{BinaryOp, Distance, Domain, ExprId, ExprKind, Part, Type, UnaryOp, VarId, total_meaning};

use super::{effects::SymbolSubject, encode::Encoder};

impl Encoder<'_> {
    /// Encodes the value of an expression. `None` if its type has no bits.
    pub(super) fn value(&mut self, root: ExprId) -> Option<TermId> {
        let mut known: FxHashMap<ExprId, Option<TermId>> = FxHashMap::default();
        for id in self.below(root) {
            let term = self.node(id, &known);
            known.insert(id, term);
        }
        known[&root]
    }

    /// Returns an expression and all expressions from which its value is computed, operands first.
    pub(super) fn below(&self, root: ExprId) -> Vec<ExprId> {
        let exprs = &self.function.cfg.exprs;
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            // The value of a load is a symbol, which does not depend on the value of the address.
            if !matches!(exprs.get(id).kind, ExprKind::Load(_)) {
                for operand in exprs.operands(id) {
                    if !found.contains(&operand) {
                        found.push(operand);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn node(&mut self, id: ExprId, known: &FxHashMap<ExprId, Option<TermId>>) -> Option<TermId> {
        let cfg = self.function.cfg;
        let own = width(cfg.expr(id).ty)?;
        let computed = total_meaning(cfg, id, &mut Encoding { encoder: self, own, known });
        Some(computed.unwrap_or_else(|| self.opaque(id, own)))
    }

    /// Returns the symbol of an expression whose value is not computed. The symbol stays the same until
    /// something that the expression depends on is written.
    pub(super) fn opaque(&mut self, id: ExprId, width: u8) -> TermId {
        if self.function.dependencies(id).unstable {
            return self.any(width);
        }
        let value = self.place(SymbolSubject::Value(id), width);
        let is_truth = self.function.cfg.expr(id).kind.is_truth();
        if is_truth && width > 1 {
            let one = self.terms.constant(width, 1);
            let fact = self.terms.compare(Comparison::Ule, value, one);
            self.fact(fact);
        }
        value
    }
}

/// The domain of terms over bit-vectors. An expression without a term has an opaque value.
struct Encoding<'e, 'a> {
    encoder: &'e mut Encoder<'a>,
    /// The width of the expression, in bits.
    own: u8,
    /// The terms of the parts.
    known: &'e FxHashMap<ExprId, Option<TermId>>,
}

/// A term, if an expression has one.
type Encoded = Result<Option<TermId>, Infallible>;

impl Domain for Encoding<'_, '_> {
    type Value = Option<TermId>;
    type Stop = Infallible;

    fn of(&self, part: ExprId) -> Encoded {
        Ok(self.known[&part])
    }

    fn constant(&mut self, number: i128, _: Type) -> Encoded {
        Ok(Some(self.encoder.terms.constant(self.own, number as u128)))
    }

    fn variable(&mut self, var: VarId, _: Type) -> Encoded {
        let term = self.encoder.var(var);
        Ok(term.filter(|term| self.encoder.terms.width(*term) == self.own))
    }

    fn any(&mut self, _: ExprId, _: Type) -> Encoded {
        Ok(Some(self.encoder.any(self.own)))
    }

    fn object(&mut self, id: ExprId, _: &str) -> Encoded {
        let address = self.encoder.place(SymbolSubject::Value(id), self.own);
        self.encoder.truth_is(Some(address), true);
        Ok(Some(address))
    }

    fn address_of(&mut self, id: ExprId, _: VarId) -> Encoded {
        self.object(id, "")
    }

    fn moved(&mut self, id: ExprId, base: Part<Self::Value>, _: Distance) -> Encoded {
        let inside = self.encoder.place(SymbolSubject::Value(id), self.own);
        if let Some(base) = base.value {
            // A pointer into an object is NULL only if the base is.
            let terms = &mut self.encoder.terms;
            let (no_base, not_null) = (is_zero(terms, base), is_true(terms, inside));
            let fact = terms.or(no_base, not_null);
            self.encoder.fact(fact);
        }
        Ok(Some(inside))
    }

    fn load(&mut self, _: ExprId, _: ExprId, _: Type) -> Encoded {
        Ok(None)
    }

    fn unary(&mut self, op: UnaryOp, operand: Part<Self::Value>, ty: Type) -> Encoded {
        Ok(operand.value.and_then(|term| self.encoder.unary(op, term, ty)))
    }

    fn binary(&mut self, op: BinaryOp, [a, b]: [Part<Self::Value>; 2], ty: Type) -> Encoded {
        let both = a.value.zip(b.value);
        Ok(both.and_then(|(x, y)| self.encoder.binary(op, (a.id, x), (b.id, y), ty)))
    }

    fn cast(&mut self, operand: Part<Self::Value>, ty: Type) -> Encoded {
        let terms = &mut self.encoder.terms;
        Ok(operand.value.and_then(|term| bitwise::cast(terms, term, operand.ty, ty)))
    }

    fn seen(&mut self, operand: Part<Self::Value>, _: Type) -> Encoded {
        Ok(operand.value.filter(|term| self.encoder.terms.width(*term) == self.own))
    }
}
