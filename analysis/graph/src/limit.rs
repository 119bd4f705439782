//! Misuses of sizes: the subject of each misuse edge, and the reasons for which a check may report it.

use rustc_hash::FxHashMap;

use super::{EdgeId, VarId};

/// The subject of a misuse of a size, in words for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The access or computation as the source writes it: `a[i]`.
    pub subject: String,
    /// A sentence that says what goes wrong: "`a[i]` lies past the end of `a`, which has 10 elements".
    pub certain: String,
    /// A sentence that says what can go wrong.
    pub possible: String,
    /// Whether the misuse happens on every run that comes there, without any condition.
    pub is_certain: bool,
    /// The variables that decide whether the misuse happens, ascending.
    pub vars: Vec<VarId>,
    /// Whether the value is too large; otherwise it is too small.
    pub is_above: bool,
}

/// The kind of evidence in the function itself that a value may lie outside its object's bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A condition holds that still allows values outside.
    Condition,
    /// A condition holds that only values outside satisfy.
    Beyond,
    /// The variable is assigned a value that may lie outside.
    Assigned(VarId),
    /// The variable is moved one step too far, usually after a condition that allows only values inside.
    Moved(VarId),
    /// The value comes from outside the program, and nothing checks it.
    Outside {
        /// The variable that receives the value first.
        var: VarId,
        /// The library function that returned the value.
        callee: String,
    },
}

/// A reason to report misuses of a size. A check starts to follow the value at the edge where the reason
/// starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of evidence.
    pub because: Because,
    /// The misuse edges of the value that this reason may lead to, ascending.
    pub misuses: Vec<EdgeId>,
    /// The misuse edges of a copy of the value, ascending. They count only after an edge of `handed`.
    pub copied: Vec<EdgeId>,
    /// The edges where the reason ends, ascending: they write the values, or exclude the values outside.
    pub ends: Vec<EdgeId>,
    /// The edges of which one must be taken before the value can lie outside. If the list is empty, it may
    /// lie outside at once.
    pub armed: Vec<EdgeId>,
    /// The edges that copy the value. After such an edge it does not matter what is written to the original.
    pub handed: Vec<EdgeId>,
}

/// The misuses of sizes in a function, with the reasons to report them.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The subject of every misuse of a size, by the edge of the misuse.
    pub of: FxHashMap<EdgeId, Limit>,
    /// All reasons of the function.
    pub reasons: Vec<Reason>,
    /// The reasons that start at an edge, as indices into `reasons`.
    pub starts: FxHashMap<EdgeId, Vec<u8>>,
}
