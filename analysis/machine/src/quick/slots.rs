//! The values of a call's variables, apart from memory while steps are taken in their quick forms.
//!
//! Only variables of which nobody else has the address have a slot. A value that was written to a slot is
//! brought into memory ([`Slots::changed`]) before anything but a quick form looks at memory. Whoever else
//! gives a variable a value makes its slot invalid.

use super::word::Word;
use csieve_graph::{Type, VarId};

/// A scalar variable whose values may be words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub id: VarId,
    pub ty: Type,
    /// The number of bytes that its object must have at least; 0 if it has them for certain.
    pub width: u8,
    /// Whether the variable has a slot.
    pub has_slot: bool,
}

/// The value of a variable, if the slot is valid.
#[derive(Clone, Copy, Debug)]
struct Slot {
    word: Word,
    /// The age of the slots in which the value was found or written.
    age: u64,
    /// Whether memory has an older value.
    is_changed: bool,
}

impl Slot {
    const INVALID: Self = Self { word: Word::ZERO, age: 0, is_changed: false };
}

/// The slots of a call.
#[derive(Debug)]
pub(crate) struct Slots {
    all: Vec<Slot>,
    /// Slots of another age are not valid.
    age: u64,
    /// The variables whose slots may have changed.
    changed: Vec<VarId>,
}

impl Slots {
    /// Creates slots for a number of variables, none of them valid.
    pub(crate) fn new(count: usize) -> Self {
        Self { all: vec![Slot::INVALID; count], age: 1, changed: Vec::new() }
    }

    /// Returns the value of a variable, if its slot is valid.
    #[inline(always)]
    pub(crate) fn get(&self, var: VarId) -> Option<Word> {
        let slot = &self.all[var.index()];
        if slot.age == self.age { Some(slot.word) } else { None }
    }

    /// Keeps the value that a variable has in memory.
    pub(crate) fn fill(&mut self, var: VarId, word: Word) {
        self.all[var.index()] = Slot { word, age: self.age, is_changed: false };
    }

    /// Gives a variable its first value, which is not in memory.
    pub(crate) fn start(&mut self, var: VarId, word: Word) {
        self.all[var.index()] = Slot { word, age: self.age, is_changed: true };
        self.changed.push(var);
    }

    /// Gives a variable whose slot is valid a new value. Returns whether the old one was a pointer.
    #[inline(always)]
    pub(crate) fn write(&mut self, var: VarId, word: Word) -> bool {
        let slot = &mut self.all[var.index()];
        let had = slot.word.object.is_some();
        slot.word = word;
        if !slot.is_changed {
            slot.is_changed = true;
            self.changed.push(var);
        }
        had
    }

    /// Makes the slot of a variable invalid, whose value in memory counts.
    pub(crate) fn forget(&mut self, var: VarId) {
        let slot = &mut self.all[var.index()];
        slot.age = 0;
        slot.is_changed = false;
    }

    /// Makes all slots invalid, for another call with a number of variables.
    pub(crate) fn renew(&mut self, count: usize) {
        self.age += 1;
        self.changed.clear();
        if self.all.len() < count {
            self.all.resize(count, Slot::INVALID);
        }
    }

    /// Returns the next variable whose value has to be brought into memory, and the value.
    pub(crate) fn changed(&mut self) -> Option<(VarId, Word)> {
        while let Some(var) = self.changed.pop() {
            let slot = &mut self.all[var.index()];
            if std::mem::take(&mut slot.is_changed) {
                return Some((var, slot.word));
            }
        }
        None
    }
}
