//! The names of what proves paths infeasible.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// What finds proofs: a refuter of paths (see [`crate::refute::Portfolio`]), or an argument about a loop (see
/// [`crate::lasso`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RefuterId {
    /// The same condition taken both ways.
    Atoms,
    /// Another misuse ends the run earlier.
    Misuse,
    /// Interval equations without a solution.
    Intervals,
    /// Facts about bits that cannot all hold.
    Bits,
    /// Relations between variables that hold in every round of a loop.
    Relations,
    /// Sets of values that hold in every round of a loop.
    Values,
    /// Conditions of the path that hold in every round of a loop.
    Predicates,
    /// Shapes of heaps.
    Lists,
    /// Every round of a loop makes a sum smaller.
    Ranking,
    /// Every round of a loop is the last.
    Unwinding,
    /// No round of a loop leads out of a set of states.
    RecurrentSet,
}

impl RefuterId {
    /// Everything that finds proofs.
    pub const ALL: &[Self] = &[
        Self::Atoms,
        Self::Misuse,
        Self::Intervals,
        Self::Bits,
        Self::Relations,
        Self::Values,
        Self::Predicates,
        Self::Lists,
        Self::Ranking,
        Self::Unwinding,
        Self::RecurrentSet,
    ];

    /// The name used in every input and output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Atoms => "atoms",
            Self::Misuse => "misuse",
            Self::Intervals => "intervals",
            Self::Bits => "bits",
            Self::Relations => "relations",
            Self::Values => "values",
            Self::Predicates => "predicates",
            Self::Lists => "lists",
            Self::Ranking => "ranking",
            Self::Unwinding => "unwinding",
            Self::RecurrentSet => "recurrent-set",
        }
    }
}

impl fmt::Display for RefuterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for RefuterId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A text that names nothing that finds proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRefuter(pub String);

impl fmt::Display for UnknownRefuter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no refuter `{}`", self.0)
    }
}

impl std::error::Error for UnknownRefuter {}

impl FromStr for RefuterId {
    type Err = UnknownRefuter;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().copied().find(|id| id.as_str() == name);
        known.ok_or_else(|| UnknownRefuter(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{RefuterId, UnknownRefuter};

    #[test]
    fn names_are_read_as_they_are_written() {
        for id in RefuterId::ALL {
            assert_eq!(id.to_string().parse(), Ok(*id));
        }
        assert_eq!("guesses".parse::<RefuterId>(), Err(UnknownRefuter("guesses".to_owned())));
    }
}
