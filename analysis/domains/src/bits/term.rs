//! What terms are made of.

/// Index of a term in its [`Terms`](super::Terms); operands have smaller ids than what they are part of.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// The id as a place in a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of a symbol: an unknown bit-vector. Symbols are numbered from 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SymbolId(pub u32);

/// Operators with one operand; the result has its width.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum UnaryOp {
    /// Every bit the other way round.
    Not,
    /// Two's complement negation.
    Neg,
}

/// Operators with two operands of one width, which is the result's as well. Where C leaves the result open,
/// it is what SMT-LIB says.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BinaryOp {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Wrapping product.
    Mul,
    /// Unsigned quotient; by 0 it has all bits set.
    Udiv,
    /// Unsigned remainder; by 0 it is the dividend.
    Urem,
    /// Signed quotient, rounded towards 0; by 0 it is 1 for a negative dividend and -1 for others.
    Sdiv,
    /// Signed remainder with the dividend's sign; by 0 it is the dividend.
    Srem,
    /// Shift to the left by an unsigned count; 0 if the count is not below the width.
    Shl,
    /// Shift to the right by an unsigned count; 0 if the count is not below the width.
    Lshr,
    /// Shift to the right with copies of the sign; all of them if the count is not below the width.
    Ashr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl BinaryOp {
    /// Whether the operands may change places.
    pub fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor)
    }
}

/// Comparisons of two operands of one width; the result has width 1.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
}

/// A bit-vector. Its width is known by the [`Terms`](super::Terms) that it is in.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Term {
    /// A value below 2 to the power of the width.
    Const(u128),
    /// Any value.
    Symbol(SymbolId),
    /// An operator with one operand.
    Unary(UnaryOp, TermId),
    /// An operator with two operands.
    Binary(BinaryOp, TermId, TermId),
    /// A comparison.
    Compare(Comparison, TermId, TermId),
    /// The second if the first, of width 1, is 1; otherwise the third.
    Ite(TermId, TermId, TermId),
    /// A narrower one with zeros above.
    ZeroExtend(TermId),
    /// A narrower one with copies of its sign above.
    SignExtend(TermId),
    /// As many bits as the width says.
    Extract {
        /// Of what.
        of: TermId,
        /// The lowest of the bits.
        low: u8,
    },
}

impl Term {
    /// The operands, from left to right.
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
