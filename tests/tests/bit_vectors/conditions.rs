//! Writes random conditions on bit-vectors, some of which contradict each other.

use csieve_domains::bits::{BinaryOp, Comparison, TermId, Terms, UnaryOp};
use csieve_tests::programs::Random;

const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Udiv,
    BinaryOp::Urem,
    BinaryOp::Sdiv,
    BinaryOp::Srem,
    BinaryOp::Shl,
    BinaryOp::Lshr,
    BinaryOp::Ashr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const COMPARISONS: [Comparison; 5] =
    [Comparison::Eq, Comparison::Ult, Comparison::Ule, Comparison::Slt, Comparison::Sle];

/// Returns two to six conditions on two symbols of `width` bits and one of eight bits.
pub(crate) fn conditions(terms: &mut Terms, width: u8, random: &mut Random) -> Vec<TermId> {
    let symbols = [terms.symbol(width).1, terms.symbol(width).1, terms.symbol(8).1];
    let mut writer = Writer { terms, random, width, symbols };
    (0..2 + writer.random.below(5)).map(|_| writer.condition(2)).collect()
}

struct Writer<'a> {
    terms: &'a mut Terms,
    random: &'a mut Random,
    width: u8,
    symbols: [TermId; 3],
}

impl Writer<'_> {
    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u64) as usize]
    }

    /// Returns a constant: small, near a power of two, or any.
    fn constant(&mut self) -> TermId {
        let power = 1_u128 << self.random.below(self.width.into());
        let value = match self.random.below(4) {
            0 | 1 => self.random.below(12).into(),
            2 => power.wrapping_sub(self.random.below(2).into()),
            _ => u128::from(self.random.below(1 << 31)) * u128::from(self.random.below(1 << 31)),
        };
        let constant = self.terms.constant(self.width, value);
        if self.random.one_in(4) { self.terms.unary(UnaryOp::Neg, constant) } else { constant }
    }

    fn leaf(&mut self) -> TermId {
        match self.random.below(8) {
            0..=4 => self.symbols[self.random.below(2) as usize],
            5 => {
                let signed = self.random.one_in(2);
                self.terms.extend(self.symbols[2], self.width, signed)
            }
            _ => self.constant(),
        }
    }

    /// Returns a term for a number in which at most `depth` operators are nested.
    fn number(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf();
        }
        match self.random.below(20) {
            0..=13 => {
                let op = self.one_of(&BINARY);
                let left = self.number(depth - 1);
                // In a product or quotient, one operand is simple. Otherwise no solver has an answer in time.
                let hard = matches!(
                    op,
                    BinaryOp::Mul | BinaryOp::Udiv | BinaryOp::Urem | BinaryOp::Sdiv | BinaryOp::Srem
                );
                let right = match hard {
                    true if self.random.one_in(4) => self.terms.extend(self.symbols[2], self.width, false),
                    true => self.constant(),
                    false => self.number(depth - 1),
                };
                self.terms.binary(op, left, right)
            }
            14 => {
                let (op, of) = (self.one_of(&[UnaryOp::Not, UnaryOp::Neg]), self.number(depth - 1));
                self.terms.unary(op, of)
            }
            15 | 16 => {
                let (condition, yes, no) =
                    (self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1));
                self.terms.ite(condition, yes, no)
            }
            // A conversion to a narrower type and back.
            17 | 18 => {
                let (of, narrow) = (self.number(depth - 1), self.one_of(&[1, 8, 16, 31]));
                let low = self.random.below(2) as u8;
                let part = self.terms.extract(of, low, narrow);
                let signed = self.random.one_in(2);
                self.terms.extend(part, self.width, signed)
            }
            _ => {
                let truth = self.condition(depth - 1);
                self.terms.extend(truth, self.width, false)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> TermId {
        match self.random.below(8) {
            0 if depth > 0 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                if self.random.one_in(2) { self.terms.and(left, right) } else { self.terms.or(left, right) }
            }
            1 if depth > 0 => {
                let of = self.condition(depth - 1);
                self.terms.not(of)
            }
            _ => {
                let (comparison, left) = (self.one_of(&COMPARISONS), self.number(depth));
                let right = if self.random.one_in(3) { self.number(depth) } else { self.constant() };
                self.terms.compare(comparison, left, right)
            }
        }
    }
}
