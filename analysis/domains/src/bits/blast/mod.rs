//! Bit-blasting: the translation of terms to single bits, and to clauses that relate the bits.

mod adder;
mod divide;
mod formula;
mod gates;
mod multiply;
mod shift;

use rustc_hash::FxHashMap;

use super::{BinaryOp, Comparison, SymbolId, Term, TermId, Terms, UnaryOp};
use divide::Division;
pub(super) use formula::{Bit, Formula};
use gates::Gates;

/// The result of bit-blasting terms of width 1 (the roots).
pub(super) struct Blasted {
    gates: Gates,
    /// The bit of each root, in the order of the roots.
    pub(super) roots: Vec<Bit>,
    /// The symbols that occur in the roots, each with its bits, lowest bit first.
    pub(super) symbols: Vec<(SymbolId, Vec<Bit>)>,
}

impl Blasted {
    pub(super) fn formula(&self) -> &Formula {
        self.gates.formula()
    }
}

/// The number of bits that cost as much as a clause. Bits of terms that only move other bits need no clauses.
const BITS_PER_CLAUSE: usize = 4;

/// Translates terms of width 1 to bits. Returns None if that takes more than `limit` clauses, or as much work.
pub(super) fn blast(terms: &Terms, roots: &[TermId], limit: usize) -> Option<Blasted> {
    let parts = terms.parts_of(roots);
    let mut blaster = Blaster {
        terms,
        gates: Gates::up_to(limit),
        bits: vec![Vec::new(); parts.last().map_or(0, |last| last.index() + 1)],
        divisions: FxHashMap::default(),
    };
    let mut symbols = Vec::new();
    let mut made = 0;
    for id in parts {
        let bits = blaster.term(id);
        if let Term::Symbol(symbol) = *terms.get(id) {
            symbols.push((symbol, bits.clone()));
        }
        made += bits.len();
        blaster.bits[id.index()] = bits;
        if blaster.gates.formula().len() + made / BITS_PER_CLAUSE > limit {
            return None;
        }
    }
    let roots = roots.iter().map(|root| blaster.bits[root.index()][0]).collect();
    Some(Blasted { gates: blaster.gates, roots, symbols })
}

struct Blaster<'a> {
    terms: &'a Terms,
    gates: Gates,
    /// The bits of each term, lowest bit first, indexed by term; empty for a term that is not translated yet.
    bits: Vec<Vec<Bit>>,
    /// The divisions made so far, by dividend and divisor. Quotient and remainder are made together, and both
    /// may be needed.
    divisions: FxHashMap<(Vec<Bit>, Vec<Bit>), Division>,
}

impl Blaster<'_> {
    /// Translates a term whose operands are translated already.
    fn term(&mut self, id: TermId) -> Vec<Bit> {
        let width = usize::from(self.terms.width(id));
        match *self.terms.get(id) {
            Term::Const(value) => (0..width).map(|place| Bit::known(value >> place & 1 == 1)).collect(),
            Term::Symbol(_) => (0..width).map(|_| self.gates.fresh()).collect(),
            Term::Unary(UnaryOp::Not, of) => adder::opposite(self.of(of)),
            Term::Unary(UnaryOp::Neg, of) => adder::negate(&mut self.gates, &self.bits[of.index()]),
            Term::Binary(op, left, right) => self.binary(op, left, right),
            Term::Compare(comparison, left, right) => vec![self.compare(comparison, left, right)],
            Term::Ite(condition, yes, no) => {
                let condition = self.of(condition)[0];
                adder::choose(&mut self.gates, condition, &self.bits[yes.index()], &self.bits[no.index()])
            }
            Term::ZeroExtend(of) => extended(self.of(of), width, Bit::FALSE),
            Term::SignExtend(of) => extended(self.of(of), width, sign(self.of(of))),
            Term::Extract { of, low } => self.of(of)[usize::from(low)..][..width].to_vec(),
        }
    }

    fn of(&self, id: TermId) -> &[Bit] {
        &self.bits[id.index()]
    }

    fn binary(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Vec<Bit> {
        let (left, right) = (self.of(left).to_vec(), self.of(right).to_vec());
        let gates = &mut self.gates;
        let mut each = |gate: fn(&mut Gates, Bit, Bit) -> Bit| {
            left.iter().zip(&right).map(|(&a, &b)| gate(gates, a, b)).collect()
        };
        match op {
            BinaryOp::And => each(Gates::and),
            BinaryOp::Or => each(Gates::or),
            BinaryOp::Xor => each(Gates::xor),
            BinaryOp::Add => adder::add(gates, &left, &right, Bit::FALSE).0,
            BinaryOp::Sub => adder::subtract(gates, &left, &right),
            BinaryOp::Mul => multiply::wrapping(gates, &left, &right),
            BinaryOp::Shl => shift::left(gates, &left, &right),
            BinaryOp::Lshr => shift::right(gates, &left, &right, Bit::FALSE),
            BinaryOp::Ashr => shift::right(gates, &left, &right, sign(&left)),
            BinaryOp::Udiv => self.unsigned_division(left, right).0,
            BinaryOp::Urem => self.unsigned_division(left, right).1,
            BinaryOp::Sdiv => {
                let (quotient, _) = self.division_of_magnitudes(&left, &right);
                let opposite = self.gates.xor(sign(&left), sign(&right));
                adder::negate_if(&mut self.gates, opposite, &quotient)
            }
            BinaryOp::Srem => {
                let (_, rest) = self.division_of_magnitudes(&left, &right);
                adder::negate_if(&mut self.gates, sign(&left), &rest)
            }
        }
    }

    fn unsigned_division(&mut self, dividend: Vec<Bit>, divisor: Vec<Bit>) -> Division {
        let gates = &mut self.gates;
        let operands = (dividend, divisor);
        if let Some(division) = self.divisions.get(&operands) {
            return division.clone();
        }
        let division = divide::unsigned(gates, &operands.0, &operands.1);
        self.divisions.insert(operands, division.clone());
        division
    }

    fn division_of_magnitudes(&mut self, dividend: &[Bit], divisor: &[Bit]) -> Division {
        let dividend = adder::negate_if(&mut self.gates, sign(dividend), dividend);
        let divisor = adder::negate_if(&mut self.gates, sign(divisor), divisor);
        self.unsigned_division(dividend, divisor)
    }

    fn compare(&mut self, comparison: Comparison, left: TermId, right: TermId) -> Bit {
        let (left, right) = (&self.bits[left.index()], &self.bits[right.index()]);
        let gates = &mut self.gates;
        match comparison {
            Comparison::Eq => adder::equal(gates, left, right),
            Comparison::Ult => adder::below(gates, left, right),
            Comparison::Ule => !adder::below(gates, right, left),
            Comparison::Slt => adder::signed_below(gates, left, right),
            Comparison::Sle => !adder::signed_below(gates, right, left),
        }
    }
}

fn sign(of: &[Bit]) -> Bit {
    of[of.len() - 1]
}

fn extended(of: &[Bit], width: usize, with: Bit) -> Vec<Bit> {
    of.iter().copied().chain(std::iter::repeat(with)).take(width).collect()
}
