//! Gates: bits that are functions of other bits, defined by clauses ([Tseitin]). Gates with known inputs are
//! simplified away where possible, and equal gates share one output.

use rustc_hash::FxHashMap;

use super::formula::{Bit, Formula};

/// A gate with its inputs in a fixed order.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Gate {
    /// Whether all inputs are true; there are at least two inputs.
    All(Box<[Bit]>),
    Xor(Bit, Bit),
    /// Whether an odd number of the three inputs is true.
    Odd([Bit; 3]),
    /// Whether at least two of the three inputs are true.
    Most([Bit; 3]),
    /// The second input if the first is true, otherwise the third.
    Choose([Bit; 3]),
}

#[derive(Debug)]
pub(in crate::bits) struct Gates {
    formula: Formula,
    made: FxHashMap<Gate, Bit>,
    limit: usize,
}

impl Gates {
    /// Creates gates whose clauses are wanted as long as they are at most `limit`.
    pub(in crate::bits) fn up_to(limit: usize) -> Self {
        Self { formula: Formula::new(), made: FxHashMap::default(), limit }
    }

    /// Returns whether there are more clauses than are wanted. Nobody uses them then, so whoever makes many for one
    /// term may stop and return any bits.
    pub(in crate::bits) fn are_too_many(&self) -> bool {
        self.formula.len() > self.limit
    }

    pub(in crate::bits) fn formula(&self) -> &Formula {
        &self.formula
    }

    pub(in crate::bits) fn fresh(&mut self) -> Bit {
        self.formula.fresh()
    }

    /// Adds the clause that one of the bits is true. The clause may restrict fresh bits, but must not exclude
    /// any values of the symbols.
    pub(in crate::bits) fn require(&mut self, clause: &[Bit]) {
        self.formula.add(clause);
    }

    pub(in crate::bits) fn and(&mut self, left: Bit, right: Bit) -> Bit {
        self.all(&[left, right])
    }

    pub(in crate::bits) fn or(&mut self, left: Bit, right: Bit) -> Bit {
        !self.and(!left, !right)
    }

    /// Returns the bit that says whether any of some bits is true.
    pub(in crate::bits) fn any(&mut self, of: &[Bit]) -> Bit {
        let opposites: Vec<Bit> = of.iter().map(|&bit| !bit).collect();
        !self.all(&opposites)
    }

    /// Returns the bit that says whether all of some bits are true.
    pub(in crate::bits) fn all(&mut self, of: &[Bit]) -> Bit {
        let mut inputs: Vec<Bit> = of.iter().copied().filter(|&bit| bit != Bit::TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.contains(&Bit::FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bit::FALSE;
        }
        match inputs[..] {
            [] => Bit::TRUE,
            [only] => only,
            _ => self.gate(Gate::All(inputs.clone().into_boxed_slice()), |formula, out| {
                for &input in &inputs {
                    formula.add(&[input, !out]);
                }
                let one_is_false: Vec<Bit> = inputs.iter().map(|&input| !input).chain([out]).collect();
                formula.add(&one_is_false);
            }),
        }
    }

    pub(in crate::bits) fn xor(&mut self, left: Bit, right: Bit) -> Bit {
        let opposite = left.is_negative() ^ right.is_negative();
        let (left, right) = (left.opposite_if(left.is_negative()), right.opposite_if(right.is_negative()));
        let (left, right) = (left.min(right), left.max(right));
        let positive = match left {
            _ if left == right => Bit::FALSE,
            Bit::TRUE => !right,
            _ => self.gate(Gate::Xor(left, right), |formula, out| {
                for (left, right) in [(left, right), (!left, !right)] {
                    formula.add(&[left, right, !out]);
                    formula.add(&[left, !right, out]);
                }
            }),
        };
        positive.opposite_if(opposite)
    }

    /// Returns the bit that says whether an odd number of three bits is true: the sum of a full adder.
    pub(in crate::bits) fn odd(&mut self, of: [Bit; 3]) -> Bit {
        let opposite = of.iter().filter(|bit| bit.is_negative()).count() % 2 == 1;
        let mut inputs = of.map(|bit| bit.opposite_if(bit.is_negative()));
        inputs.sort_unstable();
        let [first, second, third] = inputs;
        let positive = match first {
            _ if first == second => third,
            _ if second == third => first,
            Bit::TRUE => !self.xor(second, third),
            _ => self.gate(Gate::Odd(inputs), |formula, out| {
                for values in 0..8_u32 {
                    let [a, b, c] =
                        [0, 1, 2].map(|place| inputs[place].opposite_if(values >> place & 1 == 1));
                    formula.add(&[a, b, c, out.opposite_if(values.count_ones() % 2 == 0)]);
                }
            }),
        };
        positive.opposite_if(opposite)
    }

    /// Returns the bit that says whether at least two of three bits are true: the carry of a full adder.
    pub(in crate::bits) fn most(&mut self, of: [Bit; 3]) -> Bit {
        let mut inputs = of;
        inputs.sort_unstable();
        // The majority of negated inputs is the negated majority, so the first input can always be positive.
        let opposite = inputs[0].is_negative();
        let inputs @ [first, second, third] = inputs.map(|bit| bit.opposite_if(opposite));
        let positive = match first {
            _ if first == second || first == third => first,
            _ if second == third => second,
            _ if first == !second => third,
            _ if first == !third => second,
            _ if second == !third => first,
            Bit::TRUE => self.or(second, third),
            _ => self.gate(Gate::Most(inputs), |formula, out| {
                for (left, right) in [(first, second), (first, third), (second, third)] {
                    formula.add(&[!left, !right, out]);
                    formula.add(&[left, right, !out]);
                }
            }),
        };
        positive.opposite_if(opposite)
    }

    /// Returns the bit that is `yes` where the condition is true, and otherwise `no`.
    pub(in crate::bits) fn choose(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        match (condition.as_known(), yes.as_known(), no.as_known()) {
            (Some(holds), ..) => return if holds { yes } else { no },
            _ if yes == no => return yes,
            _ if yes == !no => return self.xor(condition, no),
            (_, Some(true), _) => return self.or(condition, no),
            (_, Some(false), _) => return self.and(!condition, no),
            (_, _, Some(true)) => return self.or(!condition, yes),
            (_, _, Some(false)) => return self.and(condition, yes),
            _ => {}
        }
        // In the normal form only `no` may be a negated variable.
        let (condition, yes, no) =
            if condition.is_negative() { (!condition, no, yes) } else { (condition, yes, no) };
        let opposite = yes.is_negative();
        let (yes, no) = (yes.opposite_if(opposite), no.opposite_if(opposite));
        let positive = self.gate(Gate::Choose([condition, yes, no]), |formula, out| {
            for (out, yes, no) in [(out, !yes, !no), (!out, yes, no)] {
                formula.add(&[!condition, yes, out]);
                formula.add(&[condition, no, out]);
                // This clause is redundant, but lets the solver propagate equal branches before it knows the
                // condition.
                formula.add(&[yes, no, out]);
            }
        });
        positive.opposite_if(opposite)
    }

    /// Returns the output of a gate. If there is no equal gate yet, `define` adds the clauses that define the
    /// output.
    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut Formula, Bit)) -> Bit {
        let formula = &mut self.formula;
        *self.made.entry(gate).or_insert_with(|| {
            let out = formula.fresh();
            define(formula, out);
            out
        })
    }
}
