//! Tests of integers, expressions and constraints.

use num_bigint::BigInt;
use proptest::prelude::*;

use super::points::{at, constraint, cube, linear, value};
use super::{Constraint, Integer, Linear, Relation};

/// Generates numbers near 0 and near the limits of 64 bits, and larger ones.
fn number() -> impl Strategy<Value = i128> {
    let near = |middle: i128| middle - 3..=middle + 3;
    prop_oneof![
        near(0),
        near(i64::MAX.into()),
        near(i64::MIN.into()),
        near(1 << 90),
        any::<i64>().prop_map(i128::from)
    ]
}

fn name(variable: u32) -> &'static str {
    ["x", "y", "z"][variable as usize]
}

#[test]
fn expressions_and_constraints_are_readable() {
    let [x, y] = [0, 1].map(Linear::variable);
    let expr = &x.scale(&2.into()) - &y.plus(&3.into());
    assert_eq!(expr.display(&name).to_string(), "2*x - y - 3");
    assert_eq!(Linear::default().display(&name).to_string(), "0");
    assert_eq!(Constraint::at_most(&expr, &Linear::default()).display(&name).to_string(), "2*x - y <= 3");
    assert_eq!(Constraint::at_most(&Linear::constant(1), &x).display(&name).to_string(), "x >= 1");
    assert_eq!(Constraint::equal(&y, &x).display(&name).to_string(), "x - y = 0");
    assert_eq!(Constraint::contradiction().display(&name).to_string(), "1 <= 0");
}

#[test]
fn constraints_are_rounded_to_integers() {
    let x = Linear::variable(0);
    let twice = x.scale(&2.into());
    assert_eq!(
        Constraint::at_most(&twice, &Linear::constant(5)),
        Constraint::at_most(&x, &Linear::constant(2))
    );
    assert!(Constraint::equal(&twice, &Linear::constant(5)).is_contradiction());
    assert!(Constraint::at_most(&x, &x).is_trivial());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers_agree_with_large_ones(a in number(), b in number()) {
        let ([x, y], [p, q]) = ([a, b].map(Integer::from), [a, b].map(BigInt::from));
        prop_assert_eq!(&x + &y, Integer::from(&p + &q));
        prop_assert_eq!(&x - &y, Integer::from(&p - &q));
        prop_assert_eq!(&x * &y, Integer::from(&p * &q));
        prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        prop_assert_eq!(x.gcd(&y), Integer::from(num_integer::gcd(p.clone(), q.clone())));
        prop_assert_eq!((&x * &y).to_big(), &p * &q);
        prop_assert_eq!(x.divides(&(&x * &y)), true);
        if b != 0 {
            prop_assert_eq!(x.div_floor(&y), Integer::from(num_integer::div_floor(p.clone(), q.clone())));
            prop_assert_eq!(x.div_ceil(&y), Integer::from(num_integer::Integer::div_ceil(&p, &q)));
            prop_assert_eq!(Integer::cross([&x, &y], [&y, &y], &y), &x - &y);
        }
    }

    #[test]
    fn expressions_have_the_values_of_their_parts(one in linear(), other in linear(), variable in 0..3_u32) {
        for point in cube(1) {
            let [left, right] = [value(&one, &point), value(&other, &point)];
            prop_assert_eq!(value(&(&one + &other), &point), left + right);
            prop_assert_eq!(value(&(&one - &other), &point), left - right);
            prop_assert_eq!(value(&one.scale(&3.into()), &point), 3 * left);
            let substituted = one.evaluate(|name| if name == variable { right.into() } else { at(&point)(name) });
            prop_assert_eq!(one.substitute(variable, &other).evaluate(at(&point)), substituted);
        }
    }

    #[test]
    fn normal_forms_and_negations_keep_the_integers(expr in linear(), scaled in 1..4_i64, constraint in constraint()) {
        let scaled = expr.scale(&scaled.into());
        for point in cube(3) {
            let at_most = Constraint::new(&scaled, Relation::AtMostZero);
            prop_assert_eq!(at_most.holds(at(&point)), value(&expr, &point) <= 0);
            prop_assert_eq!(Constraint::new(&scaled, Relation::Zero).holds(at(&point)), value(&expr, &point) == 0);
            let negated = constraint.negations().iter().any(|other| other.holds(at(&point)));
            prop_assert_eq!(negated, !constraint.holds(at(&point)));
            let halves = constraint.inequalities();
            prop_assert_eq!(halves.iter().all(|half| half.holds(at(&point))), constraint.holds(at(&point)));
        }
    }
}
