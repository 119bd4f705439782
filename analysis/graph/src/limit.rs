//! Misuses of sizes, such as an index out of bounds: the subject of each misuse edge, and the reasons for
//! which a check may report the misuse.

use rustc_hash::FxHashMap;

use super::{EdgeId, ExprId, VarId};

/// The subject of a misuse of a size, in words for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The access or computation as the source writes it: `a[i]`.
    pub subject: String,
    /// A sentence that says what goes wrong: "`a[i]` lies past the end of `a`, which has 10 elements".
    pub certain: String,
    /// A sentence that says what can go wrong: "`a[i]` can lie past the end of `a`".
    pub possible: String,
    /// Whether the misuse happens on every run that reaches its location, without any condition.
    pub is_certain: bool,
    /// Whether the access itself is the reason to expect the misuse: `a[i % 7]` asks for the elements 0 to 6.
    pub is_evident: bool,
    /// The variables that decide whether the misuse happens, ascending.
    pub vars: Vec<VarId>,
    /// Whether the index, offset or size is too large; otherwise it is too small.
    pub is_above: bool,
}

impl Limit {
    /// Returns whether the misuse is expected without any reason elsewhere in the function.
    #[must_use]
    pub fn needs_no_reason(&self) -> bool {
        self.is_certain || self.is_evident
    }
}

/// A place in memory that receives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The variable with this id.
    Var(VarId),
    /// The cell at this address, as in `fread(&header, sizeof header, 1, in)` for `header.length`.
    Cell(ExprId),
}

/// The kind of evidence in the function itself that an index or size may lie outside its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A condition holds that still allows values outside the bounds, as `i <= 10` does for an array of 10
    /// elements.
    Condition,
    /// A condition holds that only values outside the bounds satisfy.
    Beyond,
    /// The variable is assigned a value that may lie outside the bounds.
    Assigned(VarId),
    /// The variable is moved one step too far, usually after a condition that allows only values inside the
    /// bounds.
    Moved(VarId),
    /// The value comes from outside the program, and nothing checks it.
    Outside {
        /// The place that receives the value first.
        place: Place,
        /// The library function that returned the value.
        callee: String,
    },
}

/// A reason to report misuses of a size: evidence that a value lies outside its bounds. A check starts to
/// follow the value at the edge where the evidence is ([`Limits::starts`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of evidence.
    pub because: Because,
    /// The edges of the misuses that the value may cause, ascending.
    pub misuses: Vec<EdgeId>,
    /// The edges of the misuses that a copy of the value may cause, ascending. They count only after an edge
    /// of `handed`.
    pub copied: Vec<EdgeId>,
    /// The edges after which the reason no longer holds, ascending: they write the value, or exclude that it
    /// is outside.
    pub ends: Vec<EdgeId>,
    /// The edges of which one must be taken before the value can lie outside its bounds. An empty list means
    /// that no such edge is needed.
    pub armed: Vec<EdgeId>,
    /// The edges that copy the value. After such an edge it does not matter what is written to the original.
    pub handed: Vec<EdgeId>,
}

/// The misuses of sizes in a function, with the reasons to report each misuse.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The subject of every misuse of a size. The key is the edge of the misuse.
    pub of: FxHashMap<EdgeId, Limit>,
    /// All reasons of the function.
    pub reasons: Vec<Reason>,
    /// The reasons that start at an edge, as indices into `reasons`. The key is the edge.
    pub starts: FxHashMap<EdgeId, Vec<u8>>,
}
