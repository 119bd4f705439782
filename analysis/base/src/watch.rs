//! The instrumentation interface: reports which refuter is asked about a path, its answer, and the number of
//! steps that the refuter took. The analysis has no clock, but an implementation of [`Watch`] may have one.

use std::fmt::Debug;

use crate::refuter_id::RefuterId;

/// A stage of a check, in the order in which they come. All but the first two belong to one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Files are read, preprocessed and parsed.
    Reading,
    /// Functions are summarised.
    Summaries,
    /// The graph of the function is made.
    Graph,
    /// The checks look for candidates in the syntax.
    Candidates,
    /// The equations of the function are made.
    Equations,
    /// The counterexamples of candidates are reduced.
    Reduction,
    /// The values of the function are computed, to prove that code is unreachable or a loop endless.
    Proofs,
    /// Callees and callers of the function are asked about the findings.
    Callers,
    /// Runs show whether suspected loops end.
    Endlessness,
    /// Runs confirm the findings.
    Confirmation,
    /// Runs of the program begin in the function.
    Runs,
}

/// A question that is reported to a [`Watch`]: the analysis asks one of its parts, such as a refuter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WatchedQuestion {
    /// Whether a path is infeasible, asked of a refuter.
    Path(RefuterId),
    /// Whether a printed proof proves its claim, asked of the proof checker.
    Certificate,
    /// Whether some run of the function reaches the misuse of a finding, asked of the search for inputs.
    Inputs,
    /// Whether the syntax has a counterexample that no observer excludes yet, asked of the model checker. Its steps are
    /// the states that it visits.
    Counterexample,
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

    /// Receives that a stage begins on this thread. It lasts until the next one begins or its function ends.
    fn begins(&self, _stage: Stage) {}

    /// Receives that the analysis of a function of a file has come to its end.
    fn ends(&self, _file: &str, _function: &str) {}
}

/// A [`Watch`] that ignores all questions and answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn asks(&self, _: WatchedQuestion) {}

    fn answers(&self, _: WatchedQuestion, _: Answer, _: u32) {}
}
