//! Which refuters are asked, and in which order.

use std::fmt;

use super::{Atoms, Bits, Conditions, EarlierMisuse, Intervals, Lists, Refuter, Relations, Values};

/// All refuters, the cheapest first.
pub const ALL: &[&dyn Refuter] =
    &[&Atoms, &EarlierMisuse, &Intervals, &Bits, &Relations, &Values, &Conditions, &Lists];

/// The refuters that a user lets take part, as a set of positions in [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portfolio(u32);

impl Portfolio {
    /// Every refuter.
    pub const ALL: Self = Self((1 << ALL.len()) - 1);
    /// None: every path counts as one that a run may take.
    pub const NONE: Self = Self(0);

    /// The refuters, in the order in which they are asked.
    pub fn refuters(self) -> Vec<&'static dyn Refuter> {
        let has = |(index, _): &(usize, _)| self.0 & (1 << index) != 0;
        ALL.iter().copied().enumerate().filter(has).map(|(_, refuter)| refuter).collect()
    }

    /// The names of the refuters, in the same order.
    pub fn names(self) -> Vec<&'static str> {
        self.refuters().iter().map(|refuter| refuter.name()).collect()
    }

    /// The refuters of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same with a refuter, by its name; none if there is no such refuter.
    #[must_use]
    pub fn with(self, name: &str) -> Option<Self> {
        Some(Self(self.0 | 1 << position(name)?))
    }

    /// The same without a refuter, by its name; none if there is no such refuter.
    #[must_use]
    pub fn without(self, name: &str) -> Option<Self> {
        Some(Self(self.0 & !(1 << position(name)?)))
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

fn position(name: &str) -> Option<usize> {
    ALL.iter().position(|refuter| refuter.name() == name)
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
