//! A vector whose first part is shared between clones.

use std::ops::Range;
use std::sync::Arc;

/// Items shared with other units, then items of its own. Cheap to clone after [`Layered::freeze`].
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
    /// Number of items.
    pub fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at an index.
    pub fn get(&self, index: usize) -> Option<&T> {
        match index.checked_sub(self.shared.len()) {
            Some(index) => self.own.get(index),
            None => self.shared.get(index),
        }
    }

    /// The shared items and those of its own, in order.
    pub fn parts(&self) -> (&[T], &[T]) {
        (&self.shared, &self.own)
    }

    /// All items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.shared.iter().chain(&self.own)
    }

    pub(crate) fn push(&mut self, item: T) {
        self.own.push(item);
    }

    /// The items that are not shared, to push to.
    pub(crate) fn own(&mut self) -> &mut Vec<T> {
        &mut self.own
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.own.get_mut(index.checked_sub(self.shared.len())?)
    }

    /// Drops items of its own behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.own.truncate(len.saturating_sub(self.shared.len()));
    }

    /// A range that was pushed on one side of a freeze.
    pub(crate) fn slice(&self, range: Range<u32>) -> &[T] {
        let shared = self.shared.len() as u32;
        let (items, base) = if range.start < shared { (&*self.shared, 0) } else { (&self.own, shared) };
        items.get((range.start - base) as usize..(range.end - base) as usize).unwrap_or(&[])
    }

    /// Makes all present items shared between clones. Only the first call that finds items does.
    pub(crate) fn freeze(&mut self) {
        if self.shared.is_empty() {
            self.shared = Arc::new(std::mem::take(&mut self.own));
        }
    }
}
