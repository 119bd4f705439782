//! Somebody who looks on while a function is analysed: which refuter is asked, what it says, how many steps it took. The
//! analysis has no clock; who looks on may have one.

use std::fmt::Debug;

use crate::refuter_id::RefuterId;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// A refuter: whether a path is infeasible.
    Path(RefuterId),
    /// The proof checker: whether a printed proof proves what it claims.
    Certificate,
    /// The search for inputs: whether a run reaches a finding.
    Inputs,
    /// The runs of a program: whether they come to misuses that nobody expected.
    Program,
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Yes: infeasible, proved, reached.
    Yes,
    /// No, as far as can be seen: feasible, not proved.
    No,
    /// It cannot be told.
    Unknown,
}

/// Looks on. Every question is answered before the next is asked on the same thread.
pub trait Watch: Debug + Sync {
    /// A question is asked.
    fn asks(&self, question: Question);

    /// It was answered after this many steps of its budget; 0 where none are counted.
    fn answers(&self, question: Question, answer: Answer, steps: u32);
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Watch for Nobody {
    fn asks(&self, _: Question) {}

    fn answers(&self, _: Question, _: Answer, _: u32) {}
}
