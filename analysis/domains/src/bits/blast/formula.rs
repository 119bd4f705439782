//! Bits and clauses over them.

use std::ops::Not;

/// A literal: a boolean variable or its negation. Variable 0 is always true.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub(in crate::bits) struct Bit(u32);

impl Bit {
    pub(in crate::bits) const TRUE: Self = Self(0);
    pub(in crate::bits) const FALSE: Self = Self(1);

    /// Returns the bit of a known value.
    pub(in crate::bits) fn known(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(in crate::bits) fn as_known(self) -> Option<bool> {
        (self.variable() == 0).then_some(self == Self::TRUE)
    }

    pub(in crate::bits) fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Returns whether the bit is the negation of its variable.
    pub(in crate::bits) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the bit, negated if `opposite`.
    pub(in crate::bits) fn opposite_if(self, opposite: bool) -> Self {
        Self(self.0 ^ u32::from(opposite))
    }
}

impl Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A set of clauses with the number of their variables.
#[derive(Debug)]
pub(in crate::bits) struct Formula {
    variables: u32,
    bits: Vec<Bit>,
    /// For each clause, the index in `bits` after its last bit.
    ends: Vec<usize>,
}

impl Formula {
    pub(in crate::bits) fn new() -> Self {
        Self { variables: 1, bits: Vec::new(), ends: Vec::new() }
    }

    /// Makes a new variable, which is not restricted yet.
    pub(in crate::bits) fn fresh(&mut self) -> Bit {
        let variable = self.variables;
        self.variables += 1;
        Bit(variable << 1)
    }

    /// Adds the clause that one of the bits is true. Bits that are known to be false are left out, and a
    /// clause with a bit that is known to be true is not added.
    pub(in crate::bits) fn add(&mut self, clause: &[Bit]) {
        if !clause.contains(&Bit::TRUE) {
            self.bits.extend(clause.iter().filter(|&&bit| bit != Bit::FALSE));
            self.ends.push(self.bits.len());
        }
    }

    pub(in crate::bits) fn variables(&self) -> u32 {
        self.variables
    }

    pub(in crate::bits) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(in crate::bits) fn clauses(&self) -> impl Iterator<Item = &[Bit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bits[start..end])
    }
}
