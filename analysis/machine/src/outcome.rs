//! How runs end, and what was seen in them.

use super::inputs::InputObject;
use csieve_base::rule::Rule;
use csieve_graph::EdgeId;

/// An edge of a function on the stack of calls.
pub type Place = (String, EdgeId);

/// What a misuse is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A variable.
    Variable(String),
    /// An object with a name: an array, a structure, a function, a string.
    Named(String),
    /// Something that was allocated or opened in the run, with the place: outermost call first.
    Made(Vec<Place>),
    /// An object that was there before.
    Input(InputObject),
    /// No object.
    Nothing,
}

/// A misuse that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// Against which rule.
    pub rule: Rule,
    /// Where: the calls, outermost first, and the edge itself.
    pub frames: Vec<Place>,
    /// What it is about.
    pub subject: Subject,
    /// Edges that the run had taken by then.
    pub after: u32,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned.
    Returned,
    /// The program ended, or waits forever.
    NeverReturns,
    /// The last misuse leaves nothing to go on with.
    Misuse,
    /// What no rule is about, but C leaves undefined.
    Undefined(&'static str),
    /// From here on the run cannot be followed.
    Unknown(String),
    /// The budget is used up.
    Steps,
}

/// What happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why it ended.
    pub end: End,
    /// The misuses, in order; one that only loses something does not end the run.
    pub misuses: Vec<Misuse>,
    /// Edges taken.
    pub steps: u32,
}

/// Why a step cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Misuse(Rule, Subject),
    Returned,
    NeverReturns,
    Undefined(&'static str),
    Unknown(String),
}

/// What came of a step.
pub(super) type Followed<T> = Result<T, Stop>;

/// The run cannot be followed any more.
pub(super) fn unknown<T>(why: impl Into<String>) -> Followed<T> {
    Err(Stop::Unknown(why.into()))
}
