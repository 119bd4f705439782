//! Intervals of integer types, and conversions to these types.

use super::Interval;
use csieve_graph::IntType;

impl Interval {
    /// Returns the interval of all values of an integer type.
    pub fn of_type(ty: IntType) -> Self {
        if ty == IntType::WIDE { Self::TOP } else { Self::new(ty.min(), ty.max()) }
    }

    /// Returns the values converted to a type as in C. The result is exact if the converted values are
    /// contiguous, otherwise it is all values of the type.
    #[must_use]
    pub fn wrap(self, ty: IntType) -> Self {
        if ty == IntType::WIDE {
            return self;
        }
        // `_Bool` does not truncate: all values other than 0 become 1.
        if ty == IntType::BOOL && !self.is_empty() {
            return match (self == Self::ZERO, self.contains(0)) {
                (true, _) => Self::ZERO,
                (_, false) => Self::ONE,
                _ => Self::BOOL,
            };
        }
        match self.window(ty) {
            Some(window) if !self.is_empty() => {
                let shift = window << ty.bits;
                Self::new(self.low - shift, self.high - shift)
            }
            _ if self.is_empty() => Self::EMPTY,
            _ => Self::of_type(ty),
        }
    }

    /// Returns the number of times that `2^bits` has to be subtracted from the integers of the interval to
    /// bring them into the range of the type; None if that number is not the same for all of them, or a bound
    /// is beyond `2^120`.
    pub(crate) fn window(self, ty: IntType) -> Option<i128> {
        let limit = 1_i128 << 120;
        if self.is_empty() {
            return Some(0);
        }
        if self.low < -limit || self.high > limit {
            return None;
        }
        let window = |value: i128| (value - ty.min()) >> ty.bits;
        (window(self.low) == window(self.high)).then(|| window(self.low))
    }
}
