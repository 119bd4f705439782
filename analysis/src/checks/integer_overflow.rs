use crate::{
    cfg::{EdgeId, MisuseKind},
    model::{Counterexample, Function, Move, Property, Tracked},
};

use super::{
    Check, Rule,
    limits::{AnyValue, Followed, MAX_ROUNDS, MAX_STATES, message, subject},
};

const FOLLOWED: Followed = Followed(Rule::IntegerOverflow, MisuseKind::IntegerOverflow);

/// ## What it does
/// Finds sizes for an allocation that are computed with an overflow: an operand comes from outside unchecked, or the
/// function compares it with a bound that is too wide.
///
/// ## Why is this bad
/// The memory is smaller than the program believes, and what it writes there goes past the end.
///
/// ## Example
/// ```c
/// unsigned n = strtoul(text, NULL, 10);
/// struct item *items = malloc(n * sizeof *items);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IntegerOverflow;

impl Property for IntegerOverflow {
    fn rule(&self) -> Rule {
        Rule::IntegerOverflow
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

impl Check for IntegerOverflow {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyValue(Rule::IntegerOverflow, MisuseKind::IntegerOverflow)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> String {
        message(function, found)
    }
}
