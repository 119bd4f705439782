//! The order in which a SAT search decides bits, and the lengths of its phases between restarts.

/// The number that stands for no bit or no clause.
pub(super) const NONE: u32 = u32::MAX;

/// The place of a bit in the list of all bits: its neighbours, and when it was last moved to the front.
#[derive(Clone, Copy, Default)]
struct Turn {
    before: u32,
    behind: u32,
    stamp: u64,
}

/// All bits as a linked list. The bits of recent conflicts come first.
pub(super) struct Order {
    turns: Vec<Turn>,
    first: u32,
    /// The bit from which on to look for the next bit without a value: all bits before it have values.
    next: u32,
    stamp: u64,
}

impl Order {
    /// Returns the list of `bits` bits, of which there must be at least one. The highest number comes first:
    /// gates come before their inputs, so that a search compares gates before it tries inputs one by one.
    pub(super) fn new(bits: usize) -> Self {
        let turn = |bit: usize| Turn {
            before: if bit + 1 == bits { NONE } else { bit as u32 + 1 },
            behind: if bit == 0 { NONE } else { bit as u32 - 1 },
            stamp: bit as u64 + 1,
        };
        let first = bits as u32 - 1;
        Self { turns: (0..bits).map(turn).collect(), first, next: first, stamp: bits as u64 }
    }

    /// Returns when a bit was last moved to the front: a larger number is later.
    pub(super) fn stamp(&self, bit: usize) -> u64 {
        self.turns[bit].stamp
    }

    /// Returns the first bit that has no value. None if all bits have one.
    pub(super) fn next(&mut self, mut is_free: impl FnMut(u32) -> bool) -> Option<u32> {
        while !is_free(self.next) {
            match self.turns[self.next as usize].behind {
                NONE => return None,
                behind => self.next = behind,
            }
        }
        Some(self.next)
    }

    /// Notes that a bit lost its value.
    pub(super) fn is_free(&mut self, bit: u32) {
        if self.turns[bit as usize].stamp > self.turns[self.next as usize].stamp {
            self.next = bit;
        }
    }

    /// Moves a bit, which has a value now, to the front. It is decided before all others once it has none any
    /// more.
    pub(super) fn move_to_front(&mut self, bit: u32) {
        self.stamp += 1;
        let Turn { before, behind, .. } = self.turns[bit as usize];
        self.turns[bit as usize].stamp = self.stamp;
        if before == NONE {
            return;
        }
        self.turns[before as usize].behind = behind;
        if behind != NONE {
            self.turns[behind as usize].before = before;
        }
        if self.next == bit {
            self.next = before;
        }
        self.turns[self.first as usize].before = bit;
        self.turns[bit as usize] = Turn { before: NONE, behind: self.first, stamp: self.stamp };
        self.first = bit;
    }
}

/// Returns the number at position `at`, counted from 1, of Luby's sequence: 1 1 2 1 1 2 4 1 1 2 …
pub(super) fn luby(mut at: u64) -> u64 {
    loop {
        let power = (at + 1).next_power_of_two();
        if power == at + 1 {
            return power / 2;
        }
        at -= power / 2 - 1;
    }
}
