//! Tests of the laws that hold in every domain.

use proptest::prelude::*;

use super::points::{DIMENSIONS, Listed, at, constraint, element, inside, linear, value, with};
use super::{Constraint, Linear};
use super::{Octagon, Polyhedron, Powerset, Zone};

fn meet_keeps_the_points_of_the_constraint<D: Listed>(element: &D, constraint: &Constraint) {
    let mut met = element.clone();
    met.meet(constraint);
    let (before, after) = (element.points(), met.points());
    assert!(after.iter().all(|point| before.contains(point)));
    assert!(before.iter().all(|point| after.contains(point) || !constraint.holds(at(point))));
    assert!(element.includes(&met));
}

fn meet_of_elements_keeps_the_points_of_both<D: Listed>(one: &D, other: &D) {
    let mut met = one.clone();
    met.meet_all(other);
    let (met, one, other) = (met.points(), one.points(), other.points());
    assert!(one.iter().all(|point| met.contains(point) || !other.contains(point)));
    assert!(D::top(DIMENSIONS).points().len() == 343 && D::bottom(DIMENSIONS).points().is_empty());
}

fn a_meet_with_an_upper_bound_changes_nothing<D: Listed>(one: &D, other: &D) {
    let above = one.join(other);
    for (mut met, with) in [(one.clone(), &above), (above.clone(), one), (one.clone(), one)] {
        met.meet_all(with);
        assert_eq!(met.points(), one.points());
        assert!(one.includes(&met));
    }
}

fn upper_bounds_are_above_both<D: Listed>(one: &D, other: &D) {
    for above in [one.join(other), one.connect(other), one.widen(other)] {
        assert!(above.includes(one) && above.includes(other), "{above:#?}");
        let cases = above.cases();
        assert!(one.points().iter().chain(&other.points()).all(|point| inside(&cases, point)));
    }
    assert_eq!(one.join(one), *one);
    assert_eq!(one.widen(one), *one);
}

fn inclusion_is_an_order<D: Listed>(one: &D, two: &D, three: &D) {
    let elements = [one.clone(), one.join(two), one.join(two).join(three), two.clone(), three.clone()];
    let listed: Vec<_> = elements.iter().map(|element| (element, element.points())).collect();
    for (a, outer) in &listed {
        assert!(a.includes(a));
        for (b, inner) in listed.iter().filter(|(b, _)| a.includes(b)) {
            assert!(inner.iter().all(|point| outer.contains(point)));
            assert!(!b.includes(a) || (a == b && a.constraints() == b.constraints()));
            assert!(elements.iter().filter(|c| b.includes(c)).all(|c| a.includes(c)));
        }
    }
}

fn assignment_moves_every_point<D: Listed>(element: &D, variable: u32, expr: &Linear) {
    let mut after = element.clone();
    after.assign(variable, expr);
    let cases = after.cases();
    let moved = |point| with(&point, variable, value(expr, &point));
    assert!(element.points().into_iter().map(moved).all(|point| inside(&cases, &point)));
    let mut after = element.clone();
    after.forget(variable);
    let cases = after.cases();
    let any = |point| (-9..9).map(move |value| with(&point, variable, value));
    assert!(element.points().into_iter().flat_map(any).all(|point| inside(&cases, &point)));
}

fn answers_hold_at_every_point<D: Listed>(element: &D, expr: &Linear, constraint: &Constraint) {
    let (low, high) = element.bounds(expr);
    let points = element.points();
    let values = || points.iter().map(|point| expr.evaluate(at(point)));
    assert!(low.is_none_or(|low| values().all(|value| low <= value)));
    assert!(high.is_none_or(|high| values().all(|value| value <= high)));
    assert!(!element.entails(constraint) || points.iter().all(|point| constraint.holds(at(point))));
    assert!(!element.is_bottom() || points.is_empty());
    let mut met = element.clone();
    met.meet(constraint);
    assert!(met.entails(constraint) || constraint.expr().terms().len() > 1);
}

fn chains_end<D: Listed>(start: &D, variable: u32, expr: &Linear, others: &[D]) {
    let mut element = start.clone();
    let mut grown = 0;
    for other in others.iter().cycle().take(60) {
        let mut next = element.clone();
        next.assign(variable, expr);
        let next = element.widen(&element.join(&next.join(other)));
        grown += usize::from(next != element);
        element = next;
    }
    assert!(grown < 40, "{element:#?}");
}

macro_rules! laws {
    ($($name:ident: $domain:ty,)*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn meets(one in element::<$domain>(), other in element::<$domain>(), constraint in constraint()) {
                    meet_keeps_the_points_of_the_constraint(&one, &constraint);
                    meet_of_elements_keeps_the_points_of_both(&one, &other);
                    a_meet_with_an_upper_bound_changes_nothing(&one, &other);
                }

                #[test]
                fn upper_bounds(one in element::<$domain>(), other in element::<$domain>()) {
                    upper_bounds_are_above_both(&one, &other);
                }

                #[test]
                fn order(one in element::<$domain>(), two in element::<$domain>(), three in element::<$domain>()) {
                    inclusion_is_an_order(&one, &two, &three);
                }

                #[test]
                fn assignments(element in element::<$domain>(), variable in 0..3_u32, expr in linear()) {
                    assignment_moves_every_point(&element, variable, &expr);
                }

                #[test]
                fn answers(element in element::<$domain>(), expr in linear(), constraint in constraint()) {
                    answers_hold_at_every_point(&element, &expr, &constraint);
                }

                #[test]
                fn widening(
                    start in element::<$domain>(), variable in 0..3_u32, expr in linear(),
                    others in prop::collection::vec(element::<$domain>(), 1..6),
                ) {
                    chains_end(&start, variable, &expr, &others);
                }
            }
        }
    )*};
}

laws! {
    zone: Zone,
    octagon: Octagon,
    polyhedron: Polyhedron,
    zones: Powerset<Zone, 3>,
    octagons: Powerset<Octagon, 3>,
    polyhedra: Powerset<Polyhedron, 3>,
}
