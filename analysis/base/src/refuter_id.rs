//! The identifiers of the refuters, and sets of them.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// Defines the identifiers from one list, so that [`RefuterId::EVERY`] contains all of them.
macro_rules! identifiers {
    ($($(#[doc = $doc:literal])+ $id:ident = $name:literal,)+) => {
        /// The identifier of a refuter. First come the refuters of paths, in the order in which they are
        /// asked, then the provers that are asked about loops. The name of an identifier is part of the
        /// product's contract. Everything else about a refuter is stated in its declaration
        /// (`csieve_analysis::refuters::declaration`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// Contradictory conditions on one value.
    Atoms = "atoms",
    /// An earlier misuse on the path ends every run.
    Misuse = "misuse",
    /// A system of interval equations without a solution.
    Intervals = "intervals",
    /// Contradictory facts about bits.
    Bits = "bits",
    /// Relations between variables that are loop invariants.
    Relations = "relations",
    /// Sets of values that are loop invariants.
    Values = "values",
    /// Conditions of the program that are loop invariants.
    Conditions = "predicates",
    /// Shapes of linked data structures.
    Lists = "lists",
    /// Unwinding: a loop has only finitely many rounds. Proves that loops end.
    Unwinding = "unwinding",
    /// A ranking function of a loop. Proves that loops end.
    Ranking = "ranking",
    /// A recurrent set: states of a loop that no run leaves. Proves that loops never end.
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

/// The error for a name that no refuter of paths has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRefuter;

/// A set of refuters of paths: those that a user lets take part. A bit set over [`RefuterId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portfolio(u32);

impl Portfolio {
    /// All refuters of paths.
    pub const ALL: Self = Self((1 << RefuterId::ALL.len()) - 1);
    /// No refuter: every path counts as feasible.
    pub const NONE: Self = Self(0);

    /// Returns whether a refuter takes part.
    pub fn has(self, refuter: RefuterId) -> bool {
        self.0 & bit(refuter) != 0
    }

    /// Returns the names of the refuters that take part, in the order in which they are asked.
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
