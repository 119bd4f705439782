//! Whether assertions can hold together.

use super::{
    Model, TermId, Terms,
    blast::{self, Bit, Blasted},
    search::{Found, Search},
};
use csieve_base::budget::Steps;

/// A query that would take more clauses has no answer.
const MOST_CLAUSES: usize = 400_000;
/// Clauses that cost as much to make as a step of the search.
const CLAUSES_PER_STEP: usize = 256;

/// Whether assertions can hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They can, with these values.
    Sat(Model),
    /// Indices into the assertions, ascending: together they cannot hold.
    Unsat(Vec<usize>),
    /// The budget ran out, or the terms are too large.
    Unknown,
}

/// Whether all assertions (terms of width 1) can be true at once.
///
/// One step is a conflict of the search, 16 of its decisions, or 256 clauses. A query takes one at least, and
/// has no answer if it would take more than 400,000 clauses.
pub fn solve(terms: &Terms, assertions: &[TermId], budget: &mut Steps) -> Answer {
    let zeros = Model::default();
    if budget.left() > 0 && zeros.evaluate_all(terms, assertions).iter().all(|&value| value == 1) {
        budget.take();
        return Answer::Sat(zeros);
    }
    let all: Vec<usize> = (0..assertions.len()).collect();
    match Query::new(terms, assertions, budget) {
        Some(mut query) => query.solve(&all, budget),
        None => Answer::Unknown,
    }
}

/// Assertions made ready to be asked about, also about some of them; what one answer takes helps the next.
pub struct Query<'a> {
    terms: &'a Terms,
    assertions: &'a [TermId],
    blasted: Blasted,
    search: Search,
}

impl<'a> Query<'a> {
    /// Makes clauses of assertions; None if they are too many for the budget, or at all. For steps see [`solve`].
    pub fn new(terms: &'a Terms, assertions: &'a [TermId], budget: &mut Steps) -> Option<Self> {
        let affordable = (budget.left() as usize).saturating_mul(CLAUSES_PER_STEP).min(MOST_CLAUSES);
        let Some(blasted) = blast::blast(terms, assertions, affordable) else {
            budget.take_many((affordable / CLAUSES_PER_STEP) as u32);
            return None;
        };
        budget.take_many((blasted.formula().len() / CLAUSES_PER_STEP) as u32);
        let search = Search::new(blasted.formula());
        Some(Self { terms, assertions, blasted, search })
    }

    /// Whether the assertions with these indices can be true at once. A core has the first of equal ones.
    pub fn solve(&mut self, of: &[usize], budget: &mut Steps) -> Answer {
        if !budget.take() {
            return Answer::Unknown;
        }
        let bits: Vec<Bit> = of.iter().map(|&index| self.blasted.roots[index]).collect();
        let (found, steps) = self.search.run(&bits, budget.left());
        budget.take_many(steps);
        match found {
            Found::Values => self.checked(of),
            Found::Core(core) => {
                let first = |bit: Bit| of.iter().copied().find(|&index| self.blasted.roots[index] == bit);
                let mut core: Vec<usize> = core.into_iter().filter_map(first).collect();
                core.sort_unstable();
                core.dedup();
                // Clauses say what bits are functions of, which never is a contradiction.
                debug_assert!(!core.is_empty(), "no core without assertions");
                if core.is_empty() { Answer::Unknown } else { Answer::Unsat(core) }
            }
            Found::Nothing => Answer::Unknown,
        }
    }

    /// The values that the search found, if the assertions are true with them.
    fn checked(&self, of: &[usize]) -> Answer {
        let mut model = Model::default();
        for (symbol, bits) in &self.blasted.symbols {
            let value =
                bits.iter().rev().fold(0, |value, &bit| value << 1 | u128::from(self.search.value(bit)));
            model.set(*symbol, value);
        }
        let asserted: Vec<TermId> = of.iter().map(|&index| self.assertions[index]).collect();
        let holds = model.evaluate_all(self.terms, &asserted).iter().all(|&value| value == 1);
        debug_assert!(holds, "the values of the search make the assertions true");
        if holds { Answer::Sat(model) } else { Answer::Unknown }
    }
}
