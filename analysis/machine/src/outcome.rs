//! The end of a run, and the misuses that were seen in it.

use super::inputs::InputObject;
use csieve_base::rule::Rule;
use csieve_graph::EdgeId;

/// A function on the stack of calls, with the edge at which it is.
pub type ProgramPoint = (String, EdgeId);

/// The thing that a misuse is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A scalar variable.
    Variable(String),
    /// An object with a name: an array, a structure, a function, a string.
    Named(String),
    /// Memory or a resource that the run made, with the functions that were on the stack and their edges,
    /// outermost first.
    Made(Vec<ProgramPoint>),
    /// An object that existed before the run.
    Input(InputObject),
    /// No object, for misuses such as a division by zero.
    Nothing,
}

/// A misuse that happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// The rule that the misuse breaks.
    pub rule: Rule,
    /// The functions on the stack, outermost first; the last one is at the edge of the misuse.
    pub frames: Vec<ProgramPoint>,
    /// The variable or object that the misuse is about.
    pub subject: Subject,
    /// The number of edges that the run had taken when the misuse happened.
    pub after: u32,
}

/// A release of memory that a run made itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Release {
    /// The functions on the stack when the memory was made, each with its edge, outermost first.
    pub made: Vec<ProgramPoint>,
    /// The edge of the outermost function during which the memory was released.
    pub during: EdgeId,
}

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned.
    Returned,
    /// The program ended, or waits forever.
    NeverReturns,
    /// A misuse after which the run cannot go on. It is the last one in [`Run::misuses`].
    Misuse,
    /// Undefined behaviour that no rule is about, described in a phrase.
    Undefined(&'static str),
    /// The machine could not follow the run further, for the given reason.
    Unknown(String),
    /// The budget of steps was used up.
    Steps,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Why the run ended.
    pub end: End,
    /// The misuses, in order. Leaks, escapes and missing unlocks do not end a run, so there may be several.
    pub misuses: Vec<Misuse>,
    /// What only variables of the program's main function held when it returned. The system takes that back,
    /// so it is no misuse by itself. Each has the form of the leak that it would be in any other function.
    pub held: Vec<Misuse>,
    /// The first releases of memory that the run made, each once.
    pub releases: Vec<Release>,
    /// The number of edges that were taken.
    pub steps: u32,
}

/// The reason why a run ends at the step that it tries to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Misuse(Rule, Subject),
    Returned,
    NeverReturns,
    Undefined(&'static str),
    Unknown(String),
}

/// The result of a step that may end the run.
pub(super) type Followed<T> = Result<T, Stop>;

/// Ends the run because the machine cannot follow it further.
pub(super) fn unknown<T>(why: impl Into<String>) -> Followed<T> {
    Err(Stop::Unknown(why.into()))
}
