//! The order in which a search decides bits, and how long it goes on before it begins anew.

/// No bit, or nothing else with a number.
pub(super) const NONE: u32 = u32::MAX;

/// Where a bit stands.
#[derive(Clone, Copy, Default)]
struct Turn {
    before: u32,
    behind: u32,
    stamp: u64,
}

/// All bits, those that were in conflicts lately first.
pub(super) struct Order {
    turns: Vec<Turn>,
    first: u32,
    /// No bit before this one is free.
    next: u32,
    stamp: u64,
}

impl Order {
    /// Some bits, by number; there is one at least.
    pub(super) fn new(bits: usize) -> Self {
        let turn = |bit: usize| Turn {
            before: if bit == 0 { NONE } else { bit as u32 - 1 },
            behind: if bit + 1 == bits { NONE } else { bit as u32 + 1 },
            stamp: (bits - bit) as u64,
        };
        Self { turns: (0..bits).map(turn).collect(), first: 0, next: 0, stamp: bits as u64 }
    }

    /// When a bit was moved to the front.
    pub(super) fn stamp(&self, bit: usize) -> u64 {
        self.turns[bit].stamp
    }

    /// The first free bit.
    pub(super) fn next(&mut self, mut is_free: impl FnMut(u32) -> bool) -> Option<u32> {
        while !is_free(self.next) {
            match self.turns[self.next as usize].behind {
                NONE => return None,
                behind => self.next = behind,
            }
        }
        Some(self.next)
    }

    /// A bit is free again.
    pub(super) fn is_free(&mut self, bit: u32) {
        if self.turns[bit as usize].stamp > self.turns[self.next as usize].stamp {
            self.next = bit;
        }
    }

    /// Lets a bit, which is not free, be decided before all others once it is.
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

/// Luby's sequence: 1 1 2 1 1 2 4 1 1 2 …
pub(super) fn luby(mut at: u64) -> u64 {
    loop {
        let power = (at + 1).next_power_of_two();
        if power == at + 1 {
            return power / 2;
        }
        at -= power / 2 - 1;
    }
}
