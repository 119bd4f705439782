//! Tests of bit-vector terms and of the solver against plain arithmetic.

mod cores;
mod examples;
mod operators;
mod plain;
mod printing;
mod random;
mod simplified;
mod tree;

use super::{Answer, BinaryOp, Comparison, TermId, Terms, UnaryOp, solve};
use csieve_base::budget::Steps;

const UNARY: [UnaryOp; 2] = [UnaryOp::Not, UnaryOp::Neg];
const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Udiv,
    BinaryOp::Urem,
    BinaryOp::Sdiv,
    BinaryOp::Srem,
    BinaryOp::Shl,
    BinaryOp::Lshr,
    BinaryOp::Ashr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const COMPARISONS: [Comparison; 5] =
    [Comparison::Eq, Comparison::Ult, Comparison::Ule, Comparison::Slt, Comparison::Sle];

/// Returns the answer of the solver within a million steps.
fn answer(terms: &Terms, assertions: &[TermId]) -> Answer {
    solve(terms, assertions, &mut Steps::new(1_000_000))
}

fn is_unsat(terms: &Terms, assertions: &[TermId]) -> bool {
    matches!(answer(terms, assertions), Answer::Unsat(_))
}

fn equal(terms: &mut Terms, left: TermId, right: TermId) -> TermId {
    terms.compare(Comparison::Eq, left, right)
}

fn differ(terms: &mut Terms, left: TermId, right: TermId) -> TermId {
    let same = equal(terms, left, right);
    terms.not(same)
}

/// Returns the condition that a term is equal to a constant.
fn is(terms: &mut Terms, term: TermId, value: u128) -> TermId {
    let constant = terms.constant(terms.width(term), value);
    equal(terms, term, constant)
}
