//! Which refuters are asked, and in which order.

use csieve_base::{options::Options, refuter_id::Portfolio};

use super::{Atoms, Bits, Conditions, EarlierMisuse, Intervals, Lists, Refuter, Relations, Values};

/// When a refuter is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Of every path, until one refutes it.
    Path,
    /// Only for a better proof: once others have ruled out paths that go round a loop, for one that covers any number of rounds.
    Rounds,
    /// The same, and of paths that no other refutes: it sees what they do not.
    LastResort,
}

/// How many steps a refuter may take for one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// What a user gives the solver of equations.
    Equations,
    /// What a user gives the solver for bits.
    Bits,
    /// So many.
    Steps(u32),
}

/// A refuter with its place in the portfolio.
#[derive(Clone, Copy)]
pub struct Member {
    /// The refuter.
    pub refuter: &'static dyn Refuter,
    /// When it is asked.
    pub turn: Turn,
    /// What it may take.
    pub budget: Budget,
}

impl Member {
    const fn new(refuter: &'static dyn Refuter, turn: Turn, budget: Budget) -> Self {
        Self { refuter, turn, budget }
    }

    /// How many steps it may take for one path.
    pub fn steps(&self, options: &Options) -> u32 {
        match self.budget {
            Budget::Equations => options.max_solver_steps,
            Budget::Bits => options.max_bit_steps,
            Budget::Steps(steps) => steps,
        }
    }
}

/// All refuters in the order in which they are asked. What they yield on real projects and what that takes is in
/// docs/real-code.md; order and budgets follow from it: the cheap and fruitful first, and budgets that a few more proofs
/// would not pay for.
pub const ALL: &[Member] = &[
    // 0.1 ms a path; refutes half of all paths.
    Member::new(&Atoms, Turn::Path, Budget::Equations),
    // 0.2 ms; few, but nothing else tells that a run ends earlier.
    Member::new(&EarlierMisuse, Turn::Path, Budget::Equations),
    // 1 ms; refutes three of four that are left.
    Member::new(&Intervals, Turn::Path, Budget::Equations),
    // 2 ms; refutes one of seven that are left, and gives the search for inputs where to begin.
    Member::new(&Bits, Turn::Path, Budget::Bits),
    // 7 ms; proves one of three that it is asked for, and saves many rounds where it does.
    Member::new(&Relations, Turn::Rounds, Budget::Steps(60_000)),
    // 5 ms; one of four that relations do not prove.
    Member::new(&Values, Turn::Rounds, Budget::Steps(3_000)),
    // 5 ms; one of two hundred, so it gets little.
    Member::new(&Conditions, Turn::Rounds, Budget::Steps(1_500)),
    // 0.1 ms, as most paths have no lists.
    Member::new(&Lists, Turn::LastResort, Budget::Steps(40_000)),
];

/// The refuters that take part with their places, in the order in which they are asked.
pub fn members(portfolio: Portfolio) -> Vec<Member> {
    ALL.iter().copied().filter(|member| portfolio.has(member.refuter.id())).collect()
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use csieve_base::refuter_id::RefuterId;

    #[test]
    fn every_refuter_has_its_place() {
        let ids: Vec<RefuterId> = ALL.iter().map(|member| member.refuter.id()).collect();
        assert_eq!(ids, RefuterId::ALL);
    }
}
