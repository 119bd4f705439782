//! Tests of every operator at small widths on all operands.

use super::{BINARY, COMPARISONS, UNARY, differ, is, is_unsat, plain};
use crate::bits::{BinaryOp, Model, TermId, Terms};

/// Returns a function of two numbers as a term of nested if-then-else over all operands.
fn table(terms: &mut Terms, [x, y]: [TermId; 2], width: u8, of: &dyn Fn(u64, u64) -> u64) -> TermId {
    let values = 0..1 << terms.width(x);
    let mut result = terms.constant(width, 0);
    for a in values.clone() {
        let mut row = terms.constant(width, 0);
        for b in values.clone() {
            let (here, value) = (is(terms, y, b.into()), terms.constant(width, of(a, b).into()));
            row = terms.ite(here, value, row);
        }
        let here = is(terms, x, a.into());
        result = terms.ite(here, row, result);
    }
    result
}

/// Checks that an operator agrees with a function on all operands, both by evaluation and by the solver.
fn check(width: u8, operator: impl Fn(&mut Terms, TermId, TermId) -> TermId, of: impl Fn(u64, u64) -> u64) {
    let mut terms = Terms::default();
    let ((first, x), (second, y)) = (terms.symbol(width), terms.symbol(width));
    let result = operator(&mut terms, x, y);
    let mut model = Model::default();
    for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
        model.set(first, a.into());
        model.set(second, b.into());
        assert_eq!(model.evaluate(&terms, result), of(a, b).into(), "{:?} of {a} and {b}", terms.get(result));
    }
    let wide = terms.width(result);
    let expected = table(&mut terms, [x, y], wide, &of);
    let wrong = differ(&mut terms, result, expected);
    assert!(is_unsat(&terms, &[wrong]), "{:?} in {width} bits", terms.get(result));
}

#[test]
fn operators_on_all_operands() {
    for width in 1..=5 {
        for op in BINARY {
            check(width, |terms, x, y| terms.binary(op, x, y), |a, b| plain::binary(op, width, a, b));
        }
        for op in COMPARISONS {
            check(
                width,
                |terms, x, y| terms.compare(op, x, y),
                |a, b| plain::compare(op, width, a, b).into(),
            );
        }
        for op in UNARY {
            check(width, |terms, x, _| terms.unary(op, x), |a, _| plain::unary(op, width, a));
        }
    }
}

#[test]
fn changes_of_width_on_all_operands() {
    for width in 1..=4 {
        for wide in width..=6 {
            let value = |a| plain::wrapped(wide, plain::signed(width, a));
            check(width, |terms, x, _| terms.extend(x, wide, true), |a, _| value(a));
            check(width, |terms, x, _| terms.extend(x, wide, false), |a, _| a);
        }
        for low in 0..width {
            for part in 1..=width - low {
                let value = |a: u64| (a >> low) & ((1 << part) - 1);
                check(width, |terms, x, _| terms.extract(x, low, part), |a, _| value(a));
            }
        }
    }
}

/// Tests every constant as an operand, since known bits leave out parts of the clauses. The constant is
/// hidden from simplification in the term `constant | 0`, which is made without simplification.
#[test]
fn operators_with_each_constant() {
    let width = 4;
    for op in BINARY {
        for constant in 0..1 << width {
            let hidden = |terms: &mut Terms| {
                let constant = terms.constant(width, constant.into());
                let zero = terms.constant(width, 0);
                let term = crate::bits::Term::Binary(BinaryOp::Or, constant, zero);
                terms.intern(term, width)
            };
            let right = |terms: &mut Terms, x, _| {
                let constant = hidden(terms);
                terms.binary(op, x, constant)
            };
            check(width, right, |a, _| plain::binary(op, width, a, constant));
            let left = |terms: &mut Terms, x, _| {
                let constant = hidden(terms);
                terms.binary(op, constant, x)
            };
            check(width, left, |a, _| plain::binary(op, width, constant, a));
        }
    }
}

/// Tests widths near those of the host's integers, whose shifts must not overflow.
#[test]
fn widths_up_to_the_largest() {
    for width in [1, 63, 64, 65, 127, 128] {
        let mut terms = Terms::default();
        let (symbol, x) = terms.symbol(width);
        let ones = terms.constant(width, u128::MAX);
        assert_eq!(terms.as_constant(ones).map(u128::count_ones), Some(width.into()));
        let least = terms.constant(width, 1 << (width - 1));
        let wrapped = terms.binary(BinaryOp::Sdiv, least, ones);
        assert_eq!(wrapped, least, "the least number by -1");
        let equal = is(&mut terms, x, u128::MAX);
        let super::Answer::Sat(model) = super::answer(&terms, &[equal]) else { panic!("{width}") };
        assert_eq!(model.value(symbol), terms.as_constant(ones));
    }
}
