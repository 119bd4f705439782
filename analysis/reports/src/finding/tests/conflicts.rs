//! Tests of the statements of a proof.

use csieve_base::text::Span;

use super::conflict;
use crate::finding::Equation;

/// An equation of the statement `text` that starts at the byte `start`.
fn equation(text: &str, start: usize) -> Equation {
    Equation {
        span: Span::new(start, start + text.len()),
        text: text.to_owned(),
        equation: String::new(),
        assumed: false,
        always: false,
        solution: String::new(),
    }
}

#[test]
fn a_conflict_lists_each_statement_once() {
    let twice =
        vec![equation("x = 10", 0), equation("x > 0", 8), equation("x = 10", 0), equation("x == 1", 20)];
    assert_eq!(conflict(twice).set(), "{x = 10, x > 0, x == 1}");
    assert_eq!(conflict(Vec::new()).set(), "{}");
}

#[test]
fn equal_statements_at_two_places_are_two_and_assumptions_are_marked() {
    let assumed = Equation { assumed: true, ..equation("n > 0", 30) };
    let all = vec![equation("n--", 0), equation("n--", 12), assumed];
    assert_eq!(conflict(all).set(), "{n--, n--, n > 0 (assumed)}");
}

#[test]
fn a_solution_is_told_if_there_is_one() {
    assert_eq!(equation("x = 10", 0).solved(), "");
    let solved = Equation { solution: "∅".to_owned(), ..equation("x == 1", 0) };
    assert_eq!(solved.solved(), "has least solution ∅");
}
