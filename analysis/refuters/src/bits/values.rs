//! The encoding of expressions.

use rustc_hash::FxHashMap;

use csieve_domains::{
    bits::{Comparison, TermId},
    bitwise::{self, is_true, is_zero, width},
};
use csieve_graph::{ExprId, ExprKind, UnaryOp};

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

    pub(super) fn node(&mut self, id: ExprId, known: &FxHashMap<ExprId, Option<TermId>>) -> Option<TermId> {
        let expr = self.function.cfg.expr(id);
        let own = width(expr.ty)?;
        let computed = match &expr.kind {
            ExprKind::Const(value) => Some(self.terms.constant(own, *value as u128)),
            ExprKind::Var(var) => self.var(*var).filter(|term| self.terms.width(*term) == own),
            ExprKind::Any(_) => Some(self.any(own)),
            ExprKind::Load(_) => None,
            ExprKind::Address(_) | ExprKind::AddressOf(_) => {
                let address = self.place(SymbolSubject::Value(id), own);
                self.truth_is(Some(address), true);
                Some(address)
            }
            ExprKind::Inside { base, .. } => {
                let inside = self.place(SymbolSubject::Value(id), own);
                if let Some(base) = known[base] {
                    // A pointer into an object is NULL only if the base is.
                    let no_base = is_zero(&mut self.terms, base);
                    let not_null = is_true(&mut self.terms, inside);
                    let fact = self.terms.or(no_base, not_null);
                    self.fact(fact);
                }
                Some(inside)
            }
            ExprKind::Unary(op, operand) => known[operand].and_then(|term| self.unary(*op, term, expr.ty)),
            ExprKind::Binary(op, a, b) => match (known[a], known[b]) {
                (Some(x), Some(y)) => self.binary(*op, (*a, x), (*b, y), expr.ty),
                _ => None,
            },
            ExprKind::Cast(inner) => {
                let from = self.function.cfg.expr(*inner).ty;
                known[inner].and_then(|term| bitwise::cast(&mut self.terms, term, from, expr.ty))
            }
            ExprKind::Seen(inner, _) => known[inner].filter(|term| self.terms.width(*term) == own),
        };
        Some(computed.unwrap_or_else(|| self.opaque(id, own)))
    }

    /// Returns the symbol of an expression whose value is not computed. The symbol stays the same until
    /// something that the expression depends on is written.
    pub(super) fn opaque(&mut self, id: ExprId, width: u8) -> TermId {
        if self.function.dependencies(id).unstable {
            return self.any(width);
        }
        let value = self.place(SymbolSubject::Value(id), width);
        let is_truth = match self.function.cfg.expr(id).kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(op, _) => op == UnaryOp::Not,
            _ => false,
        };
        if is_truth && width > 1 {
            let one = self.terms.constant(width, 1);
            let fact = self.terms.compare(Comparison::Ule, value, one);
            self.fact(fact);
        }
        value
    }
}
