//! Bit-vectors as lists of bits, the lowest first, and the operators of SMT-LIB on them.

use std::collections::HashMap;

use super::gates::{Gates, Lit};

/// A bit-vector of 1 to 128 bits, the lowest first.
pub(super) type Word = Vec<Lit>;

/// Builds the bits of operators on bit-vectors.
pub(super) struct WordGates {
    pub gates: Gates,
    /// The quotient and the remainder of every division so far, by dividend and divisor.
    divisions: HashMap<(Word, Word), (Word, Word)>,
}

impl WordGates {
    pub(super) fn new() -> Self {
        Self { gates: Gates::new(), divisions: HashMap::new() }
    }

    pub(super) fn fresh(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.gates.fresh()).collect()
    }

    pub(super) fn each(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(&mut self.gates, *a, *b)).collect()
    }

    /// Returns the sum of two words and a carry, and the carry out of the sum.
    fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.gates.xor(a, b);
            sum.push(self.gates.xor(half, carry));
            carry = self.gates.majority(a, b, carry);
        }
        (sum, carry)
    }

    pub(super) fn plus(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.sum(a, b, Lit::FALSE).0
    }

    pub(super) fn minus(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.sum(a, &inverted(b), Lit::TRUE).0
    }

    pub(super) fn negated(&mut self, of: &[Lit]) -> Word {
        self.minus(&vec![Lit::FALSE; of.len()], of)
    }

    pub(super) fn times(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.product(a, b, false)
    }

    /// Multiplies by adding one row for each bit of a factor, from the lowest up. With `fits`, clauses
    /// require that the product fits the width: no row and no sum loses a bit.
    fn product(&mut self, a: &[Lit], b: &[Lit], fits: bool) -> Word {
        let known = |word: &[Lit]| word.iter().filter(|lit| lit.variable() == 0).count();
        let (rows, by) = if (known(a), a) <= (known(b), b) { (a, b) } else { (b, a) };
        let mut product = vec![Lit::FALSE; a.len()];
        for (place, &bit) in by.iter().enumerate().filter(|(_, bit)| **bit != Lit::FALSE) {
            let (kept, lost) = rows.split_at(a.len() - place);
            let row = self.each(kept, &vec![bit; kept.len()], Gates::and);
            let (high, carry) = self.sum(&product[place..], &row, Lit::FALSE);
            product.splice(place.., high);
            if fits {
                self.gates.clause(&[!carry]);
                for &lost in lost {
                    self.gates.clause(&[!bit, !lost]);
                }
            }
        }
        product
    }

    pub(super) fn chosen(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(yes, no)| self.gates.choice(condition, *yes, *no)).collect()
    }

    pub(super) fn is_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let differs = self.each(a, b, Gates::xor);
        !self.any(&differs)
    }

    pub(super) fn any(&mut self, of: &[Lit]) -> Lit {
        of.iter().fold(Lit::FALSE, |any, bit| self.gates.or(any, *bit))
    }

    /// Returns whether `a < b` for unsigned numbers.
    pub(super) fn is_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |less, (&a, &b)| self.gates.majority(!a, b, less))
    }

    /// Returns whether `a < b` for signed numbers. Flipping the sign bits makes the comparison unsigned.
    pub(super) fn is_less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let biased = |word: &[Lit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.is_less(&biased(a), &biased(b))
    }

    /// Shifts a word towards its lower end by `by` places, and fills it with `fill`.
    pub(super) fn shifted_down(&mut self, of: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let mut word = of.to_vec();
        for (stage, &bit) in by.iter().enumerate() {
            let places = 1_usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            let moved: Word = (0..of.len())
                .map(|at| at.checked_add(places).and_then(|at| word.get(at)).copied().unwrap_or(fill))
                .collect();
            word = self.chosen(bit, &moved, &word);
        }
        word
    }

    pub(super) fn shifted_up(&mut self, of: &[Lit], by: &[Lit]) -> Word {
        let reversed: Word = of.iter().rev().copied().collect();
        let mut word = self.shifted_down(&reversed, by, Lit::FALSE);
        word.reverse();
        word
    }

    /// Returns the unsigned quotient and remainder, by long division. For the divisor 0, the quotient is all
    /// ones and the remainder is the dividend.
    pub(super) fn divided(&mut self, of: &[Lit], by: &[Lit]) -> (Word, Word) {
        let key = (of.to_vec(), by.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let mut quotient = vec![Lit::FALSE; of.len()];
        let mut rest = vec![Lit::FALSE; of.len()];
        let wide_by: Word = by.iter().copied().chain([Lit::FALSE]).collect();
        for place in (0..of.len()).rev() {
            let brought_down: Word = [of[place]].into_iter().chain(rest).collect();
            let (less, goes) = self.sum(&brought_down, &inverted(&wide_by), Lit::TRUE);
            quotient[place] = goes;
            rest = self.chosen(goes, &less, &brought_down);
            rest.truncate(of.len());
        }
        self.say_of_division(of, by, &quotient, &rest);
        self.divisions.insert(key, (quotient.clone(), rest.clone()));
        (quotient, rest)
    }

    /// Adds clauses that follow from the definition of a division, but are hard to find by search. First:
    /// `quotient * by + rest` is `of` without overflow. Second: unless `by` is 0, `rest` is less than `by`,
    /// and neither result is greater than `of`.
    fn say_of_division(&mut self, of: &[Lit], by: &[Lit], quotient: &[Lit], rest: &[Lit]) {
        let product = self.product(quotient, by, true);
        let (total, carry) = self.sum(&product, rest, Lit::FALSE);
        self.gates.clause(&[!carry]);
        for (&total, &bit) in total.iter().zip(of) {
            self.gates.clause(&[!total, bit]);
            self.gates.clause(&[total, !bit]);
        }
        let by_nothing = !self.any(by);
        let is_smaller = self.is_less(rest, by);
        self.gates.clause(&[by_nothing, is_smaller]);
        for part in [rest, quotient] {
            let is_above = self.is_less(of, part);
            self.gates.clause(&[by_nothing, !is_above]);
        }
    }

    /// Returns the signed quotient, rounded towards 0, and the remainder, which has the sign of `of`.
    pub(super) fn divided_signed(&mut self, of: &[Lit], by: &[Lit]) -> (Word, Word) {
        let (sign_of, sign_by) = (sign(of), sign(by));
        let (size_of, size_by) = (self.with_sign(of, sign_of), self.with_sign(by, sign_by));
        let (quotient, rest) = self.divided(&size_of, &size_by);
        let sign = self.gates.xor(sign_of, sign_by);
        (self.with_sign(&quotient, sign), self.with_sign(&rest, sign_of))
    }

    /// Returns the negated word if a bit is true, else the word.
    fn with_sign(&mut self, of: &[Lit], sign: Lit) -> Word {
        let negated = self.negated(of);
        self.chosen(sign, &negated, of)
    }
}

/// Returns the highest bit, which is the sign.
pub(super) fn sign(of: &[Lit]) -> Lit {
    of.last().copied().unwrap_or(Lit::FALSE)
}

/// Returns the word with every bit negated.
pub(super) fn inverted(of: &[Lit]) -> Word {
    of.iter().map(|bit| !*bit).collect()
}
