//! Where an iteration does not widen.

/// What a step does instead of widening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instead {
    /// The connector, which joins only what has to be joined for a later widening ([`super::super::Domain::connect`]).
    Connector,
    /// The union, or the least element above both where elements are convex.
    Union,
}

/// The hint `<i, op>` of the paper, at one of several loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hint {
    /// The head of the loop.
    pub head: usize,
    /// The step of the iteration; the first is 1.
    pub step: usize,
    /// What it does.
    pub instead: Instead,
}

/// What a step at a head does instead of widening, if a hint says so; a union is more precise than a connector.
pub(super) fn instead(hints: &[Hint], head: usize, step: usize) -> Option<Instead> {
    hints.iter().filter(|hint| (hint.head, hint.step) == (head, step)).map(|hint| hint.instead).max()
}
