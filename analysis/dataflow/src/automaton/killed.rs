//! The quantities of a kill. Every store kills most of what depends on memory, so the edges of a function share one
//! list of that.

use std::sync::Arc;

use super::QuantityId;

/// The quantities of which nothing is known any more.
#[derive(Clone, Debug)]
pub struct Killed {
    /// The quantities in ascending order.
    all: Arc<[QuantityId]>,
    /// One of them that is not killed.
    but: Option<QuantityId>,
}

impl Killed {
    /// Returns the kill of quantities, which are in ascending order, all but one.
    pub(super) fn shared(all: &Arc<[QuantityId]>, but: Option<QuantityId>) -> Self {
        Self { all: Arc::clone(all), but: but.filter(|but| all.binary_search(but).is_ok()) }
    }

    /// Returns the number of killed quantities.
    pub fn len(&self) -> usize {
        self.all.len() - usize::from(self.but.is_some())
    }

    /// Returns whether nothing is killed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a quantity is killed.
    pub fn contains(&self, quantity: QuantityId) -> bool {
        self.but != Some(quantity) && self.all.binary_search(&quantity).is_ok()
    }

    /// Returns the killed quantities in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = QuantityId> + '_ {
        self.all.iter().copied().filter(|quantity| self.but != Some(*quantity))
    }

    /// Returns the killed quantities among those that somebody knows. The work is in proportion to the number of killed
    /// or of known ones, whichever is smaller. `is_known` says whether `known` has a quantity.
    pub fn among(
        &self,
        known: impl ExactSizeIterator<Item = QuantityId>,
        is_known: impl Fn(QuantityId) -> bool,
    ) -> Vec<QuantityId> {
        if known.len() < self.len() {
            known.filter(|quantity| self.contains(*quantity)).collect()
        } else {
            self.iter().filter(|quantity| is_known(*quantity)).collect()
        }
    }
}

impl From<Vec<QuantityId>> for Killed {
    fn from(mut quantities: Vec<QuantityId>) -> Self {
        quantities.sort_unstable();
        quantities.dedup();
        Self { all: quantities.into(), but: None }
    }
}
