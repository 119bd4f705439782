//! The search for the objects to which pointers lead.

use fixedbitset::FixedBitSet;

use super::{
    memory::Memory,
    value::{Known, ObjectId},
};

/// The objects that the last search has reached.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Whether the search needed no temporary variable to reach all objects that the run made.
    pub are_firm: bool,
    /// The objects that were reached.
    pub reached: FixedBitSet,
    /// The objects in which the search found the first pointer to another object.
    holders: FixedBitSet,
    /// The objects from which the search goes on, the next one last.
    pub pending: Vec<ObjectId>,
}

impl Marks {
    /// Forgets the last search.
    pub(crate) fn clear(&mut self) {
        self.are_firm = false;
        self.reached.clear();
        self.holders.clear();
        self.pending.clear();
    }

    /// Marks the pending objects and all objects to which pointers in them lead.
    pub(crate) fn spread<S: Copy + Default>(&mut self, memory: &Memory<S>) {
        let count = memory.ids().count();
        self.reached.grow(count);
        self.holders.grow(count);
        for id in &self.pending {
            self.reached.insert(id.index());
        }
        while let Some(id) = self.pending.pop() {
            for cell in memory.get(id).cells.pointing() {
                if let Known::Pointer(pointer) = cell.value.known
                    && !self.reached.put(pointer.object.index())
                {
                    self.holders.insert(id.index());
                    self.pending.push(pointer.object);
                }
            }
        }
    }

    /// Returns whether nothing is lost if the pointers in an object are overwritten: everything that was
    /// reached was reached without them. Holds only as long as nothing else was overwritten since the search.
    pub(crate) fn need_not(&self, id: ObjectId) -> bool {
        self.are_firm && !self.holders.contains(id.index())
    }
}
