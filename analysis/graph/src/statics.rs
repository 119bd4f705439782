//! The values that objects have before any edge assigns to them.

use super::ExprId;

/// Objects with static storage whose first values need care. Each object is given by its address, or by its
/// value if it is a scalar.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// The static objects that are declared inside the function. The same names mean other objects in other
    /// functions.
    pub own: Vec<ExprId>,
    /// The static objects whose first values are unknown, and that may keep these values for the whole run.
    pub kept: Vec<ExprId>,
}

/// The constant part of the initialiser of an object. On the edge that is the key in `Cfg::initials`, the
/// object gets any value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// The number of bytes of the object that are 0, except where `constants` and `strings` say otherwise.
    pub bytes: u64,
    /// Addresses inside the object, each with the constant stored there.
    pub constants: Vec<(ExprId, ExprId)>,
    /// Addresses of arrays inside the object, each with the string literal that is copied there.
    pub strings: Vec<(ExprId, ExprId)>,
}
