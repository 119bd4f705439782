//! How far a property is with what it follows.

/// Something that has happened to what a property follows. Each property has its own few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// An object is freed.
    Freed,
    /// Its pointer was copied to where the function does not look, before it was freed.
    CopiedUnseen,
    /// Memory may hold a pointer to it.
    InMemory,
    /// It may be known to others.
    Escaped,
    /// A resource is closed.
    Closed,
    /// A lock is held in a way that others may share.
    Shared,
    /// The function has released a lock.
    Released,
    /// A value is a constant other than 0: only a divisor computed from it can be 0.
    NotZero,
    /// A value that may lie outside was handed on to a copy.
    HandedOn,
    /// It was moved to where it lies outside.
    Armed,
    /// It was compared with something above it.
    Above,
    /// It was compared with something below it.
    Below,
}

/// How far a property is with what it follows: why it follows it, and what has happened since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phase {
    /// One bit for each [`Mark`].
    marks: u16,
    reason: u8,
}

impl Phase {
    /// Nothing has happened yet to what is followed for a reason, by a number of the property's own.
    pub fn because(reason: u8) -> Self {
        Self { marks: 0, reason }
    }

    /// The number of the reason; 0 if the property has only one.
    pub fn reason(self) -> u8 {
        self.reason
    }

    /// Whether something has happened.
    pub fn has(self, mark: Mark) -> bool {
        self.marks & mark.bit() != 0
    }

    /// The same where something has happened, too.
    #[must_use]
    pub fn with(self, mark: Mark) -> Self {
        Self { marks: self.marks | mark.bit(), ..self }
    }

    /// The same where something has happened, too, if it `has`.
    #[must_use]
    pub fn with_if(self, has: bool, mark: Mark) -> Self {
        if has { self.with(mark) } else { self }
    }

    /// The phase as a number.
    pub fn code(self) -> u32 {
        u32::from(self.marks) << 8 | u32::from(self.reason)
    }

    /// The phase that a number stands for.
    pub fn of_code(code: u32) -> Self {
        Self { marks: (code >> 8) as u16, reason: code as u8 }
    }
}

impl From<Mark> for Phase {
    fn from(mark: Mark) -> Self {
        Self::default().with(mark)
    }
}

impl Mark {
    fn bit(self) -> u16 {
        1 << self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Phase};

    #[test]
    fn a_phase_is_its_number() {
        let phase = Phase::because(200).with(Mark::Above).with_if(false, Mark::Below);
        assert_eq!(Phase::of_code(phase.code()), phase);
        assert!(phase.has(Mark::Above) && !phase.has(Mark::Below));
        assert_eq!(phase.reason(), 200);
    }
}
