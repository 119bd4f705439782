//! Gates: bits that are functions of other bits, defined by clauses ([Tseitin]).

use std::collections::HashMap;

/// A literal: `2 * n` for bit `n`, and `2 * n + 1` for its negation. Bit 0 is always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(pub u32);

impl Lit {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    /// Returns the literal of a known value.
    pub(crate) fn known(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Returns the number of the literal's bit.
    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether the literal is the bit itself, not its negation.
    pub(crate) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the index of the literal in a list over all bits and their negations.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The kind of a gate. A gate has up to three inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Majority,
    Choice,
}

/// The clauses made so far, and the gates that they define. Equal gates are made once.
pub(super) struct Gates {
    bits: u32,
    clauses: Vec<Vec<Lit>>,
    made: HashMap<(Kind, [Lit; 3]), Lit>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Self { bits: 1, clauses: Vec::new(), made: HashMap::new() }
    }

    /// Returns the number of bits.
    pub(super) fn bits(&self) -> usize {
        self.bits as usize
    }

    /// Returns the number of clauses.
    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Returns the clauses of all gates and all assertions.
    pub(super) fn into_clauses(self) -> Vec<Vec<Lit>> {
        self.clauses
    }

    /// Returns a new bit, about which nothing is known.
    pub(super) fn fresh(&mut self) -> Lit {
        let bit = self.bits;
        self.bits += 1;
        Lit(bit << 1)
    }

    /// Asserts that at least one of these literals is true.
    pub(super) fn clause(&mut self, of: &[Lit]) {
        if of.contains(&Lit::TRUE) {
            return;
        }
        let mut clause: Vec<Lit> = of.iter().copied().filter(|lit| *lit != Lit::FALSE).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
            self.clauses.push(clause);
        }
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Lit::TRUE, other) => other,
            (Lit::FALSE, _) => Lit::FALSE,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => self.gate(Kind::And, [a, b, Lit::TRUE], |out| {
                vec![vec![!out, a], vec![!out, b], vec![out, !a, !b]]
            }),
        }
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let opposite = (a.0 ^ b.0) & 1;
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (a, b) = (a.min(b), a.max(b));
        let even = match a {
            _ if a == b => Lit::FALSE,
            Lit::TRUE => !b,
            _ => self.gate(Kind::Xor, [a, b, Lit::TRUE], |out| {
                vec![vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]
            }),
        };
        Lit(even.0 ^ opposite)
    }

    /// Returns a bit that is true if at least two of three are.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut of = [a, b, c];
        of.sort_unstable();
        let [a, b, c] = of;
        match of {
            _ if a == b || a == c => a,
            _ if b == c => b,
            _ if a == !b => c,
            _ if b == !c => a,
            [Lit::TRUE, ..] => self.or(b, c),
            [Lit::FALSE, ..] => self.and(b, c),
            _ => self.gate(Kind::Majority, of, |out| {
                vec![
                    vec![out, !a, !b],
                    vec![out, !a, !c],
                    vec![out, !b, !c],
                    vec![!out, a, b],
                    vec![!out, a, c],
                    vec![!out, b, c],
                ]
            }),
        }
    }

    /// Returns a bit that is `yes` if the condition is true, and `no` otherwise.
    pub(super) fn choice(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        match (condition, yes, no) {
            (Lit::TRUE, ..) => yes,
            (Lit::FALSE, ..) => no,
            _ if yes == no => yes,
            _ if yes == !no => !self.xor(condition, yes),
            (_, Lit::TRUE, _) => self.or(condition, no),
            (_, Lit::FALSE, _) => self.and(!condition, no),
            (_, _, Lit::TRUE) => self.or(!condition, yes),
            (_, _, Lit::FALSE) => self.and(condition, yes),
            _ => self.gate(Kind::Choice, [condition, yes, no], |out| {
                vec![
                    vec![!condition, !yes, out],
                    vec![!condition, yes, !out],
                    vec![condition, !no, out],
                    vec![condition, no, !out],
                    vec![!yes, !no, out],
                    vec![yes, no, !out],
                ]
            }),
        }
    }

    fn gate(&mut self, kind: Kind, of: [Lit; 3], meaning: impl FnOnce(Lit) -> Vec<Vec<Lit>>) -> Lit {
        if let Some(made) = self.made.get(&(kind, of)) {
            return *made;
        }
        let out = self.fresh();
        for clause in meaning(out) {
            self.clause(&clause);
        }
        self.made.insert((kind, of), out);
        out
    }
}
