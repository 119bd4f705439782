//! The data model of a target: the sizes, alignments and signs of its types.

use borsh::{BorshDeserialize, BorshSerialize};

/// How a target represents the types of C. A byte has 8 bits on all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct DataModel {
    /// Whether `char` is signed.
    pub char_is_signed: bool,
    /// The width of `short` in bits.
    pub short: u8,
    /// The width of `int` in bits.
    pub int: u8,
    /// The width of `long` in bits.
    pub long: u8,
    /// The width of `long long` in bits.
    pub long_long: u8,
    /// The width of a pointer to data in bits.
    pub pointer: u8,
    /// The width of `size_t` and `ptrdiff_t` in bits.
    pub size: u8,
    /// The width of `wchar_t` in bits.
    pub wchar: u8,
    /// Whether `wchar_t` is signed.
    pub wchar_is_signed: bool,
    /// The size of `double` in bytes.
    pub double: u8,
    /// The size of `long double` in bytes.
    pub long_double: u8,
    /// The greatest alignment of a scalar in bytes.
    pub alignment: u8,
    /// Whether an enumeration has the smallest type that holds its values, in place of `int`.
    pub short_enums: bool,
    /// Whether bit-fields of types of different sizes have units of their own, as Microsoft's compiler lays them out.
    pub separate_bit_fields: bool,
    /// Whether the first byte of a number is its most significant one.
    pub is_big_endian: bool,
}

impl DataModel {
    /// 64-bit Linux on x86.
    pub const LP64: Self = Self {
        char_is_signed: true,
        short: 16,
        int: 32,
        long: 64,
        long_long: 64,
        pointer: 64,
        size: 64,
        wchar: 32,
        wchar_is_signed: true,
        double: 8,
        long_double: 16,
        alignment: 16,
        short_enums: false,
        separate_bit_fields: false,
        is_big_endian: false,
    };

    /// 32-bit Linux on x86.
    pub const I386: Self =
        Self { long: 32, pointer: 32, size: 32, long_double: 12, alignment: 4, ..Self::LP64 };

    /// 32-bit machines that align 8-byte numbers to 8 bytes and have no longer `double`, such as ARM.
    pub const ILP32: Self = Self { long_double: 8, alignment: 8, ..Self::I386 };

    /// Machines whose `int` and pointers have 16 bits, such as AVR.
    pub const IP16: Self = Self {
        int: 16,
        long: 32,
        pointer: 16,
        size: 16,
        wchar: 16,
        double: 4,
        long_double: 4,
        alignment: 1,
        ..Self::LP64
    };

    /// Returns the size of a pointer in bytes.
    pub const fn pointer_bytes(&self) -> u8 {
        self.pointer.div_ceil(8)
    }
}

impl Default for DataModel {
    fn default() -> Self {
        Self::LP64
    }
}
