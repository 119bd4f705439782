//! The steps of a path, for the reader.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::text::Span;

/// The kind of a step, which selects its icon and its place in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// The lifetime of a variable without an initial value begins.
    Declare,
    /// A variable is written.
    Assign,
    /// A condition is found true or false.
    Branch,
    /// A function is called.
    Call,
    /// An object is allocated, or its allocation fails.
    Alloc,
    /// What is only inferred of a function, from what its callers do.
    Inferred,
    /// An object is freed.
    Free,
    /// Memory is accessed.
    Access,
    /// The function returns.
    Return,
    /// Rounds of a loop that are like the one before, which are not told one by one.
    Rounds,
    /// The misuse itself.
    Misuse,
}

/// A variable with the values that it may have after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct ShownValue {
    /// The name of the variable in the source.
    pub name: String,
    /// The values: `10`, `[1, 9]`, `≥ 1`, `≤ 9`, `NULL`, `not NULL`. A bound that the type has anyway is left out.
    pub value: String,
}

impl ShownValue {
    /// Returns the relation between a name, which may be marked up, and the values: `n = 3`, `n ∈ [1, 9]`, `n ≥ 1`.
    pub fn of(&self, name: &str) -> String {
        match self.value.chars().next() {
            Some('[') => format!("{name} ∈ {}", self.value),
            Some('≥' | '≤') => format!("{name} {}", self.value),
            _ => format!("{name} = {}", self.value),
        }
    }
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Step {
    /// The kind of the step.
    pub kind: StepKind,
    /// The place of the step.
    pub span: Span,
    /// The step as one phrase: "`x > 0` is true", "`p` is freed".
    pub text: String,
    /// The macro invocation that expands to the step, as in the source. None if there is no macro.
    pub invocation: Option<String>,
    /// The variables that the step changes or tests, with their values after it.
    pub values: Vec<ShownValue>,
    /// For a condition, the reason why the path takes this branch: "the only way, as `x` = 10". None for
    /// other steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// Whether the finding depends on the step. Such steps become related information in editors.
    pub decisive: bool,
    /// The called function in which the step is. None if the step is in the function of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callee: Option<Callee>,
}

/// A called function that a path enters, or that a run passes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Callee {
    /// The name of the function. The span of the step is relative to its definition.
    pub function: Arc<str>,
    /// The number of calls that lead to this function, counted from 1. In runs of a whole program, 0 is the
    /// function in which the program starts.
    pub depth: u32,
    /// The file and the line of the step. None if the function is in the file of the finding.
    pub elsewhere: Option<(Arc<str>, u32)>,
}
