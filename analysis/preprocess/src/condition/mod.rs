//! Evaluates the controlling expressions of `#if` (C11 6.10.1).

mod character;
mod expression;
mod number;
mod operators;
mod reduce;
mod value;

pub(crate) use expression::evaluate;
use value::IfValue;
