//! The first values of objects, as far as no edge assigns them.

use super::ExprId;

/// Objects with static storage that need care. Each is given by its address, or by its value if it is a
/// scalar.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// The static objects that the function itself declares. Other functions mean other objects by these
    /// names.
    pub own: Vec<ExprId>,
    /// The static objects whose first values are unknown, and of which it is unknown whether they ever
    /// change.
    pub kept: Vec<ExprId>,
}

/// The constant part of the initialiser of an object. On the edge that it belongs to, the object gets any
/// value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// The number of bytes of the object that are 0, except where `constants` and `strings` say otherwise.
    pub bytes: u64,
    /// Addresses inside the object, each with the constant stored there.
    pub constants: Vec<(ExprId, ExprId)>,
    /// Addresses of arrays inside the object, each with the string literal that is copied there.
    pub strings: Vec<(ExprId, ExprId)>,
}
