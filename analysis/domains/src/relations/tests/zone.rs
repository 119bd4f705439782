//! Tests that zones are exact for the operations where zones can be exact.

use proptest::prelude::*;

use super::points::{Listed, all_of, at, cube, difference, element, inside, just, sums, value, with};
use super::{Constraint, Domain, Linear, Zone};

fn zone() -> impl Strategy<Value = (Vec<Constraint>, Zone)> {
    prop::collection::vec(difference(), 0..7)
        .prop_map(|constraints| (constraints.clone(), all_of(&constraints)))
}

fn is_difference(expr: &Linear) -> bool {
    expr.terms().len() == 2 && expr.evaluate(|_| 1.into()).is_zero()
}

#[test]
fn a_path_of_differences_is_a_difference() {
    let [x, y, z] = [0, 1, 2].map(Linear::variable);
    let zone: Zone = all_of(&[
        Constraint::at_most(&x, &y.plus(&2.into())),
        Constraint::at_most(&y, &z.plus(&(-5).into())),
    ]);
    assert!(zone.entails(&Constraint::at_most(&x, &z.plus(&(-3).into()))));
    assert_eq!(zone.constraints().len(), 2);
}

/// Tests the loop `for (x = 0, y = 0; ; x++, y++)`: the widening drops the upper bounds and keeps `x = y`.
#[test]
fn widening_keeps_what_is_stable() {
    let [x, y] = [0, 1].map(Linear::variable);
    let start = just::<Zone>(&[0, 0, 0]);
    let mut next = start.clone();
    next.assign(0, &x.plus(&1.into()));
    next.assign(1, &y.plus(&1.into()));
    let widened = start.widen(&start.join(&next));
    assert!(widened.entails(&Constraint::equal(&x, &y)));
    assert!(widened.entails(&Constraint::at_most(&Linear::default(), &x)));
    assert!(widened.bounds(&x).1.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn meets_are_exact((constraints, zone) in zone()) {
        let holds = |point| constraints.iter().all(|constraint| constraint.holds(at(&point)));
        prop_assert_eq!(zone.is_bottom(), !cube(12).any(holds));
        prop_assert_eq!(zone.points(), cube(3).filter(|point| holds(*point)).collect::<Vec<_>>());
    }

    #[test]
    fn the_printed_form_is_the_element_and_minimal(zone in element::<Zone>()) {
        let constraints = zone.constraints();
        prop_assert_eq!(&all_of::<Zone>(&constraints), &zone);
        for left_out in &constraints {
            let rest = all_of::<Zone>(constraints.iter().filter(|constraint| *constraint != left_out));
            prop_assert!(!rest.entails(left_out));
        }
    }

    #[test]
    fn joins_are_least(((_, one), (_, other)) in (zone(), zone())) {
        let join = one.join(&other);
        if one.is_bottom() || other.is_bottom() {
            return Ok(());
        }
        for expr in sums().filter(|expr| expr.terms().len() < 2 || is_difference(expr)) {
            let expected = one.bounds(&expr).1.and_then(|high| Some(high.max(other.bounds(&expr).1?)));
            prop_assert_eq!(join.bounds(&expr).1, expected);
        }
    }

    #[test]
    fn copies_and_increments_are_exact((_, zone) in zone(), to in 0..3_u32, from in 0..3_u32, by in -3..=3_i64) {
        let mut after = zone.clone();
        let expr = Linear::variable(from).plus(&by.into());
        after.assign(to, &expr);
        let mut before = zone.clone();
        if to != from {
            before.forget(to);
        }
        let (old, new) = (before.cases(), after.cases());
        for point in cube(3) {
            let start = if to == from { with(&point, to, point[to as usize] - by) } else { point };
            let reached = inside(&old, &start) && (to == from || value(&expr, &point) == point[to as usize]);
            prop_assert_eq!(inside(&new, &point), reached);
        }
    }
}
