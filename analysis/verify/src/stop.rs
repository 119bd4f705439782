//! Why a symbolic run does not simply go on.

use csieve_domains::bits::TermId;
use csieve_graph::EdgeId;

/// Undefined behaviour that a run met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Memory is accessed that the program may not access.
    Dereference,
    /// Something is freed that cannot be freed.
    Free,
    /// Memory is lost, or still there when the program ends.
    Lost,
    /// A signed number overflows.
    Overflow,
    /// Anything else, such as a division by zero.
    Other,
}

/// The end of a symbolic run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The program ends, or the path is none.
    Over,
    /// The program calls the error function.
    Error,
    /// Behaviour is undefined.
    Wrong(Wrong),
    /// The run cannot be followed, for this reason.
    Unfollowed(String),
}

/// Why a step is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The truth of a term of width 1 has to be decided first.
    Split(TermId),
    /// Any of several edges may be taken.
    Ways(Vec<EdgeId>),
    /// The run ends.
    End(End),
}

/// The result of a part of a step.
pub(crate) type Followed<T> = Result<T, Stop>;

/// Ends a run that cannot be followed.
pub(crate) fn unfollowed<T>(why: impl Into<String>) -> Followed<T> {
    Err(Stop::End(End::Unfollowed(why.into())))
}

/// Ends a run whose behaviour is undefined.
pub(crate) fn wrong<T>(what: Wrong) -> Followed<T> {
    Err(Stop::End(End::Wrong(what)))
}
