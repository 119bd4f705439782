//! The steps of a path.

use std::sync::Arc;

use serde::Serialize;

use csieve_base::text::Span;

/// What a step is, for its icon and its place in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A variable is written.
    Assign,
    /// A condition is true or false here.
    Branch,
    /// A function is called.
    Call,
    /// An object is allocated, or that fails.
    Alloc,
    /// An object is freed.
    Free,
    /// Memory is accessed.
    Access,
    /// The function returns.
    Return,
    /// The misuse itself.
    Misuse,
}

/// A variable and what it can be after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The variable as written.
    pub name: String,
    /// Its interval: `10`, `[1, ∞]`, `NULL`, `not NULL`.
    pub value: String,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// Where it is.
    pub span: Span,
    /// One plain phrase: "`x > 0` is true", "`p` is freed".
    pub text: String,
    /// The macro invocation whose expansion does it, as written.
    pub invocation: Option<String>,
    /// The variables it changes or tests, with their values after it.
    pub values: Vec<Value>,
    /// Of a condition: why this way is taken, as "the only way, as `x` = 10".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// Whether the finding depends on it: these become related information.
    pub decisive: bool,
    /// The function that the step is in, if that is not the finding's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callee: Option<Callee>,
}

/// A function that a path enters, or that a run came through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Callee {
    /// Its name; the step's span is relative to its definition.
    pub function: Arc<str>,
    /// How many calls deep it is: from 1, but for a run of a program, which starts at 0.
    pub depth: u32,
    /// The file and the line of the step, if that is another file.
    pub elsewhere: Option<(Arc<str>, u32)>,
}
