//! Integer types and conversions to them.

use super::Interval;
use csieve_graph::IntType;

impl Interval {
    /// All values of a type.
    pub fn of_type(ty: IntType) -> Self {
        if ty == IntType::WIDE { Self::TOP } else { Self::new(ty.min(), ty.max()) }
    }

    /// The values converted to a type, as C says: exact if they stay neighbours, else all of the type.
    #[must_use]
    pub fn wrap(self, ty: IntType) -> Self {
        if ty == IntType::WIDE {
            return self;
        }
        // `_Bool` does not truncate: whatever is not 0 becomes 1.
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

    /// How many times `2^bits` all its integers are above those of the type; none if they differ in that.
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
