//! Tests that cores are UNSAT, and that minimal cores need each of their members.

use super::{answer, is};
use csieve_base::budget::Steps;

use crate::bits::{Answer, BinaryOp, Comparison, TermId, Terms, minimal_core};

/// Returns the contradiction `x < y`, `y < z`, `z < x`, with assertions in between that it does not need.
fn circle(terms: &mut Terms) -> Vec<TermId> {
    let [x, y, z, other] = [32; 4].map(|width| terms.symbol(width).1);
    let mut assertions = Vec::new();
    for (place, (left, right)) in [(x, y), (y, z), (z, x)].into_iter().enumerate() {
        for number in 0..4 {
            let sum = terms.binary(BinaryOp::Add, other, right);
            let bound = terms.constant(32, 1000 * place as u128 + number);
            let unequal = is(terms, sum, 5 + number);
            assertions.push(terms.not(unequal));
            assertions.push(terms.compare(Comparison::Ule, bound, other));
        }
        assertions.push(terms.compare(Comparison::Slt, left, right));
    }
    assertions
}

#[test]
fn minimal() {
    let mut terms = Terms::default();
    let assertions = circle(&mut terms);
    let Answer::Unsat(core) = answer(&terms, &assertions) else { panic!("a circle") };
    let everything = (0..assertions.len()).collect();
    for core in [core, everything] {
        assert_eq!(minimal_core(&terms, &assertions, core, &mut Steps::new(10_000)), [8, 17, 26]);
    }
}

#[test]
fn the_first_are_the_first_to_go() {
    let mut terms = Terms::default();
    let (_, x) = terms.symbol(8);
    let small = [3, 2, 1].map(|value| is(&mut terms, x, value));
    for (order, expected) in [([0, 1, 2], [1, 2]), ([2, 1, 0], [0, 1]), ([1, 0, 2], [0, 2])] {
        let core = minimal_core(&terms, &small, order.to_vec(), &mut Steps::new(100));
        assert_eq!(core, expected, "{order:?}");
    }
}

#[test]
fn equal_and_opposite_assertions() {
    let mut terms = Terms::default();
    let (_, x) = terms.symbol(1);
    let opposite = terms.not(x);
    let never = terms.truth(false);
    let always = terms.truth(true);
    assert_eq!(answer(&terms, &[always, x, x, opposite]), Answer::Unsat(vec![1, 3]));
    assert_eq!(answer(&terms, &[x, never, never]), Answer::Unsat(vec![1]));
    assert!(matches!(answer(&terms, &[x, x, always]), Answer::Sat(_)));
    assert!(matches!(answer(&terms, &[]), Answer::Sat(_)));
}

#[test]
fn a_core_stays_as_it_is_without_budget() {
    let mut terms = Terms::default();
    let assertions = circle(&mut terms);
    let everything: Vec<usize> = (0..assertions.len()).collect();
    let mut budget = Steps::new(0);
    assert_eq!(minimal_core(&terms, &assertions, everything.clone(), &mut budget), everything);
}
