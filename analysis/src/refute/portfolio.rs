//! Which refuters are asked, and in which order.

use std::fmt;

use crate::{options::Options, refuter_id::RefuterId};

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

/// The refuters that a user lets take part, as a set of positions in [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portfolio(u32);

impl Portfolio {
    /// Every refuter.
    pub const ALL: Self = Self((1 << ALL.len()) - 1);
    /// None: every path counts as one that a run may take.
    pub const NONE: Self = Self(0);

    /// The refuters with their places, in the order in which they are asked.
    pub fn members(self) -> Vec<Member> {
        let has = |(index, _): &(usize, _)| self.0 & (1 << index) != 0;
        ALL.iter().copied().enumerate().filter(has).map(|(_, member)| member).collect()
    }

    /// The refuters alone, in the same order.
    pub fn refuters(self) -> Vec<&'static dyn Refuter> {
        self.members().into_iter().map(|member| member.refuter).collect()
    }

    /// Which refuters these are, in the same order.
    pub fn ids(self) -> Vec<RefuterId> {
        self.refuters().iter().map(|refuter| refuter.id()).collect()
    }

    /// The refuters of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same with a refuter; none if it is none of [`ALL`].
    #[must_use]
    pub fn with(self, id: RefuterId) -> Option<Self> {
        Some(Self(self.0 | 1 << position(id)?))
    }

    /// The same without a refuter; none if it is none of [`ALL`].
    #[must_use]
    pub fn without(self, id: RefuterId) -> Option<Self> {
        Some(Self(self.0 & !(1 << position(id)?)))
    }
}

impl Default for Portfolio {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for Portfolio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.ids().into_iter().map(RefuterId::as_str)).finish()
    }
}

fn position(id: RefuterId) -> Option<usize> {
    ALL.iter().position(|member| member.refuter.id() == id)
}

#[cfg(test)]
mod tests {
    use super::{Portfolio, RefuterId};

    #[test]
    fn refuters_keep_their_order() {
        let chosen = Portfolio::NONE
            .with(RefuterId::Bits)
            .and_then(|one| one.with(RefuterId::Atoms))
            .expect("both exist");
        assert_eq!(chosen.ids(), [RefuterId::Atoms, RefuterId::Bits]);
        assert_eq!(chosen.without(RefuterId::Bits), Portfolio::NONE.with(RefuterId::Atoms));
        assert_eq!(Portfolio::ALL.with(RefuterId::Ranking), None);
    }
}
