//! Conditions that restrict one symbol each to ranges of values. Most decisions of programs are such conditions,
//! and to decide them takes no clauses.

use std::collections::BTreeMap;

use super::{Answer, BinaryOp, Comparison, Model, SymbolId, Term, TermId, Terms, UnaryOp, value};

/// The largest number of ranges of a set. A condition that needs more is not decided here.
const MOST: usize = 64;

/// The largest depth of a term that is looked at.
const DEEPEST: u32 = 24;

/// A set of values: disjoint ranges with inclusive bounds, ascending, with gaps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ranges(Vec<(u128, u128)>);

impl Ranges {
    fn of(ranges: impl IntoIterator<Item = (u128, u128)>) -> Self {
        let mut all: Vec<(u128, u128)> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        all.sort_unstable();
        let mut joined: Vec<(u128, u128)> = Vec::with_capacity(all.len());
        for (low, high) in all {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self(joined)
    }

    fn all(width: u8) -> Self {
        Self(vec![(0, value::ones(width))])
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, value: u128) -> bool {
        self.0.iter().any(|(low, high)| (*low..=*high).contains(&value))
    }

    fn union(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(&other.0).copied())
    }

    fn meet(&self, other: &Self) -> Self {
        let pairs = self.0.iter().flat_map(|one| other.0.iter().map(move |other| (one, other)));
        Self::of(pairs.map(|((a, b), (c, d))| (*a.max(c), *b.min(d))))
    }

    /// Returns the values of a width that are not in the set.
    fn complement(&self, width: u8) -> Self {
        let mut next = Some(0);
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        for &(low, high) in &self.0 {
            if let Some(from) = next.filter(|from| *from < low) {
                gaps.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        let last = value::ones(width);
        gaps.extend(next.filter(|from| *from <= last).map(|from| (from, last)));
        Self(gaps)
    }

    /// Returns the set with a number added to every value, modulo `2^width`.
    fn moved(&self, width: u8, by: u128) -> Self {
        let ones = value::ones(width);
        let ranges = self.0.iter().flat_map(|&(low, high)| {
            let (from, to) = (low.wrapping_add(by) & ones, high.wrapping_add(by) & ones);
            if from <= to { [(from, to), (1, 0)] } else { [(0, to), (from, ones)] }
        });
        Self::of(ranges)
    }

    /// Returns the set with every value `v` replaced by `ones - v`.
    fn mirrored(&self, width: u8) -> Self {
        let ones = value::ones(width);
        Self::of(self.0.iter().map(|(low, high)| (ones - high, ones - low)))
    }

    /// Returns the values of `narrow` bits that are in the set once they are extended to `width` bits by copies of
    /// their sign bits.
    fn narrowed(&self, width: u8, narrow: u8) -> Self {
        let (sign, ones) = (value::sign_bit(narrow), value::ones(narrow));
        let positive = self.meet(&Self::of([(0, sign - 1)]));
        let negative = self.meet(&Self::of([(value::ones(width) - (sign - 1), value::ones(width))]));
        Self::of(positive.0.into_iter().chain(negative.0.iter().map(|(low, high)| (low & ones, high & ones))))
    }

    /// Returns the value that readers find plainest: the smallest one that is not negative as a signed number, or
    /// else the one nearest to 0. A size that may be anything from 9 on is 9, and not -1.
    fn plainest(&self, width: u8) -> Option<u128> {
        let lowest = self.0.first()?.0;
        if lowest < value::sign_bit(width) { Some(lowest) } else { Some(self.0.last()?.1) }
    }
}

/// Decides whether all assertions can be 1 at once, if each of them restricts a single symbol to ranges. `None` if
/// one does not.
pub(super) fn decide(terms: &Terms, assertions: &[TermId]) -> Option<Answer> {
    let mut known: BTreeMap<SymbolId, Ranges> = BTreeMap::new();
    let mut own = Vec::with_capacity(assertions.len());
    for (at, assertion) in assertions.iter().enumerate() {
        if let Some(holds) = terms.as_constant(*assertion) {
            if holds == 0 {
                return Some(Answer::Unsat(vec![at]));
            }
            continue;
        }
        let mut symbol = None;
        let allowed = Reader { terms, symbol: &mut symbol }.where_true(*assertion, 0)?;
        let symbol = symbol?;
        let width = terms.width(terms.symbol_term(symbol));
        let ranges = known.entry(symbol).or_insert_with(|| Ranges::all(width));
        *ranges = ranges.meet(&allowed);
        own.push((symbol, at, allowed));
        if ranges.is_empty() {
            return Some(Answer::Unsat(core(&own)));
        }
        if ranges.0.len() > MOST {
            return None;
        }
    }
    let mut model = Model::default();
    for (symbol, ranges) in known {
        model.set(symbol, ranges.plainest(terms.width(terms.symbol_term(symbol)))?);
    }
    Some(Answer::Sat(model))
}

/// Returns the indices of assertions about the symbol of the last one that cannot hold together, few if that is
/// easy.
fn core(own: &[(SymbolId, usize, Ranges)]) -> Vec<usize> {
    let Some(((symbol, last, allowed), before)) = own.split_last() else { return Vec::new() };
    let mut left = allowed.clone();
    let mut core = vec![*last];
    // From the first on, because callers ask about the first.
    for (_, at, allowed) in before.iter().filter(|(of, ..)| of == symbol) {
        if left.is_empty() {
            break;
        }
        let next = left.meet(allowed);
        if next != left {
            core.push(*at);
            left = next;
        }
    }
    core.sort_unstable();
    core
}

/// Reads terms that depend on one symbol, which is the first that it meets.
struct Reader<'a> {
    terms: &'a Terms,
    symbol: &'a mut Option<SymbolId>,
}

impl Reader<'_> {
    /// Returns the values of the symbol with which a term of width 1 is 1.
    fn where_true(&mut self, term: TermId, depth: u32) -> Option<Ranges> {
        if depth > DEEPEST {
            return None;
        }
        match *self.terms.get(term) {
            Term::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, right) = (self.where_true(left, depth + 1)?, self.where_true(right, depth + 1)?);
                let both = if op == BinaryOp::And { left.meet(&right) } else { left.union(&right) };
                (both.0.len() <= MOST).then_some(both)
            }
            Term::Compare(comparison, left, right) => {
                let width = self.terms.width(left);
                let (of, wanted) = match (self.terms.as_constant(left), self.terms.as_constant(right)) {
                    (None, Some(bound)) => (left, below(comparison, width, bound)),
                    (Some(bound), None) => (right, above(comparison, width, bound)),
                    _ => return None,
                };
                self.inside(of, &wanted, depth + 1)
            }
            _ => self.inside(term, &Ranges::of([(1, 1)]), depth + 1),
        }
    }

    /// Returns the values of the symbol with which the value of a term is one of those wanted.
    fn inside(&mut self, term: TermId, wanted: &Ranges, depth: u32) -> Option<Ranges> {
        if depth > DEEPEST || wanted.0.len() > MOST {
            return None;
        }
        let terms = self.terms;
        let width = terms.width(term);
        match *terms.get(term) {
            Term::Symbol(symbol) => (*self.symbol.get_or_insert(symbol) == symbol).then(|| wanted.clone()),
            Term::Unary(op, of) => {
                let before = match op {
                    UnaryOp::Not => wanted.mirrored(width),
                    // -v is ~v + 1.
                    UnaryOp::Neg => wanted.mirrored(width).moved(width, 1),
                };
                self.inside(of, &before, depth + 1)
            }
            Term::Binary(BinaryOp::Add, left, right) => {
                let (of, by) = match (terms.as_constant(left), terms.as_constant(right)) {
                    (None, Some(by)) => (left, by),
                    (Some(by), None) => (right, by),
                    _ => return None,
                };
                self.inside(of, &wanted.moved(width, by.wrapping_neg()), depth + 1)
            }
            Term::Binary(BinaryOp::Sub, of, by) => {
                let by = terms.as_constant(by)?;
                self.inside(of, &wanted.moved(width, by), depth + 1)
            }
            Term::Compare(..) | Term::Binary(BinaryOp::And | BinaryOp::Or, ..) if width == 1 => {
                let holds = self.where_true(term, depth + 1)?;
                let width = self.width()?;
                Some(match (wanted.has(0), wanted.has(1)) {
                    (true, true) => Ranges::all(width),
                    (true, false) => holds.complement(width),
                    (false, true) => holds,
                    (false, false) => Ranges::of([]),
                })
            }
            Term::Ite(condition, yes, no) => self.choice(condition, [yes, no], wanted, depth + 1),
            Term::ZeroExtend(of) => {
                let fitting = wanted.meet(&Ranges::all(terms.width(of)));
                self.inside(of, &fitting, depth + 1)
            }
            Term::SignExtend(of) => self.inside(of, &wanted.narrowed(width, terms.width(of)), depth + 1),
            _ => None,
        }
    }

    /// Returns the values of the symbol with which the side that a condition chooses is one of those wanted.
    fn choice(
        &mut self,
        condition: TermId,
        sides: [TermId; 2],
        wanted: &Ranges,
        depth: u32,
    ) -> Option<Ranges> {
        let holds = self.where_true(condition, depth)?;
        let width = self.width()?;
        let mut side = |of: TermId| match self.terms.as_constant(of) {
            Some(value) if wanted.has(value) => Some(Ranges::all(width)),
            Some(_) => Some(Ranges::of([])),
            None => self.inside(of, wanted, depth),
        };
        let (yes, no) = (side(sides[0])?, side(sides[1])?);
        Some(yes.meet(&holds).union(&no.meet(&holds.complement(width))))
    }

    /// Returns the width of the symbol, in bits.
    fn width(&self) -> Option<u8> {
        Some(self.terms.width(self.terms.symbol_term((*self.symbol)?)))
    }
}

/// Returns the values `v` with `v comparison bound`.
fn below(comparison: Comparison, width: u8, bound: u128) -> Ranges {
    let sign = value::sign_bit(width);
    match comparison {
        Comparison::Eq => Ranges::of([(bound, bound)]),
        Comparison::Ult if bound == 0 => Ranges::of([]),
        Comparison::Ult => Ranges::of([(0, bound - 1)]),
        Comparison::Ule => Ranges::of([(0, bound)]),
        // With the highest bit turned, signed numbers are ordered like unsigned ones.
        Comparison::Slt => below(Comparison::Ult, width, bound ^ sign).moved(width, sign),
        Comparison::Sle => below(Comparison::Ule, width, bound ^ sign).moved(width, sign),
    }
}

/// Returns the values `v` with `bound comparison v`.
fn above(comparison: Comparison, width: u8, bound: u128) -> Ranges {
    let opposite = match comparison {
        Comparison::Eq => return below(Comparison::Eq, width, bound),
        Comparison::Ult => Comparison::Ule,
        Comparison::Ule => Comparison::Ult,
        Comparison::Slt => Comparison::Sle,
        Comparison::Sle => Comparison::Slt,
    };
    below(opposite, width, bound).complement(width)
}
