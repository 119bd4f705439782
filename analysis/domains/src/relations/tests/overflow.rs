//! Tests that domains stay sound, if less precise, with numbers that are too large for them.

use proptest::prelude::*;

use super::points::{DIMENSIONS, Listed, all_of};
use super::{Constraint, Domain, Integer, Linear, Octagon, Polyhedron, Powerset, Zone};

/// Generates numbers at the limits of 64 and 128 bits and beyond, and at the limit of bounds of zones.
fn number() -> impl Strategy<Value = Integer> {
    let edges = vec![
        i128::MIN,
        i128::from(i64::MIN),
        -(1 << 120),
        -1,
        0,
        1,
        1 << 120,
        i128::from(i64::MAX),
        i128::MAX,
    ];
    (prop::sample::select(edges), -2..=2_i64, prop::bool::ANY).prop_map(|(edge, by, square)| {
        let near = &Integer::from(edge) + &Integer::from(by);
        if square { &near * &near } else { near }
    })
}

/// Checks that a domain never loses a point: restricts the domain to bounds around the point, then assigns to
/// a variable.
fn follows<D: Listed>(point: &[Integer], slack: &Integer, factor: &Integer, target: u32) {
    let value = |name: u32| point[name as usize].clone();
    let mut element = D::top(DIMENSIONS);
    let exprs = [(0, 1), (1, 2), (0, 2)].map(|(x, y)| &Linear::variable(x) - &Linear::variable(y));
    let sums = [(0, 1), (1, 2)].map(|(x, y)| &Linear::variable(x) + &Linear::variable(y));
    for expr in exprs.iter().chain(&sums).chain(&[0, 1].map(Linear::variable)) {
        let most = Linear::constant(&expr.evaluate(value) + &slack.abs());
        element.meet(&Constraint::at_most(expr, &most));
    }
    let expr = &Linear::variable((target + 1) % 3).scale(factor) + &Linear::variable(target).plus(slack);
    let result = expr.evaluate(value);
    element.assign(target, &expr);
    let after = |name: u32| if name == target { result.clone() } else { value(name) };
    assert!(!element.is_bottom());
    let holds = |case: &Vec<Constraint>| case.iter().all(|constraint| constraint.holds(after));
    assert!(element.cases().iter().any(holds), "{element:#?}");
    let (low, high) = element.bounds(&expr);
    let reached = expr.evaluate(after);
    assert!(low.is_none_or(|low| low <= reached) && high.is_none_or(|high| reached <= high));
    assert!(element.widen(&D::top(DIMENSIONS)).includes(&element.join(&element)));
}

#[test]
fn variables_beyond_the_dimensions_are_unknown() {
    let far = Linear::variable(7);
    let mut zone: Zone = all_of(&[Constraint::equal(&far, &Linear::constant(1))]);
    zone.assign(0, &far);
    zone.assign(7, &Linear::constant(1));
    zone.forget(7);
    assert_eq!(zone, Zone::top(DIMENSIONS));
    assert_eq!(zone.bounds(&far), (None, None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn points_are_followed(
        point in prop::collection::vec(number(), 3), slack in number(), factor in number(), target in 0..3_u32,
    ) {
        follows::<Zone>(&point, &slack, &factor, target);
        follows::<Octagon>(&point, &slack, &factor, target);
        follows::<Polyhedron>(&point, &slack, &factor, target);
        follows::<Powerset<Polyhedron, 2>>(&point, &slack, &factor, target);
    }
}
