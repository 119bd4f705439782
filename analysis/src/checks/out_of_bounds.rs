use crate::{
    cfg::{EdgeId, MisuseKind},
    model::{Counterexample, Function, Move, Property, Tracked},
};

use super::{
    Check, Rule,
    limits::{AnyValue, Followed, MAX_ROUNDS, MAX_STATES, message, subject},
};

const FOLLOWED: Followed = Followed(Rule::OutOfBounds, MisuseKind::OutOfBounds);

/// ## What it does
/// Finds accesses outside an array, a string or allocated memory, also by library functions: the index or size is a
/// constant, the function compares it with a bound that is too wide, or it comes from outside unchecked. A
/// parameter that is just used as an index is no finding.
///
/// ## Why is this bad
/// Whatever lies there is read or overwritten: other variables, return addresses, the allocator's own data.
///
/// ## Example
/// ```c
/// int a[10];
/// for (int i = 0; i <= 10; i++)
///     a[i] = 0;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OutOfBounds;

impl Property for OutOfBounds {
    fn rule(&self) -> Rule {
        Rule::OutOfBounds
    }

    fn max_rounds(&self) -> u32 {
        MAX_ROUNDS
    }

    fn max_states(&self) -> u32 {
        MAX_STATES
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        FOLLOWED.start(function, edge)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        FOLLOWED.step(function, tracked, edge)
    }
}

impl Check for OutOfBounds {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyValue(Rule::OutOfBounds, MisuseKind::OutOfBounds)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> String {
        message(function, found)
    }
}
