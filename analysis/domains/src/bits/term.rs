//! The types of terms: ids, operators and [`Term`] itself.

/// The index of a term in its [`Terms`](super::Terms). Operands have smaller ids than the terms made of them.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// Returns the id as an index into a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The index of a symbol, which is an unknown bit-vector. Symbols are numbered from 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SymbolId(pub u32);

/// An operator with one operand. The result has the width of the operand.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum UnaryOp {
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
}

/// An operator with two operands of the same width, which is also the width of the result. Where C leaves the
/// result undefined, it is that of SMT-LIB.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BinaryOp {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Wrapping product.
    Mul,
    /// Unsigned quotient. Division by 0 gives a value with all bits set.
    Udiv,
    /// Unsigned remainder. Division by 0 gives the dividend.
    Urem,
    /// Signed quotient, rounded towards 0. Division by 0 gives 1 for a negative dividend and -1 for others.
    Sdiv,
    /// Signed remainder with the sign of the dividend. Division by 0 gives the dividend.
    Srem,
    /// Shift to the left by an unsigned count; 0 if the count is not below the width.
    Shl,
    /// Shift to the right by an unsigned count, filled with zeros; 0 if the count is not below the width.
    Lshr,
    /// Shift to the right by an unsigned count, filled with copies of the sign bit. If the count is not below
    /// the width, all bits are copies of the sign bit.
    Ashr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl BinaryOp {
    /// Returns whether the operands can be exchanged without changing the result.
    pub fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor)
    }
}

/// A comparison of two operands of the same width. The result has width 1.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
}

/// A bit-vector as a constant, a symbol, or an operator on other terms. Its width is kept in the
/// [`Terms`](super::Terms) that it belongs to.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Term {
    /// A constant, below 2 to the power of the width.
    Const(u128),
    /// The unknown value of a symbol.
    Symbol(SymbolId),
    /// An operator applied to one operand.
    Unary(UnaryOp, TermId),
    /// An operator applied to two operands.
    Binary(BinaryOp, TermId, TermId),
    /// A comparison of two operands.
    Compare(Comparison, TermId, TermId),
    /// If-then-else: the second operand if the first (of width 1) is 1, otherwise the third.
    Ite(TermId, TermId, TermId),
    /// A narrower term with zeros added above its highest bit.
    ZeroExtend(TermId),
    /// A narrower term with copies of its sign bit added above.
    SignExtend(TermId),
    /// Consecutive bits of another term, as many as the width of this term.
    Extract {
        /// The term that the bits are taken from.
        of: TermId,
        /// The lowest bit that is taken, counted from 0.
        low: u8,
    },
}

impl Term {
    /// Returns the operands from left to right.
    pub fn operands(&self) -> impl Iterator<Item = TermId> + use<> {
        let operands = match *self {
            Self::Const(_) | Self::Symbol(_) => [None; 3],
            Self::Unary(_, of) | Self::ZeroExtend(of) | Self::SignExtend(of) | Self::Extract { of, .. } => {
                [Some(of), None, None]
            }
            Self::Binary(_, left, right) | Self::Compare(_, left, right) => [Some(left), Some(right), None],
            Self::Ite(condition, yes, no) => [Some(condition), Some(yes), Some(no)],
        };
        operands.into_iter().flatten()
    }
}
