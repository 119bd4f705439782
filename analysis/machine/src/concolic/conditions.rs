//! The conditions of a run, found by the symbols that they restrict.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_domains::bits::{SymbolId, TermId, Terms};

use super::known::Known;

/// Conditions in the order in which a run met them, each once.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    all: Vec<Condition>,
    /// The index in `all` of each condition.
    index: FxHashMap<TermId, u32>,
    /// The conditions in which each symbol occurs, as ascending indices in `all`.
    with: FxHashMap<SymbolId, Vec<u32>>,
}

#[derive(Debug)]
struct Condition {
    holds: TermId,
    /// The place where the run first met the condition.
    place: usize,
    symbols: Rc<[SymbolId]>,
}

impl Conditions {
    /// Collects conditions with the ascending places where a run met them.
    pub(super) fn of(
        known: &mut Known,
        terms: &Terms,
        met: impl IntoIterator<Item = (usize, TermId)>,
    ) -> Self {
        let mut conditions = Self::default();
        for (place, holds) in met {
            let fresh = conditions.all.len() as u32;
            if *conditions.index.entry(holds).or_insert(fresh) < fresh {
                continue;
            }
            let symbols = known.symbols(terms, holds);
            for symbol in &*symbols {
                conditions.with.entry(*symbol).or_default().push(fresh);
            }
            conditions.all.push(Condition { holds, place, symbols });
        }
        conditions
    }

    /// Returns whether the run met a condition before a place.
    pub(super) fn has_before(&self, holds: TermId, place: usize) -> bool {
        self.index.get(&holds).is_some_and(|index| self.all[*index as usize].place < place)
    }

    /// Returns the condition `first`, whose symbols are given, together with those that the run met before a place and
    /// that share symbols with it, directly or through one another, each once. Takes time in proportion to the answer.
    pub(super) fn related(&self, first: TermId, symbols: &[SymbolId], place: usize) -> Vec<TermId> {
        let mut related = vec![first];
        let mut seen = FixedBitSet::with_capacity(self.all.len());
        seen.extend(self.index.get(&first).map(|index| *index as usize));
        let mut reached = FixedBitSet::new();
        let mut fresh: Vec<SymbolId> = symbols.to_vec();
        while !fresh.is_empty() {
            let mut next: Vec<u32> = Vec::new();
            for symbol in fresh.drain(..) {
                if reached.contains(symbol.0 as usize) {
                    continue;
                }
                reached.grow_and_insert(symbol.0 as usize);
                let with = self.with.get(&symbol).into_iter().flatten();
                let before = with.take_while(|index| self.all[**index as usize].place < place);
                next.extend(before.filter(|index| !seen.put(**index as usize)));
            }
            next.sort_unstable();
            for condition in next.into_iter().map(|index| &self.all[index as usize]) {
                related.push(condition.holds);
                fresh.extend_from_slice(&condition.symbols);
            }
        }
        related
    }
}

#[cfg(test)]
mod tests {
    use csieve_domains::bits::{Comparison, Terms};

    use super::{super::known::Known, Conditions};

    #[test]
    fn conditions_are_related_through_one_another() {
        let (mut terms, mut known) = (Terms::default(), Known::default());
        let [a, b, c] = [(); 3].map(|()| terms.symbol(8).1);
        let bound = terms.constant(8, 9);
        let [a_below, b_below, c_below] = [a, b, c].map(|of| terms.compare(Comparison::Ult, of, bound));
        let a_is_b = terms.compare(Comparison::Eq, a, b);
        let met = [b_below, c_below, a_is_b, b_below].into_iter().enumerate();
        let conditions = Conditions::of(&mut known, &terms, met);
        let symbols = known.symbols(&terms, a_below);
        assert_eq!(conditions.related(a_below, &symbols, 4), [a_below, a_is_b, b_below]);
        assert_eq!(conditions.related(a_below, &symbols, 2), [a_below], "before `a == b`");
        assert!(conditions.has_before(b_below, 1) && !conditions.has_before(c_below, 1));
    }
}
