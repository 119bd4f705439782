//! Tests of sums that assignments keep constant, and of linear combinations.

use super::{effects, known_behind};
use crate::automaton::{Linear, QuantityId};
use csieve_domains::interval::Interval;

#[test]
fn an_assigned_sum_stays_known_and_bounds_flow_back_through_it() {
    let text = "void f(int x, int y) { if (x > 0) { y = x + 1; if (y < 5) ; } }";
    let assigned = effects(text).into_iter().find(|line| line.starts_with("y =")).expect("there is one");
    assert_eq!(assigned, "y = x + 1: y := x + 1; forget {x-y}; {x-y} := -1");
    let known = known_behind(text, &["assume x > 0", "assume y < 5"]);
    assert_eq!(known.as_deref(), Some("x = [1, 3], y = [2, 4], {x-y} = -1"));
}

#[test]
fn a_kept_sum_is_lost_when_one_of_its_variables_is_written() {
    let text = "int g(void); void f(int x, int y) { if (x > 0) { y = x; x = g(); if (y < 5) ; } }";
    let known = known_behind(text, &["assume x > 0", "assume y < 5"]);
    assert_eq!(known.as_deref(), Some("y = [1, 4]"));
}

#[test]
fn a_sum_is_kept_only_if_a_condition_can_profit_from_it() {
    assert_eq!(effects("void f(int x, int y) { y = x + 1; }"), ["y = x + 1: y := x + 1"]);
}

#[test]
fn a_factor_is_kept_so_that_bounds_are_those_of_multiples() {
    let text = "void f(int x, int y) { y = 3 * x; if (y > 7) ; }";
    let known = known_behind(text, &["assume y > 7"]);
    assert_eq!(known.as_deref(), Some("x = [3, 715827882], y = [8, 2147483647], {3*x-y} = 0"));
}

#[test]
fn the_copy_of_a_pointer_shares_what_is_found_of_the_original() {
    let text = "void f(int *p, int *q) { q = p; if (p) if (!q) ; }";
    assert_eq!(known_behind(text, &["assume p", "assume not q"]), None);
}

#[test]
fn terms_become_coprime_and_the_first_positive() {
    let (a, b) = (QuantityId(0), QuantityId(1));
    let sum = Linear { terms: vec![(a, -6), (b, 4)], offset: Interval::point(1) };
    assert_eq!(sum.primitive_terms(), (vec![(a, 3), (b, -2)], -2));
    assert_eq!(Linear::constant(Interval::ONE).primitive_terms(), (vec![], 1));
}

#[test]
fn terms_that_cancel_out_are_left_out_and_too_many_give_no_sum() {
    let one = |id: u32| Linear::quantity(QuantityId(id));
    let difference = one(0).plus(-1, &one(0));
    assert_eq!(difference, Some(Linear::constant(Interval::ZERO)));
    let sum = (1..6).try_fold(one(0), |sum, id| sum.plus(1, &one(id)));
    assert_eq!(sum.as_ref().map(|sum| sum.terms.len()), Some(6));
    assert_eq!(sum.and_then(|sum| sum.plus(1, &one(6))), None);
    assert_eq!(one(0).scaled(1 << 41), None);
}

#[test]
fn a_sum_that_starts_with_an_interval_is_in_parentheses_where_it_is_multiplied() {
    let text = "void f(int *p, int a, int x) { x = (*p + a) * 2; }";
    let expected = "x = (*p + a) * 2: x := ([-2147483648, 2147483647] + a) * 2";
    assert_eq!(effects(text).last().map(String::as_str), Some(expected));
}

#[test]
fn a_comparison_is_in_parentheses_where_it_is_added() {
    let text = "void f(int a, int b, int c, int x) { x = (a < b) + c; }";
    assert_eq!(effects(text), ["x = (a < b) + c: x := (a < b) + c"]);
}

#[test]
fn a_negation_of_a_negation_is_no_decrement() {
    assert_eq!(effects("void f(int a, int x) { x = -(-a); }"), ["x = -(-a): x := -(-a)"]);
}
