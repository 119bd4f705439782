//! The values of quick forms.

use crate::value::{Known, ObjectId, Pointer};

/// A number, or a pointer to a known place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// The object to which the pointer leads; `None` for a number.
    pub object: Option<ObjectId>,
    /// The number, or the pointer's offset in bytes.
    pub number: i128,
}

impl Word {
    /// The number 0.
    pub(crate) const ZERO: Self = Self::number(0);

    /// Returns a number as a word.
    #[inline]
    pub(crate) const fn number(number: i128) -> Self {
        Self { object: None, number }
    }

    /// Returns a pointer as a word.
    #[inline]
    pub(crate) const fn pointer(object: ObjectId, offset: i128) -> Self {
        Self { object: Some(object), number: offset }
    }

    /// Returns what is known of a value as a word; `None` for other values.
    #[inline]
    pub(crate) fn of(known: Known) -> Option<Self> {
        match known {
            Known::Number(number) => Some(Self::number(number)),
            Known::Pointer(Pointer { object, offset: Some(offset) }) => Some(Self::pointer(object, offset)),
            Known::Pointer(_) | Known::Real(_) | Known::NotZero { .. } | Known::Nothing => None,
        }
    }

    /// Returns the word as it is kept in memory.
    #[inline]
    pub(crate) fn known(self) -> Known {
        match self.object {
            Some(object) => Known::Pointer(Pointer { object, offset: Some(self.number) }),
            None => Known::Number(self.number),
        }
    }

    /// Returns the number; `None` for a pointer.
    #[inline]
    pub(crate) fn as_number(self) -> Option<i128> {
        if self.object.is_none() { Some(self.number) } else { None }
    }

    /// Returns whether the word counts as true.
    #[inline]
    pub(crate) fn truth(self) -> bool {
        self.object.is_some() || self.number != 0
    }
}
