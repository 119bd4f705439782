//! Phases: what has happened to the object or value that a property follows.

/// An event in the life of a followed object or value. Each property uses a few of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// An object is freed.
    Freed,
    /// Before the free, a pointer to the object was copied to a variable that the function does not read.
    CopiedUnseen,
    /// Another value has replaced the pointer to the object that the followed place held.
    Replaced,
    /// Memory may hold a pointer to the object.
    InMemory,
    /// Other code may have a pointer to the object.
    Escaped,
    /// A resource is closed.
    Closed,
    /// A lock is held for reading, so that other threads may hold it as well.
    Shared,
    /// The function has released a lock.
    Released,
    /// The followed value is a constant other than 0: not the value, but a divisor computed from it can be 0.
    NotZero,
    /// A value that may lie outside a bound was copied to another variable.
    HandedOn,
    /// The value was moved so that it may lie beyond its bound.
    Armed,
    /// The value was compared with an upper bound.
    Above,
    /// The value was compared with a lower bound.
    Below,
    /// The value is only inferred from the habits of other functions.
    Inferred,
}

/// The phase of a followed object or value: the reason for following it, and the events since then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phase {
    /// One bit for each [`Mark`].
    marks: u16,
    reason: u8,
}

impl Phase {
    /// Returns the phase without events of an object that is followed for a reason. Each property numbers its
    /// reasons.
    pub fn because(reason: u8) -> Self {
        Self { marks: 0, reason }
    }

    /// Returns the number of the reason; 0 if the property has only one.
    pub fn reason(self) -> u8 {
        self.reason
    }

    /// Returns whether an event has happened to the followed object or value.
    pub fn has(self, mark: Mark) -> bool {
        self.marks & mark.bit() != 0
    }

    /// Returns the phase with one more event.
    #[must_use]
    pub fn with(self, mark: Mark) -> Self {
        Self { marks: self.marks | mark.bit(), ..self }
    }

    /// Returns the phase with one more event if `has`, else the same phase.
    #[must_use]
    pub fn with_if(self, has: bool, mark: Mark) -> Self {
        if has { self.with(mark) } else { self }
    }

    /// Returns the phase as a number.
    pub fn code(self) -> u32 {
        u32::from(self.marks) << 8 | u32::from(self.reason)
    }

    /// Returns the phase that a number stands for.
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
