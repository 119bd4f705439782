//! Other runs than the one that was found, to see what it needs.

use csieve_graph::Type;
use csieve_machine::{
    Chosen, Source,
    concolic::{Asked, Assignment, Explorer, Trace},
};

use super::Evidence;

/// The numbers that an input gets instead of the chosen one. If one of them leads to the misuse as well, the chosen
/// number is not needed.
const OTHERS: [u128; 8] = [1, 2, 3, 5, 10, 11, 100, UNEXPECTED];

/// A number that hardly any code expects.
const UNEXPECTED: u128 = 0x5a5b_5c5d;

/// The largest number of runs that try other values.
pub(super) const MOST_RUNS: u32 = 60;

/// Other runs, which are tried to see what one needs.
pub(super) struct Tried<'t, 'e, 'x> {
    pub(super) evidence: &'t Evidence<'e>,
    pub(super) explorer: &'t mut Explorer<'x>,
    /// The number of runs so far.
    pub(super) runs: u32,
}

impl Tried<'_, '_, '_> {
    /// Returns whether the misuse happens with another value of an input, too. After too many runs it is taken to happen.
    pub(super) fn also(&mut self, asked: &Asked, other: Option<u128>) -> bool {
        let mut changed = self.evidence.assignment.clone();
        match other {
            Some(number) => changed.insert(asked.source.clone(), number),
            None => changed.remove(&asked.source),
        };
        let Some(trace) = self.run(&changed) else { return true };
        if (self.evidence.accepts)(&trace) {
            return true;
        }
        // Where something stands in place of NULL, what is in it may matter: here it is nothing that is expected.
        let is_new = |new: &&Asked| !self.evidence.trace.asked.iter().any(|old| old.source == new.source);
        let mut has_new = false;
        for new in trace.asked.iter().filter(is_new).filter(|_| other.is_none()) {
            if let Source::Memory { .. } = new.source {
                has_new = true;
                changed.insert(new.source.clone(), if new.ty == Type::Pointer { 0 } else { UNEXPECTED });
            }
        }
        has_new && self.run(&changed).is_none_or(|trace| (self.evidence.accepts)(&trace))
    }

    /// Returns a run on other inputs; `None` after too many runs.
    fn run(&mut self, inputs: &Assignment) -> Option<Trace> {
        self.runs += 1;
        (self.runs <= MOST_RUNS).then(|| self.explorer.run(inputs, self.evidence.run_steps))
    }
}

/// Returns other values for an input: numbers, or `None` for what an input gets that nobody chooses, which is a
/// valid pointer to an object of its own. Empty if no other value is tried.
pub(super) fn others(asked: &Asked, assignment: &Assignment) -> Vec<Option<u128>> {
    match (&asked.chosen, asked.ty) {
        (Chosen::Number(number), Type::Int(int)) => {
            let is_other = |other: &u128| {
                i128::try_from(*other)
                    .is_ok_and(|other| other != *number && int.min() <= other && other <= int.max())
            };
            OTHERS.into_iter().filter(is_other).map(Some).collect()
        }
        _ if assignment.contains_key(&asked.source) => vec![None],
        _ => Vec::new(),
    }
}
