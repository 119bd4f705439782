//! Quick forms of the common steps: assignments, conditions and accesses that need only numbers, and pointers
//! to known places.
//!
//! A quick form does exactly what the general one does, or nothing: if it meets anything else (a misuse, an
//! input, an unknown value), it gives up before it has changed anything, and the general form takes over. For
//! that, evaluating must have no effects, so quick forms are for hosts without shadows only.

#![allow(clippy::inline_always, reason = "a step takes few instructions, a call of a function many of them")]

mod arithmetic;
mod calls;
mod choose;
mod compile;
mod edge;
mod effect;
mod expression;
mod place;
mod slots;
mod step;
mod ways;
mod word;

pub(crate) use expression::{MOST_OPERATIONS, Registers};
pub(crate) use slots::Slots;
pub(crate) use step::Pause;
pub(crate) use ways::Ways;
pub(crate) use word::Word;
