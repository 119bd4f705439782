//! The types of the graph as a target represents them.

use csieve_base::model::DataModel;

use super::{IntType, Type};

impl IntType {
    const fn unsigned(bits: u8) -> Self {
        Self { bits, signed: false }
    }

    const fn signed(bits: u8) -> Self {
        Self { bits, signed: true }
    }

    /// The type `char`.
    pub const fn char_of(model: DataModel) -> Self {
        Self { bits: 8, signed: model.char_is_signed }
    }

    /// The type `short`.
    pub const fn short_of(model: DataModel) -> Self {
        Self::signed(model.short)
    }

    /// The type `int`.
    pub const fn int_of(model: DataModel) -> Self {
        Self::signed(model.int)
    }

    /// The type `long`.
    pub const fn long_of(model: DataModel) -> Self {
        Self::signed(model.long)
    }

    /// The type `long long`.
    pub const fn long_long_of(model: DataModel) -> Self {
        Self::signed(model.long_long)
    }

    /// The type `size_t`.
    pub const fn size_of(model: DataModel) -> Self {
        Self::unsigned(model.size)
    }

    /// The type `ptrdiff_t`.
    pub const fn difference_of(model: DataModel) -> Self {
        Self::signed(model.size)
    }

    /// The type `uintptr_t`, which has the values of addresses.
    pub const fn address_of(model: DataModel) -> Self {
        Self::unsigned(model.pointer)
    }

    /// The type `wchar_t`.
    pub const fn wide_char_of(model: DataModel) -> Self {
        Self { bits: model.wchar, signed: model.wchar_is_signed }
    }

    /// Returns the unsigned type of the same width.
    #[must_use]
    pub const fn as_unsigned(self) -> Self {
        Self::unsigned(self.bits)
    }
}

impl Type {
    /// Returns how many bytes a number or pointer takes in memory; `None` for other types.
    pub fn bytes(self, model: DataModel) -> Option<u8> {
        match self {
            Self::Int(IntType::WIDE) | Self::Unknown | Self::Void => None,
            Self::Int(int) => Some(int.bits.div_ceil(8)),
            Self::Pointer => Some(model.pointer_bytes()),
            Self::Float(bytes) => Some(bytes),
        }
    }

    /// Returns whether a conversion of a pointer to the type loses nothing.
    pub fn keeps_pointer(self, model: DataModel) -> bool {
        match self {
            Self::Int(int) => int != IntType::WIDE && int.bits >= model.pointer,
            Self::Pointer => true,
            Self::Float(_) | Self::Unknown | Self::Void => false,
        }
    }

    /// Returns whether a value of the type may be a pointer or hold one after a conversion.
    pub fn can_point(self, model: DataModel) -> bool {
        self == Self::Unknown || self.keeps_pointer(model)
    }
}
