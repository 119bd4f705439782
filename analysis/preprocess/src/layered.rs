//! A vector whose first part is shared between its clones.

use std::ops::Range;
use std::sync::Arc;

/// A vector that consists of items shared with its clones, followed by items of its own. Cheap to clone after
/// `freeze`.
#[derive(Clone, Debug)]
pub struct Layered<T> {
    shared: Arc<Vec<T>>,
    own: Vec<T>,
}

impl<T> Default for Layered<T> {
    fn default() -> Self {
        Self { shared: Arc::default(), own: Vec::new() }
    }
}

impl<T> Layered<T> {
    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item at an index, or `None` if the index is too large.
    pub fn get(&self, index: usize) -> Option<&T> {
        match index.checked_sub(self.shared.len()) {
            Some(index) => self.own.get(index),
            None => self.shared.get(index),
        }
    }

    /// Returns the shared items, and the items that are not shared. The vector is the first slice followed by
    /// the second.
    pub fn parts(&self) -> (&[T], &[T]) {
        (&self.shared, &self.own)
    }

    /// Yields all items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.shared.iter().chain(&self.own)
    }

    pub(crate) fn push(&mut self, item: T) {
        self.own.push(item);
    }

    /// Returns the vector of the items that are not shared.
    pub(crate) fn own(&mut self) -> &mut Vec<T> {
        &mut self.own
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.own.get_mut(index.checked_sub(self.shared.len())?)
    }

    /// Shortens the vector to `len` items, but never drops shared items.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.own.truncate(len.saturating_sub(self.shared.len()));
    }

    /// Returns the items at a range of indices. The items must be all shared or all not shared.
    pub(crate) fn slice(&self, range: Range<u32>) -> &[T] {
        let shared = self.shared.len() as u32;
        let (items, base) = if range.start < shared { (&*self.shared, 0) } else { (&self.own, shared) };
        items.get((range.start - base) as usize..(range.end - base) as usize).unwrap_or(&[])
    }

    /// Makes all items the vector's own, so that it can be made longer and frozen again.
    pub(crate) fn thaw(&mut self)
    where
        T: Clone,
    {
        if !self.shared.is_empty() {
            let mut own = std::mem::take(&mut self.shared).to_vec();
            own.append(&mut self.own);
            self.own = own;
        }
    }

    /// Makes all present items shared between clones. Has no effect if there are shared items already.
    pub(crate) fn freeze(&mut self) {
        if self.shared.is_empty() {
            self.shared = Arc::new(std::mem::take(&mut self.own));
        }
    }
}
