//! Notes on edges of what is only inferred.

/// What is inferred of the result of a function from the habits of its callers: it may be NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The name of the function.
    pub callee: String,
    /// The evidence as a phrase: "4 of 5 uses test the result for NULL".
    pub evidence: String,
    /// Whether NULL rather means that something failed than that there is nothing.
    pub is_failure: bool,
}
