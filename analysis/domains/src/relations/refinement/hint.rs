//! Hints of refinement: the steps at which an iteration does not widen.

/// The operation of a step that replaces the widening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instead {
    /// The connector, which joins only as much as a later widening needs ([`super::super::Domain::connect`]).
    Connector,
    /// The join: the union in a powerset, otherwise the least element above both.
    Union,
}

/// A hint `<i, op>` of [GR] for one of several loops: the operation of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hint {
    /// The node that is the head of the loop.
    pub head: usize,
    /// The step of the iteration, counted from 1.
    pub step: usize,
    /// The operation of the step.
    pub instead: Instead,
}

/// Returns the operation that hints demand for a step at a head, or None for the widening. If hints disagree,
/// the union is returned, because it is more precise than the connector.
pub(super) fn instead(hints: &[Hint], head: usize, step: usize) -> Option<Instead> {
    hints.iter().filter(|hint| (hint.head, hint.step) == (head, step)).map(|hint| hint.instead).max()
}
