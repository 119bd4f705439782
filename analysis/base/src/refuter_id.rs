//! The identifiers of the refuters, and sets of them.

use std::{fmt, str::FromStr};

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Serialize, Serializer};

/// Defines the identifiers from one list, so that [`RefuterId::EVERY`] contains all of them.
macro_rules! identifiers {
    ($($(#[doc = $doc:literal])+ $id:ident = $name:literal,)+) => {
        /// The identifier of a refuter. First come the refuters of paths, in the order in which they are
        /// asked, then the provers that are asked about loops. The name of an identifier stays the same in
        /// all releases. Everything else about a refuter is stated in its declaration
        /// (`csieve_analysis::refuters::declaration`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
        pub enum RefuterId {
            $($(#[doc = $doc])+ $id,)+
        }

        impl RefuterId {
            /// All identifiers: [`Self::ALL`], then [`Self::OF_LOOPS`].
            pub const EVERY: &'static [Self] = &[$(Self::$id),+];

            /// Returns the name in options and outputs.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)+
                }
            }
        }
    };
}

identifiers! {
    /// Refutes paths by contradictory conditions on one value.
    Atoms = "atoms",
    /// Refutes paths with an earlier misuse that no run gets past.
    Misuse = "misuse",
    /// Refutes paths by a system of interval equations without a solution.
    Intervals = "intervals",
    /// Refutes paths by contradictory facts about bits of values.
    Bits = "bits",
    /// Refutes paths by loop invariants that are relations between variables.
    Relations = "relations",
    /// Refutes paths by loop invariants that are sets of values.
    Values = "values",
    /// Refutes paths by loop invariants that are conditions of the C program.
    Conditions = "predicates",
    /// Refutes paths by the shapes of linked data structures (heap graphs).
    Lists = "lists",
    /// Unwinding: proves that a loop ends because it has only a bounded number of rounds.
    Unwinding = "unwinding",
    /// Proves that a loop ends by a ranking function.
    Ranking = "ranking",
    /// Proves that a loop never ends by a recurrent set: a set of states that no round of the loop leaves.
    RecurrentSet = "recurrent-set",
}

impl RefuterId {
    /// The refuters that are asked about paths, in the order in which they are asked. Only these can be
    /// chosen in options.
    pub const ALL: &'static [Self] = Self::EVERY.split_at(PATHS).0;

    /// The provers that are asked about loops instead of paths. They cannot be chosen in options.
    pub const OF_LOOPS: &'static [Self] = Self::EVERY.split_at(PATHS).1;
}

/// The number of refuters that are asked about paths: all before the first prover of loops.
const PATHS: usize = RefuterId::Unwinding as usize;

impl fmt::Display for RefuterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RefuterId {
    type Err = UnknownRefuter;

    fn from_str(name: &str) -> Result<Self, UnknownRefuter> {
        Self::ALL.iter().copied().find(|id| id.as_str() == name).ok_or(UnknownRefuter)
    }
}

impl Serialize for RefuterId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The error for a name that is not the name of a refuter of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRefuter;

/// A set of refuters of paths: those that are asked, as the user chose. A bit set over [`RefuterId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portfolio(u32);

impl Portfolio {
    /// All refuters of paths.
    pub const ALL: Self = Self((1 << RefuterId::ALL.len()) - 1);
    /// No refuter: every path counts as feasible.
    pub const NONE: Self = Self(0);

    /// Returns whether a refuter is in the set.
    pub fn has(self, refuter: RefuterId) -> bool {
        self.0 & bit(refuter) != 0
    }

    /// Returns the names of the refuters in the set, in the order in which they are asked.
    pub fn names(self) -> Vec<&'static str> {
        let all = RefuterId::ALL.iter().copied();
        all.filter(|refuter| self.has(*refuter)).map(RefuterId::as_str).collect()
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set with the refuter of this name added, or `None` if no refuter of paths has this name.
    #[must_use]
    pub fn with(self, name: &str) -> Option<Self> {
        name.parse().ok().map(|refuter| Self(self.0 | bit(refuter)))
    }

    /// Returns the set with the refuter of this name removed, or `None` if no refuter of paths has this name.
    #[must_use]
    pub fn without(self, name: &str) -> Option<Self> {
        name.parse().ok().map(|refuter| Self(self.0 & !bit(refuter)))
    }
}

impl Default for Portfolio {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for Portfolio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

fn bit(refuter: RefuterId) -> u32 {
    1 << refuter as u32
}

#[cfg(test)]
mod tests {
    use super::Portfolio;

    #[test]
    fn refuters_keep_their_order() {
        let chosen = Portfolio::NONE.with("bits").and_then(|one| one.with("atoms")).expect("both exist");
        assert_eq!(chosen.names(), ["atoms", "bits"]);
        assert_eq!(chosen.without("bits"), Portfolio::NONE.with("atoms"));
        assert_eq!(Portfolio::ALL.with("guesses"), None);
    }
}
