//! The values of `#if` expressions, which have the types `intmax_t` and `uintmax_t`.

/// The value of an `#if` expression: a signed or unsigned number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IfValue {
    pub bits: u64,
    pub unsigned: bool,
}

impl IfValue {
    pub(super) const ZERO: Self = Self::signed(0);

    pub(super) const fn signed(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    pub(super) const fn unsigned(bits: u64) -> Self {
        Self { bits, unsigned: true }
    }

    pub(super) fn truth(holds: bool) -> Self {
        Self::signed(i64::from(holds))
    }

    pub(super) fn is_true(self) -> bool {
        self.bits != 0
    }

    /// Returns the bits as a signed number.
    pub(super) fn number(self) -> i64 {
        self.bits as i64
    }
}
