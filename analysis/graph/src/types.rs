//! C types, as far as the proofs need them.

use borsh::{BorshDeserialize, BorshSerialize};

/// An integer type of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct IntType {
    /// Width in bits: 1 (`_Bool`), 8, 16, 32 or 64; 120 for [`Self::WIDE`].
    pub bits: u8,
    /// Whether the type is signed.
    pub signed: bool,
}

impl IntType {
    /// The type `int` of most targets, and that of truth values in the graph.
    pub const INT: Self = Self { bits: 32, signed: true };
    /// The type `unsigned int` of most targets.
    pub const UINT: Self = Self { bits: 32, signed: false };
    /// The largest signed type.
    pub const LONG: Self = Self { bits: 64, signed: true };
    /// The largest unsigned type, which holds every size and address.
    pub const ULONG: Self = Self { bits: 64, signed: false };
    /// A 120-bit type that holds every sum and product in computations of sizes, so that they are exact. No
    /// variable of a program has this type.
    pub const WIDE: Self = Self { bits: 120, signed: true };
    /// The type `_Bool`.
    pub const BOOL: Self = Self { bits: 1, signed: false };

    /// Returns the smallest value of the type.
    pub fn min(self) -> i128 {
        if self.signed { -(1_i128 << (self.bits - 1)) } else { 0 }
    }

    /// Returns the largest value of the type.
    pub fn max(self) -> i128 {
        if self.signed { (1_i128 << (self.bits - 1)) - 1 } else { (1_i128 << self.bits) - 1 }
    }

    /// Returns a value converted to the type by C's rules: modulo 2 to the power of the width, or 0 or 1 for
    /// `_Bool`.
    pub fn wrapped(self, value: i128) -> i128 {
        if self == Self::BOOL {
            return i128::from(value != 0);
        }
        let low = value & ((1_i128 << self.bits) - 1);
        if self.signed && low > self.max() { low - (1_i128 << self.bits) } else { low }
    }
}

/// The type of a variable or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Type {
    /// An integer type, including enumerations and `_Bool`.
    Int(IntType),
    /// A pointer to data or to a function. Its value 0 is NULL, and every valid object has an address of at
    /// least 1.
    Pointer,
    /// A floating type such as `float` or `double`, with its size in bytes. Its expressions have any value.
    Float(u8),
    /// An unknown type, or one wider than 64 bits. Its expressions have any value, without a range.
    Unknown,
    /// The type `void`: no value.
    Void,
}

impl Type {
    /// The type `int`, which is also the type of conditions.
    pub const INT: Self = Self::Int(IntType::INT);

    /// Returns a number as readers know it: the bounds of large types by their names in `limits.h`.
    pub fn number_text(self, number: i128) -> String {
        let names = match self {
            Self::Int(IntType::INT) => ["INT_MIN", "INT_MAX"],
            Self::Int(IntType::UINT) => ["0", "UINT_MAX"],
            Self::Int(IntType::LONG) => ["LONG_MIN", "LONG_MAX"],
            Self::Int(IntType::ULONG) => ["0", "ULONG_MAX"],
            Self::Int(_) | Self::Pointer | Self::Float(_) | Self::Unknown | Self::Void => {
                return number.to_string();
            }
        };
        match self.bounds() {
            (least, _) if number == least => names[0].to_owned(),
            (_, most) if number == most => names[1].to_owned(),
            _ => number.to_string(),
        }
    }

    /// Returns the smallest and the largest value of the type, both inclusive; for a pointer, those of its
    /// bits as an unsigned number. For a type without a range, returns the bounds of `i128`.
    pub fn bounds(self) -> (i128, i128) {
        match self {
            Self::Int(IntType::WIDE) | Self::Float(_) | Self::Unknown | Self::Void => (i128::MIN, i128::MAX),
            Self::Int(int) => (int.min(), int.max()),
            Self::Pointer => (IntType::ULONG.min(), IntType::ULONG.max()),
        }
    }

    /// Returns the integer type if it is one.
    pub fn as_int(self) -> Option<IntType> {
        if let Self::Int(int) = self { Some(int) } else { None }
    }
}
