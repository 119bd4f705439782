//! The instrumentation interface: reports which refuter is asked about a path, its answer, and the number of
//! steps that the refuter took. The analysis has no clock, but an implementation of [`Watch`] may have one.

use std::fmt::Debug;

use crate::refuter_id::RefuterId;

/// A question that is reported to a [`Watch`]: the analysis asks one of its parts, such as a refuter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WatchedQuestion {
    /// Whether a path is infeasible, asked of a refuter.
    Path(RefuterId),
    /// Whether a printed proof proves its claim, asked of the proof checker.
    Certificate,
    /// Whether some run of the function reaches the misuse of a finding, asked of the search for inputs.
    Inputs,
    /// Whether some run of the whole program reaches a misuse, asked of the module that runs programs from
    /// `main`.
    Program,
}

/// The answer to a [`WatchedQuestion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Yes: the path is infeasible, the claim is proved, or a run reaches the misuse.
    Yes,
    /// No: the path is feasible as far as the analysis can tell, or the claim is not proved.
    No,
    /// Unknown: the analysis cannot tell.
    Unknown,
}

/// An observer of the analysis. On one thread, every question is answered before the next one is asked.
pub trait Watch: Debug + Sync {
    /// Receives a question before it is asked.
    fn asks(&self, question: WatchedQuestion);

    /// Receives the answer to a question, and the number of steps of the budget that the answer took; 0 for
    /// questions whose steps are not counted.
    fn answers(&self, question: WatchedQuestion, answer: Answer, steps: u32);
}

/// A [`Watch`] that ignores all questions and answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn asks(&self, _: WatchedQuestion) {}

    fn answers(&self, _: WatchedQuestion, _: Answer, _: u32) {}
}
