//! The order in which refuters are asked.

use csieve_base::refuter_id::Portfolio;

use super::{Atoms, Bits, Conditions, EarlierMisuse, Intervals, Lists, Refuter, Relations, Values};

/// All refuters of paths, in the order in which they are asked. The cheap and successful ones come first.
/// Times per path and shares of refuted paths are from `docs/real-code.md`. Each budget is so small that more
/// steps would give too few proofs for their time.
pub const ALL: &[&dyn Refuter] = &[
    // Takes 0.1 ms a path and refutes half of all paths.
    &Atoms,
    // Takes 0.2 ms a path. It refutes few paths, but no other refuter sees that a run ends earlier.
    &EarlierMisuse,
    // Takes 1 ms a path and refutes three of four paths that are left.
    &Intervals,
    // Takes 2 ms a path and refutes one of seven that are left. The search for inputs starts from its
    // satisfying assignments.
    &Bits,
    // Takes 7 ms a path and refutes one of three that it is asked about. Each proof saves many rounds of path
    // reduction.
    &Relations,
    // Takes 5 ms a path and refutes one of four that `Relations` does not refute.
    &Values,
    // Takes 5 ms a path and refutes one of two hundred, so its budget is small.
    &Conditions,
    // Takes 0.1 ms a path on average, because most paths have no lists.
    &Lists,
];

/// Returns the refuters of a portfolio, in the order in which they are asked.
pub fn chosen(portfolio: Portfolio) -> Vec<&'static dyn Refuter> {
    ALL.iter().copied().filter(|refuter| portfolio.has(refuter.id())).collect()
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use crate::Turn;
    use csieve_base::refuter_id::RefuterId;

    #[test]
    fn the_order_is_that_of_the_identifiers() {
        let ids: Vec<RefuterId> = ALL.iter().map(|refuter| refuter.id()).collect();
        assert_eq!(ids, RefuterId::ALL);
    }

    #[test]
    fn refuters_of_paths_are_not_declared_as_provers_of_loops() {
        assert!(ALL.iter().all(|refuter| refuter.declaration().turn != Turn::Loop));
    }
}
