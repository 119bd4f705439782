//! The arena of terms. Every constructor simplifies first, so that terms of equal value often have equal ids.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{BinaryOp, Comparison, SymbolId, Term, TermId, UnaryOp, simplify, value};

/// An arena of hash-consed terms of 1 to 128 bits: each term is kept once.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    nodes: Vec<Term>,
    widths: Vec<u8>,
    /// The term of each symbol, indexed by symbol.
    symbols: Vec<TermId>,
    ids: FxHashMap<(Term, u8), TermId>,
}

impl Terms {
    /// Returns the term of a constant, which is reduced modulo `2^width`.
    pub fn constant(&mut self, width: u8, value: u128) -> TermId {
        assert!((1..=128).contains(&width), "widths are from 1 to 128");
        self.intern(Term::Const(value & value::ones(width)), width)
    }

    /// Makes a new symbol. Also returns the term that stands for its value.
    pub fn symbol(&mut self, width: u8) -> (SymbolId, TermId) {
        assert!((1..=128).contains(&width), "widths are from 1 to 128");
        let symbol = SymbolId(self.symbols.len() as u32);
        let term = self.intern(Term::Symbol(symbol), width);
        self.symbols.push(term);
        (symbol, term)
    }

    /// Returns a truth value as a constant of width 1.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.constant(1, u128::from(holds))
    }

    /// Returns the term of an operator with one operand.
    pub fn unary(&mut self, op: UnaryOp, of: TermId) -> TermId {
        let width = self.width(of);
        simplify::unary(self, op, of).unwrap_or_else(|| self.intern(Term::Unary(op, of), width))
    }

    /// Returns the term of an operator with two operands of the same width.
    pub fn binary(&mut self, op: BinaryOp, left: TermId, right: TermId) -> TermId {
        let width = self.width(left);
        assert_eq!(width, self.width(right), "operands of {op:?} have one width");
        let (left, right) = if op.commutes() { self.ordered(left, right) } else { (left, right) };
        simplify::binary(self, op, left, right)
            .unwrap_or_else(|| self.intern(Term::Binary(op, left, right), width))
    }

    /// Returns the term, of width 1, of a comparison of two terms of the same width.
    pub fn compare(&mut self, comparison: Comparison, left: TermId, right: TermId) -> TermId {
        assert_eq!(self.width(left), self.width(right), "operands of {comparison:?} have one width");
        let commutes = comparison == Comparison::Eq;
        let (left, right) = if commutes { self.ordered(left, right) } else { (left, right) };
        simplify::compare(self, comparison, left, right)
            .unwrap_or_else(|| self.intern(Term::Compare(comparison, left, right), 1))
    }

    /// Returns the term that is `yes` where the condition (of width 1) is 1, and otherwise `no`.
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let width = self.width(yes);
        assert_eq!(self.width(condition), 1, "conditions have width 1");
        assert_eq!(width, self.width(no), "branches have one width");
        simplify::ite(self, condition, yes, no)
            .unwrap_or_else(|| self.intern(Term::Ite(condition, yes, no), width))
    }

    /// Returns a term extended to `width` bits, which must not be fewer than it has. The new bits are copies
    /// of the sign bit if `signed`, otherwise zeros.
    pub fn extend(&mut self, of: TermId, width: u8, signed: bool) -> TermId {
        assert!((self.width(of)..=128).contains(&width), "extending makes nothing narrower");
        let term = if signed { Term::SignExtend(of) } else { Term::ZeroExtend(of) };
        simplify::extend(self, of, width, signed).unwrap_or_else(|| self.intern(term, width))
    }

    /// Returns the term of `width` bits taken from another term, beginning at bit `low`.
    pub fn extract(&mut self, of: TermId, low: u8, width: u8) -> TermId {
        let fits = width > 0 && u32::from(low) + u32::from(width) <= u32::from(self.width(of));
        assert!(fits, "there are such bits");
        simplify::extract(self, of, low, width)
            .unwrap_or_else(|| self.intern(Term::Extract { of, low }, width))
    }

    /// Returns a term changed to `width` bits: its low bits, or its extension as by [`Terms::extend`].
    pub fn resize(&mut self, of: TermId, width: u8, signed: bool) -> TermId {
        if width < self.width(of) { self.extract(of, 0, width) } else { self.extend(of, width, signed) }
    }

    /// Returns the negation of a term of width 1.
    pub fn not(&mut self, of: TermId) -> TermId {
        assert_eq!(self.width(of), 1, "what is true or not has width 1");
        self.unary(UnaryOp::Not, of)
    }

    /// Returns the conjunction of two terms of width 1.
    pub fn and(&mut self, left: TermId, right: TermId) -> TermId {
        assert_eq!(self.width(left), 1, "what is true or not has width 1");
        self.binary(BinaryOp::And, left, right)
    }

    /// Returns the disjunction of two terms of width 1.
    pub fn or(&mut self, left: TermId, right: TermId) -> TermId {
        assert_eq!(self.width(left), 1, "what is true or not has width 1");
        self.binary(BinaryOp::Or, left, right)
    }

    /// Returns the width of a term in bits.
    pub fn width(&self, id: TermId) -> u8 {
        self.widths[id.index()]
    }

    /// Returns the operator and operands of a term.
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.index()]
    }

    /// Returns the value of a term if it is a constant.
    pub fn as_constant(&self, id: TermId) -> Option<u128> {
        match *self.get(id) {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the term that stands for the value of a symbol.
    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.0 as usize]
    }

    /// Returns the symbols that occur in some terms, ascending.
    pub fn symbols_of(&self, ids: &[TermId]) -> Vec<SymbolId> {
        let symbol = |id: TermId| match *self.get(id) {
            Term::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        // The list is ascending because symbols are numbered in the order of their terms.
        self.parts_of(ids).into_iter().filter_map(symbol).collect()
    }

    /// Returns some terms with all their direct and indirect operands, ascending.
    pub fn parts_of(&self, ids: &[TermId]) -> Vec<TermId> {
        let mut seen = FixedBitSet::with_capacity(ids.iter().map(|id| id.index() + 1).max().unwrap_or(0));
        let mut open = ids.to_vec();
        while let Some(id) = open.pop() {
            if !seen.put(id.index()) {
                open.extend(self.get(id).operands());
            }
        }
        seen.ones().map(|index| TermId(index as u32)).collect()
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the operands of a commutative operator in a fixed order: constants last, otherwise older terms
    /// first.
    fn ordered(&self, left: TermId, right: TermId) -> (TermId, TermId) {
        let key = |id: TermId| (self.as_constant(id).is_some(), id);
        if key(left) <= key(right) { (left, right) } else { (right, left) }
    }

    /// Returns the id of exactly this term, without simplification.
    pub(super) fn intern(&mut self, term: Term, width: u8) -> TermId {
        let next = TermId(self.nodes.len() as u32);
        let id = *self.ids.entry((term, width)).or_insert(next);
        if id == next {
            self.nodes.push(term);
            self.widths.push(width);
        }
        id
    }
}
