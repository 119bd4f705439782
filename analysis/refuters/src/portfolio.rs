//! The order in which refuters are asked.

use csieve_base::refuter_id::Portfolio;

use super::{Atoms, Bits, Conditions, EarlierMisuse, Intervals, Lists, Refuter, Relations, Values};

/// All refuters of paths, in the order in which they are asked. Times and shares are those of
/// `docs/real-code.md`. The cheap and fruitful come first, and budgets end where a few more proofs would not
/// pay for the time.
pub const ALL: &[&dyn Refuter] = &[
    // 0.1 ms a path; refutes half of all paths.
    &Atoms,
    // 0.2 ms; refutes few paths, but no other refuter sees that a run ends earlier.
    &EarlierMisuse,
    // 1 ms; refutes three of four paths that are left.
    &Intervals,
    // 2 ms; refutes one of seven that are left, and gives the search for inputs its first values.
    &Bits,
    // 7 ms; proves one of three paths that it is asked about, and saves many rounds by that.
    &Relations,
    // 5 ms; proves one of four that relations do not prove.
    &Values,
    // 5 ms; proves one of two hundred, so its budget is small.
    &Conditions,
    // 0.1 ms, as most paths have no lists.
    &Lists,
];

/// The refuters that take part, in the order in which they are asked.
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
