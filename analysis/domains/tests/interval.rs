//! Tests that interval operators cover all results on integers of their operands, by trying all integers.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, IntType};
use proptest::prelude::*;

fn small() -> impl Strategy<Value = Interval> {
    (-20_i128..20, 0_i128..12).prop_map(|(low, length)| Interval::new(low, low + length))
}

fn members(interval: Interval) -> std::ops::RangeInclusive<i128> {
    let (low, high) = interval.bounds().unwrap_or((1, 0));
    low..=high
}

/// Checks that the interval `lifted` covers all results of `exact` and, if `tight`, is their hull.
fn check(
    a: Interval,
    b: Interval,
    lifted: Interval,
    tight: bool,
    exact: impl Fn(i128, i128) -> Option<i128>,
) -> Result<(), TestCaseError> {
    let mut hull = Interval::EMPTY;
    for x in members(a) {
        for y in members(b) {
            if let Some(result) = exact(x, y) {
                prop_assert!(lifted.contains(result), "{a} ? {b}: {lifted} lacks {result} of {x}, {y}");
                hull = hull.hull(Interval::point(result));
            }
        }
    }
    prop_assert!(!tight || hull == lifted, "{a} ? {b}: {lifted} is larger than {hull}");
    Ok(())
}

proptest! {
    #[test]
    fn arithmetic(a in small(), b in small()) {
        check(a, b, a.add(b), true, |x, y| Some(x + y))?;
        check(a, b, a.sub(b), true, |x, y| Some(x - y))?;
        check(a, b, a.mul(b), true, |x, y| Some(x * y))?;
        check(a, b, a.div(b), true, i128::checked_div)?;
        check(a, b, a.rem(b), false, i128::checked_rem)?;
    }

    #[test]
    fn bits(a in small(), b in small(), by in 0_i128..6) {
        check(a, b, a.bit_and(b), false, |x, y| Some(x & y))?;
        check(a, b, a.bit_or(b), false, |x, y| Some(x | y))?;
        check(a, b, a.bit_xor(b), false, |x, y| Some(x ^ y))?;
        let shift = Interval::new(by, by + 2);
        check(a, shift, a.shl(shift), true, |x, y| Some(x << y))?;
        check(a, shift, a.shr(shift), true, |x, y| Some(x >> y))?;
        check(a, Interval::ZERO, a.bit_not(), true, |x, _| Some(!x))?;
    }

    #[test]
    fn comparisons(a in small(), b in small()) {
        check(a, b, Interval::compare(BinaryOp::Lt, a, b), true, |x, y| Some(i128::from(x < y)))?;
        check(a, b, Interval::compare(BinaryOp::Le, a, b), true, |x, y| Some(i128::from(x <= y)))?;
        check(a, b, Interval::compare(BinaryOp::Gt, a, b), true, |x, y| Some(i128::from(x > y)))?;
        check(a, b, Interval::compare(BinaryOp::Ge, a, b), true, |x, y| Some(i128::from(x >= y)))?;
        check(a, b, Interval::compare(BinaryOp::Eq, a, b), true, |x, y| Some(i128::from(x == y)))?;
        check(a, b, Interval::compare(BinaryOp::Ne, a, b), true, |x, y| Some(i128::from(x != y)))?;
    }

    #[test]
    fn conversions(low in -700_i128..700, length in 0_i128..300, signed: bool) {
        let (a, ty) = (Interval::new(low, low + length), IntType { bits: 8, signed });
        let wrapped = |x: i128| if signed { i128::from(x as i8) } else { i128::from(x as u8) };
        check(a, Interval::ZERO, a.wrap(ty), false, |x, _| Some(wrapped(x)))?;
        check(a, Interval::ZERO, a.wrap(IntType::BOOL), true, |x, _| Some(i128::from(x != 0)))?;
    }

    #[test]
    fn inverse_of_a_product(a in small(), factor in -5_i128..6) {
        prop_assume!(factor != 0);
        let inverse = a.divide_inward(factor);
        for x in -40..40 {
            prop_assert_eq!(inverse.contains(x), a.contains(factor * x));
        }
    }

    #[test]
    fn trimmed_ends(a in small(), excluded in prop::collection::btree_set(-20_i128..32, 0..6)) {
        let excluded: Vec<i128> = excluded.into_iter().collect();
        let kept = |x: i128, _| (!excluded.contains(&x)).then_some(x);
        check(a, Interval::ZERO, a.trim(&excluded), true, kept)?;
    }
}

#[test]
fn infinite_bounds_stay_infinite() {
    let up = Interval::at_least(3);
    assert_eq!(up.add(up), Interval::at_least(6));
    assert_eq!(up.sub(up), Interval::TOP);
    assert_eq!(up.mul_const(-2), Interval::at_most(-6));
    assert_eq!(up.mul(Interval::ZERO), Interval::ZERO);
    assert_eq!(Interval::TOP.div(Interval::TOP), Interval::TOP);
    assert_eq!(up.divide_inward(-2), Interval::at_most(-2));
    assert_eq!(Interval::TOP.bit_and(Interval::point(7)), Interval::new(0, 7));
    assert!(!Interval::point(i128::MAX - 1).add(Interval::point(9)).is_empty());
    assert_eq!(Interval::new(3, 2), Interval::EMPTY);
    assert_eq!(Interval::at_most(4).to_string(), "[-∞, 4]");
}
