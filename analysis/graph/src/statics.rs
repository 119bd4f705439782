//! What is known of first values besides what edges say.

use super::ExprId;

/// Objects with static storage, each as its address, or as its value if it is a scalar.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// The function declares them itself: other functions mean something else by their names.
    pub own: Vec<ExprId>,
    /// It is not known whether anything ever changes their first values, nor what these are.
    pub kept: Vec<ExprId>,
}

/// What an initialiser gives an object that becomes any value on an edge, as far as constants go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// So many bytes of the object are 0 but for what is given to them.
    pub bytes: u64,
    /// Places in it with the constants that are given to them.
    pub constants: Vec<(ExprId, ExprId)>,
    /// Arrays in it with the string literals that are copied into them.
    pub strings: Vec<(ExprId, ExprId)>,
}
