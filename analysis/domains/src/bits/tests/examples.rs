//! Tests of queries whose difficulty is known, within limits of steps.

use super::{answer, differ, equal, is};
use csieve_base::budget::Steps;

use crate::bits::{Answer, BinaryOp, SymbolId, TermId, Terms, solve};

/// Returns the condition `x * x + more == 0` in 32 bits.
fn square(more: u128) -> (Terms, TermId) {
    let mut terms = Terms::default();
    let (_, x) = terms.symbol(32);
    let product = terms.binary(BinaryOp::Mul, x, x);
    let more = terms.constant(32, more);
    let sum = terms.binary(BinaryOp::Add, product, more);
    let zero = is(&mut terms, sum, 0);
    (terms, zero)
}

#[test]
fn no_square_is_minus_one() {
    let (terms, zero) = square(1);
    let mut budget = Steps::new(100);
    assert_eq!(solve(&terms, &[zero], &mut budget), Answer::Unsat(vec![0]));
}

#[test]
fn a_square_is_minus_fifteen() {
    let (terms, zero) = square(15);
    let mut budget = Steps::new(200_000);
    let Answer::Sat(model) = solve(&terms, &[zero], &mut budget) else { panic!("34716455 is one") };
    let root = model.value(SymbolId(0)).unwrap_or(0) as u32;
    assert_eq!(root.wrapping_mul(root).wrapping_add(15), 0);
}

#[test]
fn odd_and_even() {
    let mut terms = Terms::default();
    let (_, x) = terms.symbol(32);
    let (one, two) = (terms.constant(32, 1), terms.constant(32, 2));
    let (bit, rest) = (terms.binary(BinaryOp::And, x, one), terms.binary(BinaryOp::Srem, x, two));
    let (odd, even) = (is(&mut terms, bit, 1), is(&mut terms, rest, 0));
    assert_eq!(solve(&terms, &[odd, even], &mut Steps::new(100)), Answer::Unsat(vec![0, 1]));
}

#[test]
fn quotient_and_remainder_make_the_dividend() {
    for (width, known) in [(4, true), (64, false)] {
        for (quotient, rest) in [(BinaryOp::Udiv, BinaryOp::Urem), (BinaryOp::Sdiv, BinaryOp::Srem)] {
            let mut terms = Terms::default();
            let ((_, a), (_, b)) = (terms.symbol(width), terms.symbol(width));
            let (quotient, rest) = (terms.binary(quotient, a, b), terms.binary(rest, a, b));
            let product = terms.binary(BinaryOp::Mul, quotient, b);
            let sum = terms.binary(BinaryOp::Add, product, rest);
            let wrong = differ(&mut terms, sum, a);
            let zero = is(&mut terms, b, 0);
            let possible = terms.not(zero);
            let mut budget = Steps::new(2_000);
            let answer = solve(&terms, &[wrong, possible], &mut budget);
            assert!(!matches!(answer, Answer::Sat(_)));
            assert!(!known || answer != Answer::Unknown);
        }
    }
}

/// Tests that `copy &= copy - 1`, which removes one set bit, does not clear three set bits when executed
/// twice.
#[test]
fn three_bits_are_not_gone_after_two_rounds() {
    let mut terms = Terms::default();
    let (_, x) = terms.symbol(32);
    let one = terms.constant(32, 1);
    let mut copy = x;
    for _ in 0..2 {
        let less = terms.binary(BinaryOp::Sub, copy, one);
        copy = terms.binary(BinaryOp::And, copy, less);
    }
    let mut assertions = vec![is(&mut terms, copy, 0)];
    for place in [0, 1, 17] {
        let bit = terms.extract(x, place, 1);
        assertions.push(bit);
    }
    assert_eq!(answer(&terms, &assertions), Answer::Unsat(vec![0, 1, 2, 3]));
    assert!(matches!(answer(&terms, &assertions[..3]), Answer::Sat(_)));
}

#[test]
fn too_large_or_too_long() {
    let mut terms = Terms::default();
    let ((_, a), (_, b)) = (terms.symbol(128), terms.symbol(128));
    let mut product = a;
    for _ in 0..5 {
        product = terms.binary(BinaryOp::Mul, product, b);
    }
    let odd = is(&mut terms, product, 12_345);
    let mut budget = Steps::new(1_000_000);
    assert_eq!(solve(&terms, &[odd], &mut budget), Answer::Unknown);
    assert!(budget.left() < 999_000);
    assert_eq!(solve(&terms, &[odd], &mut Steps::new(0)), Answer::Unknown);
    // To factor the product of two primes of 31 bits takes more than 500 steps.
    let [(_, a), (_, b)] = [terms.symbol(64), terms.symbol(64)];
    let product = terms.binary(BinaryOp::Mul, a, b);
    let (first, second) = (terms.extract(a, 32, 32), terms.extract(b, 32, 32));
    let assertions = [is(&mut terms, product, 2_147_483_647 * 2_147_483_629), is(&mut terms, first, 0), {
        is(&mut terms, second, 0)
    }];
    let mut budget = Steps::new(500);
    assert_eq!(solve(&terms, &assertions, &mut budget), Answer::Unknown);
    assert_eq!(budget.left(), 0);
}

/// Tests that deep terms are made, evaluated, solved and printed without recursion.
#[test]
fn deep() {
    let mut terms = Terms::default();
    let ((_, x), (_, y)) = (terms.symbol(1), terms.symbol(1));
    let mut deep = x;
    for place in 0..100_000 {
        let op = if place % 2 == 0 { BinaryOp::Xor } else { BinaryOp::And };
        deep = terms.binary(op, deep, if place % 3 == 0 { x } else { y });
    }
    let same = equal(&mut terms, deep, deep);
    assert_eq!(terms.as_constant(same), Some(1));
    let opposite = terms.not(deep);
    assert!(matches!(answer(&terms, &[deep, opposite]), Answer::Unsat(_)));
    let script = crate::bits::script(&terms, &[deep], &|symbol| format!("s{}", symbol.0));
    assert!(script.lines().all(|line| line.len() < 1_000));
}
