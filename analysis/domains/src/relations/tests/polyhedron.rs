//! Tests that polyhedra are exact over the rationals.

use proptest::prelude::*;

use super::points::{
    DIMENSIONS, Listed, Point, all_of, at, conjunction, cube, element, inside, just, linear, sum, sums,
};
use super::points::{value, with};
use super::{Constraint, Domain, Integer, Linear, Polyhedron, Relation};
use csieve_base::budget::Steps;

fn point() -> impl Strategy<Value = Point> {
    prop::array::uniform3(-3..=3_i64)
}

/// Returns whether constraints have no rational solution, by Fourier-Motzkin elimination alone.
fn contradictory(constraints: &[Constraint]) -> bool {
    let mut rows: Vec<Linear> =
        constraints.iter().flat_map(Constraint::inequalities).map(|half| half.expr().clone()).collect();
    for variable in 0..DIMENSIONS as u32 {
        let (reads, mut rest): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| !row.coefficient(variable).is_zero());
        let (above, below): (Vec<_>, Vec<_>) =
            reads.into_iter().partition(|row| row.coefficient(variable).is_positive());
        for row in &above {
            let pairs = below.iter().map(|other| {
                row.combine(&other.coefficient(variable).abs(), other, row.coefficient(variable))
            });
            rest.extend(pairs);
        }
        rows = rest;
    }
    rows.iter().any(|row| row.offset().is_positive())
}

/// Tests figure 1(a) of [GR]: the square with sides from 0 to 2, moved along the diagonal by 2.
#[test]
fn the_hull_of_two_steps_keeps_the_diagonal() {
    let square = |from: i64| -> Polyhedron {
        let bounds = [0, 1].map(|name| {
            let variable = Linear::variable(name);
            [
                Constraint::at_most(&Linear::constant(from), &variable),
                Constraint::at_most(&variable, &Linear::constant(from + 2)),
            ]
        });
        all_of(bounds.iter().flatten())
    };
    let name = |variable: u32| ["x", "y"][variable as usize];
    let text = |element: &Polyhedron| -> Vec<String> {
        element.constraints().iter().map(|constraint| constraint.display(&name).to_string()).collect()
    };
    let hull = square(0).join(&square(2));
    assert_eq!(text(&hull), ["x >= 0", "x - y >= -2", "x <= 4", "x - y <= 2", "y >= 0", "y <= 4"]);
    let widened = hull.widen(&hull.join(&square(4)));
    assert_eq!(text(&widened), ["x >= 0", "x - y >= -2", "x - y <= 2", "y >= 0"]);
    assert_eq!(square(0).widen(&hull).constraints().len(), 2);
}

/// Tests the loop `for (x = 0, y = 0; x < 9; x++, y++)`: the widening keeps `x = y`.
#[test]
fn widening_keeps_equations_that_new_ones_stand_for() {
    let [x, y] = [0, 1].map(Linear::variable);
    let start: Polyhedron = just(&[0, 0, 0]);
    let mut next = start.clone();
    next.assign(0, &x.plus(&1.into()));
    next.assign(1, &y.plus(&1.into()));
    let both = start.join(&next);
    let widened = start.widen(&both);
    assert!(widened.entails(&Constraint::equal(&x, &y)));
    assert_eq!(widened.bounds(&y), (Some(Integer::ZERO), None));
    let bounded = start.widen_up_to(&both, &[Constraint::at_most(&x, &Linear::constant(9))]);
    assert_eq!(bounded.bounds(&y), (Some(Integer::ZERO), Some(Integer::from(9))));
}

#[test]
fn opposite_inequalities_are_an_equation() {
    let [x, y] = [0, 1].map(Linear::variable);
    let mut element: Polyhedron = all_of(&[Constraint::at_most(&x, &y), Constraint::at_most(&y, &x)]);
    assert_eq!(element, all_of(&[Constraint::equal(&x, &y)]));
    element.meet(&Constraint::equal(&(&x + &y), &Linear::constant(1)));
    assert!(element.is_bottom(), "twice an integer is not 1");
}

#[test]
fn constants_are_rounded_after_projection() {
    let [x, y] = [0, 1].map(Linear::variable);
    let mut element: Polyhedron = all_of(&[
        Constraint::equal(&x.scale(&2.into()), &y.scale(&3.into())),
        Constraint::at_most(&y, &Linear::constant(3)),
    ]);
    element.forget(1);
    assert_eq!(element.bounds(&x), (None, Some(Integer::from(4))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn emptiness_is_seen(constraints in conjunction()) {
        let element: Polyhedron = all_of(&constraints);
        prop_assert!(element.is_bottom() || !contradictory(&constraints));
        let holds = |point: &Point| constraints.iter().all(|constraint| constraint.holds(at(point)));
        prop_assert_eq!(element.points(), cube(3).filter(holds).collect::<Vec<_>>());
    }

    #[test]
    fn the_printed_form_is_the_element_and_minimal(element in element::<Polyhedron>()) {
        let constraints = element.constraints();
        let again: Polyhedron = all_of(&constraints);
        prop_assert_eq!(again.constraints(), constraints.clone());
        prop_assert!(element.includes(&again));
        for left_out in &constraints {
            let rest = all_of::<Polyhedron>(constraints.iter().filter(|constraint| *constraint != left_out));
            prop_assert!(!all_of::<Polyhedron>([left_out]).includes(&rest));
        }
    }

    #[test]
    fn the_hull_of_points_is_what_holds_at_them(points in prop::collection::vec(point(), 1..6)) {
        let joined = points.iter().map(just::<Polyhedron>).reduce(|hull, point| hull.join(&point)).unwrap();
        for expr in sums() {
            let most = points.iter().map(|point| value(&expr, point)).max().map(Integer::from);
            prop_assert_eq!(joined.bounds(&expr).1, most);
        }
    }

    #[test]
    fn the_hull_entails_what_both_entail(one in element::<Polyhedron>(), other in element::<Polyhedron>()) {
        prop_assume!(!one.is_bottom() && !other.is_bottom());
        let hull = one.join(&other);
        prop_assert_eq!(&hull, &other.join(&one));
        for expr in sums() {
            let expected = one.bounds(&expr).1.and_then(|high| Some(high.max(other.bounds(&expr).1?)));
            prop_assert_eq!(hull.bounds(&expr).1, expected);
        }
    }

    #[test]
    fn without_steps_everything_is_still_above(one in conjunction(), other in conjunction(), steps in 0..3_000_u32) {
        let [one, other] = [one, other].map(|constraints| all_of::<Polyhedron>(&constraints));
        let weak = one.join_within(&other, &mut Steps::new(steps));
        prop_assert!(weak.includes(&one) && weak.includes(&other) && weak.includes(&one.join(&other)));
    }

    #[test]
    fn widening_up_to_keeps_the_common_thresholds(
        one in element::<Polyhedron>(), other in element::<Polyhedron>(), thresholds in conjunction(),
    ) {
        let result = one.widen_up_to(&other, &thresholds);
        prop_assert!(result.includes(&one) && result.includes(&other) && one.widen(&other).includes(&result));
    }

    #[test]
    fn invertible_assignments_are_exact(
        constraints in conjunction(), variable in 0..3_u32, value in linear(), sign in prop::bool::ANY,
    ) {
        let element: Polyhedron = all_of(&constraints);
        let rest = value.substitute(variable, &Linear::default());
        let sign = if sign { 1 } else { -1 };
        let mut after = element.clone();
        after.assign(variable, &(&rest + &Linear::term(sign, variable)));
        let (old, new) = (element.cases(), after.cases());
        for point in cube(3) {
            let before = sign * (point[variable as usize] - super::points::value(&rest, &point));
            prop_assert_eq!(inside(&new, &point), inside(&old, &with(&point, variable, before)));
        }
    }

    #[test]
    fn projections_keep_the_bounds_of_the_rest(constraints in conjunction(), variable in 0..3_u32) {
        let element: Polyhedron = all_of(&constraints);
        let mut after = element.clone();
        after.forget(variable);
        prop_assume!(!element.is_bottom() && !after.is_bottom());
        for expr in sums() {
            let (before, after) = (element.bounds(&expr).1, after.bounds(&expr).1);
            if expr.coefficient(variable).is_zero() {
                prop_assert!(before.is_none_or(|before| after.is_some_and(|after| after <= before)));
            } else {
                prop_assert!(after.is_none() || before <= after);
            }
        }
    }

    #[test]
    fn bounds_of_boxes_are_reached(low in point(), size in prop::array::uniform3(0..=2_i64), expr in linear()) {
        let sides = low.iter().zip(size).zip(0..).flat_map(|((low, size), name)| {
            let variable = Linear::variable(name);
            let most = Linear::constant(low + size);
            [Constraint::at_most(&Linear::constant(*low), &variable), Constraint::at_most(&variable, &most)]
        });
        let element: Polyhedron = all_of(&sides.collect::<Vec<_>>());
        let inside = |point: &Point| (0..3).all(|at| (low[at]..=low[at] + size[at]).contains(&point[at]));
        let values: Vec<_> = cube(5).filter(inside).map(|point| Integer::from(value(&expr, &point))).collect();
        prop_assert_eq!(element.bounds(&expr), (values.iter().min().cloned(), values.iter().max().cloned()));
        prop_assert!(element.entails(&Constraint::new(&sum([0; 3], 0), Relation::Zero)));
    }
}
