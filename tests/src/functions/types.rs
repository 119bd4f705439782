//! The integer types of parameters and local variables, with their ranges on LP64.

/// The integer type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    Kind,
}

/// The types to choose from. `int` and `unsigned` are more frequent, as in real code.
pub(super) const TYPES: [Type; 14] = [
    Type::Int,
    Type::Int,
    Type::Int,
    Type::Unsigned,
    Type::Unsigned,
    Type::Bool,
    Type::Char,
    Type::SignedChar,
    Type::UnsignedChar,
    Type::Short,
    Type::UnsignedShort,
    Type::Long,
    Type::UnsignedLong,
    Type::Kind,
];

impl Type {
    /// Returns the type as C spells it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SignedChar => "signed char",
            Self::UnsignedChar => "unsigned char",
            Self::Short => "short",
            Self::UnsignedShort => "unsigned short",
            Self::Int => "int",
            Self::Unsigned => "unsigned",
            Self::Long => "long",
            Self::UnsignedLong => "unsigned long",
            Self::Kind => "enum kind",
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Self::Char | Self::SignedChar | Self::Short | Self::Int | Self::Long)
    }

    fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Char | Self::SignedChar | Self::UnsignedChar => 8,
            Self::Short | Self::UnsignedShort => 16,
            Self::Int | Self::Unsigned | Self::Kind => 32,
            Self::Long | Self::UnsignedLong => 64,
        }
    }

    /// Returns the smallest value of the type.
    pub(super) fn least(self) -> i128 {
        if self.is_signed() { -(1 << (self.bits() - 1)) } else { 0 }
    }

    /// Returns the largest value of the type.
    pub(super) fn greatest(self) -> i128 {
        (1 << (self.bits() - u32::from(self.is_signed()))) - 1
    }
}

/// Returns a constant as C spells it, with a suffix if its type needs one.
pub(super) fn literal(value: i128) -> String {
    match value {
        _ if value == Type::Int.least() => "(-2147483647 - 1)".to_owned(),
        _ if value == Type::Long.least() => "(-9223372036854775807L - 1)".to_owned(),
        _ if value > Type::Long.greatest() => format!("{value}UL"),
        _ if value > Type::Unsigned.greatest() || value < Type::Int.least() => format!("{value}L"),
        _ if value > Type::Int.greatest() => format!("{value}u"),
        _ => value.to_string(),
    }
}
