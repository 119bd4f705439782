//! What an explorer remembers of conditions, so that no question is worked out twice.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_domains::bits::{SymbolId, TermId, Terms};

/// The largest number of reasons that are kept for one condition.
const MOST_REASONS: usize = 16;

/// Facts about conditions on symbols. They never change, because terms do not.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The symbols of a condition, ascending.
    symbols: FxHashMap<TermId, Rc<[SymbolId]>>,
    /// The sets of further conditions with which a condition cannot hold.
    reasons: FxHashMap<TermId, Vec<Vec<TermId>>>,
    /// The questions that the solver gave up, each with the number of steps that it had.
    given_up: FxHashMap<Vec<TermId>, u32>,
}

impl Known {
    /// Returns the symbols that occur in a condition, ascending.
    pub(super) fn symbols(&mut self, terms: &Terms, condition: TermId) -> Rc<[SymbolId]> {
        let found = self.symbols.entry(condition).or_insert_with(|| terms.symbols_of(&[condition]).into());
        Rc::clone(found)
    }

    /// Returns whether an earlier answer says that the first of some conditions cannot hold with the others, or
    /// that the solver cannot tell within `steps` steps.
    pub(super) fn is_hopeless(&self, conditions: &[TermId], steps: u32) -> bool {
        let [first, others @ ..] = conditions else { return false };
        let known = self.reasons.get(first).is_some_and(|reasons| {
            let others: FxHashSet<TermId> = others.iter().copied().collect();
            reasons.iter().any(|reason| reason.iter().all(|condition| others.contains(condition)))
        });
        known || self.given_up.get(conditions).is_some_and(|had| *had >= steps)
    }

    /// Keeps that the conditions with the indices `core` cannot hold together.
    pub(super) fn excludes(&mut self, conditions: &[TermId], core: &[usize]) {
        let [first, ..] = *conditions else { return };
        let reasons = self.reasons.entry(first).or_default();
        if reasons.len() < MOST_REASONS {
            reasons.push(core.iter().filter(|at| **at > 0).map(|at| conditions[*at]).collect());
        }
    }

    /// Keeps that the solver gave a question up after `steps` steps.
    pub(super) fn gives_up(&mut self, conditions: Vec<TermId>, steps: u32) {
        self.given_up.insert(conditions, steps);
    }
}

#[cfg(test)]
mod tests {
    use csieve_domains::bits::{Comparison, Terms};

    use super::Known;

    #[test]
    fn a_reason_counts_for_every_question_that_has_it() {
        let mut terms = Terms::default();
        let (_, a) = terms.symbol(8);
        let [low, lower, other] = [9, 5, 200].map(|bound| {
            let bound = terms.constant(8, bound);
            terms.compare(Comparison::Ult, a, bound)
        });
        let high = terms.not(low);
        let mut known = Known::default();
        known.excludes(&[high, other, lower], &[0, 2]);
        assert!(known.is_hopeless(&[high, lower], 1));
        assert!(!known.is_hopeless(&[high, other], 1));
        assert!(!known.is_hopeless(&[lower, high], 1));
        known.gives_up(vec![low, other], 30);
        assert!(known.is_hopeless(&[low, other], 30));
        assert!(!known.is_hopeless(&[low, other], 31));
    }
}
