//! What the edges of misuses of sizes are about, and why a check may report them.

use rustc_hash::FxHashMap;

use super::{EdgeId, VarId};

/// What a misuse of a size is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is accessed or computed, as written: `a[i]`.
    pub subject: String,
    /// What goes wrong, as a sentence: "`a[i]` lies past the end of `a`, which has 10 elements".
    pub certain: String,
    /// That it can go wrong, likewise.
    pub possible: String,
    /// It needs no condition to happen.
    pub is_certain: bool,
    /// The variables that decide it, ascending.
    pub vars: Vec<VarId>,
    /// A value that is too large, or one that is too small.
    pub is_above: bool,
}

/// Why a value may lie outside: what the function itself says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A condition leaves it there.
    Condition,
    /// A condition finds it there.
    Beyond,
    /// It is assigned.
    Assigned(VarId),
    /// It is moved on by one step too many.
    Moved(VarId),
    /// It comes from outside the program.
    Outside {
        /// The variable that has it first.
        var: VarId,
        /// The function that gave it.
        callee: String,
    },
}

/// A reason that starts at an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Why.
    pub because: Because,
    /// The misuses of the value that it may lead to, ascending.
    pub misuses: Vec<EdgeId>,
    /// Those of a copy, ascending.
    pub copied: Vec<EdgeId>,
    /// Where it ends, ascending: values are written, or excluded.
    pub ends: Vec<EdgeId>,
    /// The edges of which one must be taken before the value lies outside, if there are any.
    pub armed: Vec<EdgeId>,
    /// The edges that hand the value on to a copy, for which it does not matter what is written from there on.
    pub handed: Vec<EdgeId>,
}

/// The limits of a function.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// By the edge of the misuse.
    pub of: FxHashMap<EdgeId, Limit>,
    /// All reasons.
    pub reasons: Vec<Reason>,
    /// The reasons that start at an edge, as indices.
    pub starts: FxHashMap<EdgeId, Vec<u8>>,
}
