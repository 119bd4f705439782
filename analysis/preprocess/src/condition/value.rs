//! Values of `intmax_t` and `uintmax_t`.

/// A value of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub bits: u64,
    pub unsigned: bool,
}

impl Value {
    pub const ZERO: Self = Self::signed(0);

    pub const fn signed(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    pub const fn unsigned(bits: u64) -> Self {
        Self { bits, unsigned: true }
    }

    pub fn truth(holds: bool) -> Self {
        Self::signed(i64::from(holds))
    }

    pub fn is_true(self) -> bool {
        self.bits != 0
    }

    /// As a signed number.
    pub fn number(self) -> i64 {
        self.bits as i64
    }
}
