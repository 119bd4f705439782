//! C types as far as the proofs need them.

/// An integer type of the target (LP64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// Width in bits: 1 (`_Bool`), 8, 16, 32 or 64; 120 for [`Self::WIDE`].
    pub bits: u8,
    /// Whether it is signed.
    pub signed: bool,
}

impl IntType {
    /// `int`
    pub const INT: Self = Self { bits: 32, signed: true };
    /// `unsigned int`
    pub const UINT: Self = Self { bits: 32, signed: false };
    /// `long`
    pub const LONG: Self = Self { bits: 64, signed: true };
    /// `unsigned long`, `size_t`
    pub const ULONG: Self = Self { bits: 64, signed: false };
    /// Holds every sum and product that sizes are computed with: integers as mathematics has them. No variable of a
    /// program has this type.
    pub const WIDE: Self = Self { bits: 120, signed: true };
    /// `_Bool`
    pub const BOOL: Self = Self { bits: 1, signed: false };

    /// Smallest value, inclusive.
    pub fn min(self) -> i128 {
        if self.signed { -(1_i128 << (self.bits - 1)) } else { 0 }
    }

    /// Largest value, inclusive.
    pub fn max(self) -> i128 {
        if self.signed { (1_i128 << (self.bits - 1)) - 1 } else { (1_i128 << self.bits) - 1 }
    }

    /// A value converted to the type as C says.
    pub fn wrapped(self, value: i128) -> i128 {
        if self == Self::BOOL {
            return i128::from(value != 0);
        }
        let low = value & ((1_i128 << self.bits) - 1);
        if self.signed && low > self.max() { low - (1_i128 << self.bits) } else { low }
    }
}

/// The type of a variable or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer, enumerations and `_Bool` included.
    Int(IntType),
    /// A data or function pointer: 0 is NULL, every valid object is at least 1.
    Pointer,
    /// `float`, `double`: any value.
    Float,
    /// Not known, or wider than 64 bits: any value, no range.
    Unknown,
    /// No value.
    Void,
}

impl Type {
    /// `int`, the type of conditions.
    pub const INT: Self = Self::Int(IntType::INT);

    /// Whether a value of the type may be a pointer, perhaps converted.
    pub fn can_point(self) -> bool {
        match self {
            Self::Int(int) => int.bits == 64,
            Self::Pointer | Self::Unknown => true,
            Self::Float | Self::Void => false,
        }
    }

    /// The smallest and the largest value, inclusive; a pointer counts as its bits. Where any value is possible, the ends of
    /// what is computed with.
    pub fn bounds(self) -> (i128, i128) {
        match self {
            Self::Int(IntType::WIDE) | Self::Float | Self::Unknown | Self::Void => (i128::MIN, i128::MAX),
            Self::Int(int) => (int.min(), int.max()),
            Self::Pointer => (IntType::ULONG.min(), IntType::ULONG.max()),
        }
    }

    /// The integer type behind it, if it is one.
    pub fn as_int(self) -> Option<IntType> {
        match self {
            Self::Int(int) => Some(int),
            _ => None,
        }
    }
}
