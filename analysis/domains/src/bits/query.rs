//! Satisfiability queries over sets of assertions.

use super::{
    Model, TermId, Terms,
    blast::{self, Bit, Blasted},
    guess, ranges,
    search::{Found, Search},
};
use csieve_base::budget::Steps;

/// The largest number of clauses of a query. A query that needs more is answered with [`Answer::Unknown`].
const MOST_CLAUSES: usize = 400_000;
/// The number of clauses that can be made for one step of the budget.
const CLAUSES_PER_STEP: usize = 256;

/// The answer to the question whether assertions can hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The assertions hold together with these values of the symbols.
    Sat(Model),
    /// An UNSAT core: ascending indices of assertions that cannot hold together.
    Unsat(Vec<usize>),
    /// The budget ran out, or the terms need too many clauses.
    Unknown,
}

/// Decides whether all assertions (terms of width 1) can be 1 at once.
///
/// One step of the budget pays for a conflict of the SAT solver, for 16 of its decisions, or for 256 clauses.
/// A query takes at least one step. If it needs more than 400,000 clauses, the answer is [`Answer::Unknown`].
pub fn solve(terms: &Terms, assertions: &[TermId], budget: &mut Steps) -> Answer {
    let zeros = Model::default();
    if budget.left() > 0 && zeros.evaluate_all(terms, assertions).iter().all(|&value| value == 1) {
        budget.take();
        return Answer::Sat(zeros);
    }
    if budget.left() > 0
        && let Some(answer) = ranges::decide(terms, assertions)
    {
        budget.take();
        return answer;
    }
    let all: Vec<usize> = (0..assertions.len()).collect();
    match Query::new(terms, assertions, budget) {
        Some(mut query) => query.solve(&all, budget),
        None => Answer::Unknown,
    }
}

/// Returns an UNSAT core of assertions that cannot all be 1 at once, as [`solve`] does. `None` if they can, or if the
/// budget runs out. Whoever does not need the values gets this answer cheaper than from [`solve`].
pub fn contradiction(terms: &Terms, assertions: &[TermId], budget: &mut Steps) -> Option<Vec<usize>> {
    if budget.left() > 0 && guess::hold_together(terms, assertions) {
        budget.take();
        return None;
    }
    match solve(terms, assertions, budget) {
        Answer::Unsat(core) => Some(core),
        Answer::Sat(_) | Answer::Unknown => None,
    }
}

/// Assertions turned into clauses, to be solved all together or in parts. The SAT solver keeps what it learns
/// from one part to the next.
pub struct Query<'a> {
    terms: &'a Terms,
    assertions: &'a [TermId],
    blasted: Blasted,
    search: Search,
}

impl<'a> Query<'a> {
    /// Makes the clauses of assertions. Returns None if they are more than the budget pays for, or more than
    /// 400,000. Steps are counted as in [`solve`].
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

    /// Decides whether the assertions with the indices `of` can be 1 at once. Of several equal assertions, a
    /// core has only the first.
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
                // The clauses only define bits as functions of other bits, so they never contradict each
                // other.
                debug_assert!(!core.is_empty(), "no core without assertions");
                if core.is_empty() { Answer::Unknown } else { Answer::Unsat(core) }
            }
            Found::Nothing => Answer::Unknown,
        }
    }

    /// Returns the values that the search found, after an evaluation of the assertions has confirmed them.
    /// Otherwise the answer is [`Answer::Unknown`].
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
