//! The refuters by name, and sets of them.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// Makes the identifiers from one list, so that none can be left out of [`RefuterId::EVERY`].
macro_rules! identifiers {
    ($($(#[doc = $doc:literal])+ $id:ident = $name:literal,)+) => {
        /// The identifier of a refuter: of those that are asked about paths, in the order in which they are asked,
        /// then of the provers of loops. Its name is part of the product's contract. The facts about each are in
        /// its declaration (`csieve_analysis::refuters::declaration`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum RefuterId {
            $($(#[doc = $doc])+ $id,)+
        }

        impl RefuterId {
            /// All identifiers: [`Self::ALL`], then [`Self::OF_LOOPS`].
            pub const EVERY: &'static [Self] = &[$(Self::$id),+];

            /// The name in options and outputs.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)+
                }
            }
        }
    };
}

identifiers! {
    /// Complementary conditions on one value.
    Atoms = "atoms",
    /// Another misuse ends the run earlier.
    Misuse = "misuse",
    /// Interval equations without a solution.
    Intervals = "intervals",
    /// Facts about bits that cannot all hold.
    Bits = "bits",
    /// Relations between variables that hold in every round.
    Relations = "relations",
    /// Sets of values that hold in every round.
    Values = "values",
    /// Conditions of the program that hold in every round.
    Conditions = "predicates",
    /// Shapes of linked structures.
    Lists = "lists",
    /// Every round of a loop can only be the last of finitely many. Proves that loops end.
    Unwinding = "unwinding",
    /// A ranking function of a loop. Proves that loops end.
    Ranking = "ranking",
    /// A recurrent set: states of a loop from which no run leaves it. Proves that loops never end.
    RecurrentSet = "recurrent-set",
}

impl RefuterId {
    /// The refuters that are asked about paths, in the order in which they are asked. Options choose among these.
    pub const ALL: &'static [Self] = Self::EVERY.split_at(PATHS).0;

    /// The provers that are asked about loops.
    pub const OF_LOOPS: &'static [Self] = Self::EVERY.split_at(PATHS).1;
}

/// The number of refuters that are asked about paths: those before the first prover of loops.
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

/// No refuter has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRefuter;

/// The refuters that a user lets take part.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portfolio(u32);

impl Portfolio {
    /// Every refuter.
    pub const ALL: Self = Self((1 << RefuterId::ALL.len()) - 1);
    /// None: every path counts as one that a run may take.
    pub const NONE: Self = Self(0);

    /// Whether a refuter takes part.
    pub fn has(self, refuter: RefuterId) -> bool {
        self.0 & bit(refuter) != 0
    }

    /// The names of the refuters, in the order in which they are asked.
    pub fn names(self) -> Vec<&'static str> {
        let all = RefuterId::ALL.iter().copied();
        all.filter(|refuter| self.has(*refuter)).map(RefuterId::as_str).collect()
    }

    /// The refuters of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same with a refuter, by its name; none if there is no such refuter.
    #[must_use]
    pub fn with(self, name: &str) -> Option<Self> {
        name.parse().ok().map(|refuter| Self(self.0 | bit(refuter)))
    }

    /// The same without a refuter, by its name; none if there is no such refuter.
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
