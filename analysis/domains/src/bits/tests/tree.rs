//! Expression trees for tests. They can be turned into terms with and without simplification, and evaluated
//! in plain arithmetic.

use super::plain;
use crate::bits::{BinaryOp, Comparison, Term, TermId, Terms, UnaryOp};

#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A symbol, by its number and its width in bits.
    Symbol(usize, u8),
    Const(u8, u64),
    Unary(UnaryOp, Box<Tree>),
    Binary(BinaryOp, Box<Tree>, Box<Tree>),
    Compare(Comparison, Box<Tree>, Box<Tree>),
    Ite(Box<Tree>, Box<Tree>, Box<Tree>),
    /// An extension to this width, with copies of the sign bit if true, otherwise with zeros.
    Extend(Box<Tree>, u8, bool),
    /// An extraction: the operand, the lowest bit and the number of bits.
    Extract(Box<Tree>, u8, u8),
}

impl Tree {
    pub(super) fn width(&self) -> u8 {
        match self {
            Self::Symbol(_, width) | Self::Const(width, _) => *width,
            Self::Unary(_, of) | Self::Binary(_, of, _) | Self::Ite(_, of, _) => of.width(),
            Self::Compare(..) => 1,
            Self::Extend(_, width, _) | Self::Extract(_, _, width) => *width,
        }
    }

    /// Returns the tree in another width: its low bits or its extension.
    pub(super) fn resized(self, width: u8, signed: bool) -> Self {
        let has = self.width();
        match width {
            _ if width == has => self,
            _ if width < has => Self::Extract(Box::new(self), 0, width),
            _ => Self::Extend(Box::new(self), width, signed),
        }
    }

    /// Returns the term of the tree, simplified by the public constructors.
    pub(super) fn simplified(&self, terms: &mut Terms, symbols: &[TermId]) -> TermId {
        let mut of = |tree: &Self| tree.simplified(terms, symbols);
        match self {
            Self::Symbol(symbol, _) => symbols[*symbol],
            Self::Const(width, value) => terms.constant(*width, u128::from(*value)),
            Self::Unary(op, a) => {
                let a = of(a);
                terms.unary(*op, a)
            }
            Self::Binary(op, a, b) => {
                let (a, b) = (of(a), of(b));
                terms.binary(*op, a, b)
            }
            Self::Compare(comparison, a, b) => {
                let (a, b) = (of(a), of(b));
                terms.compare(*comparison, a, b)
            }
            Self::Ite(a, b, c) => {
                let (a, b, c) = (of(a), of(b), of(c));
                terms.ite(a, b, c)
            }
            Self::Extend(a, width, signed) => {
                let a = of(a);
                terms.extend(a, *width, *signed)
            }
            Self::Extract(a, low, width) => {
                let a = of(a);
                terms.extract(a, *low, *width)
            }
        }
    }

    /// Returns the term of the tree without any simplification.
    pub(super) fn raw(&self, terms: &mut Terms, symbols: &[TermId]) -> TermId {
        let mut of = |tree: &Self| tree.raw(terms, symbols);
        let term = match self {
            Self::Symbol(symbol, _) => return symbols[*symbol],
            Self::Const(_, value) => Term::Const(u128::from(*value)),
            Self::Unary(op, a) => Term::Unary(*op, of(a)),
            Self::Binary(op, a, b) => Term::Binary(*op, of(a), of(b)),
            Self::Compare(comparison, a, b) => Term::Compare(*comparison, of(a), of(b)),
            Self::Ite(a, b, c) => Term::Ite(of(a), of(b), of(c)),
            Self::Extend(a, _, true) => Term::SignExtend(of(a)),
            Self::Extend(a, _, false) => Term::ZeroExtend(of(a)),
            Self::Extract(a, low, _) => Term::Extract { of: of(a), low: *low },
        };
        terms.intern(term, self.width())
    }

    /// Returns the value of the tree in plain arithmetic.
    pub(super) fn value(&self, symbols: &[u64]) -> u64 {
        match self {
            Self::Symbol(symbol, _) => symbols[*symbol],
            Self::Const(_, value) => *value,
            Self::Unary(op, a) => plain::unary(*op, self.width(), a.value(symbols)),
            Self::Binary(op, a, b) => plain::binary(*op, self.width(), a.value(symbols), b.value(symbols)),
            Self::Compare(comparison, a, b) => {
                u64::from(plain::compare(*comparison, a.width(), a.value(symbols), b.value(symbols)))
            }
            Self::Ite(a, b, c) => if a.value(symbols) == 1 { b } else { c }.value(symbols),
            Self::Extend(a, width, true) => {
                plain::wrapped(*width, plain::signed(a.width(), a.value(symbols)))
            }
            Self::Extend(a, _, false) => a.value(symbols),
            Self::Extract(a, low, width) => plain::wrapped(*width, (a.value(symbols) >> low) as i64),
        }
    }
}
