//! Tests that octagons are exact for the operations where octagons can be exact.

use proptest::prelude::*;

use super::points::{Listed, all_of, at, cube, element, inside, octagonal, sums, value, with};
use super::{Constraint, Domain, Integer, Linear, Octagon};

fn octagon() -> impl Strategy<Value = (Vec<Constraint>, Octagon)> {
    prop::collection::vec(octagonal(), 0..7)
        .prop_map(|constraints| (constraints.clone(), all_of(&constraints)))
}

/// Returns whether an octagon stores a bound of a sum.
fn bounded(expr: &Linear) -> bool {
    let sizes: Vec<_> = expr.terms().iter().map(|term| term.1.abs()).collect();
    matches!(&sizes[..], [one] if one.is_one())
        || matches!(&sizes[..], [one, other] if one.is_one() && other.is_one())
}

#[test]
fn sums_and_differences_bound_a_variable() {
    let [x, y] = [0, 1].map(Linear::variable);
    let octagon: Octagon =
        all_of(&[Constraint::at_most(&(&x + &y), &Linear::constant(5)), Constraint::at_most(&x, &y)]);
    assert_eq!(octagon.bounds(&x), (None, Some(Integer::from(2))));
    assert_eq!(octagon.constraints().len(), 2);
}

#[test]
fn no_integer_is_a_half() {
    let [x, y] = [0, 1].map(Linear::variable);
    let sum = Constraint::equal(&(&x + &y), &Linear::constant(1));
    assert!(all_of::<Octagon>(&[sum, Constraint::equal(&x, &y)]).is_bottom());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn meets_are_exact((constraints, octagon) in octagon()) {
        let holds = |point| constraints.iter().all(|constraint| constraint.holds(at(&point)));
        prop_assert_eq!(octagon.is_bottom(), !cube(12).any(holds));
        prop_assert_eq!(octagon.points(), cube(3).filter(|point| holds(*point)).collect::<Vec<_>>());
    }

    #[test]
    fn bounds_are_reached((constraints, octagon) in octagon()) {
        let holds = |point: &[i64; 3]| constraints.iter().all(|constraint| constraint.holds(at(point)));
        let points: Vec<_> = cube(12).filter(holds).collect();
        for expr in sums().filter(bounded) {
            if let Some(high) = octagon.bounds(&expr).1 {
                prop_assert_eq!(points.iter().map(|point| value(&expr, point)).max().map(Integer::from), Some(high));
            }
        }
    }

    #[test]
    fn the_printed_form_is_the_element_and_minimal(octagon in element::<Octagon>()) {
        let constraints = octagon.constraints();
        prop_assert_eq!(&all_of::<Octagon>(&constraints), &octagon);
        for left_out in &constraints {
            let rest = all_of::<Octagon>(constraints.iter().filter(|constraint| *constraint != left_out));
            prop_assert!(!rest.entails(left_out));
        }
    }

    #[test]
    fn joins_are_least(((_, one), (_, other)) in (octagon(), octagon())) {
        if one.is_bottom() || other.is_bottom() {
            return Ok(());
        }
        let join = one.join(&other);
        for expr in sums().filter(bounded) {
            let expected = one.bounds(&expr).1.and_then(|high| Some(high.max(other.bounds(&expr).1?)));
            prop_assert_eq!(join.bounds(&expr).1, expected);
        }
    }

    #[test]
    fn negations_are_exact((_, octagon) in octagon(), variable in 0..3_u32, by in -3..=3_i64) {
        let mut after = octagon.clone();
        after.assign(variable, &(-&Linear::variable(variable)).plus(&by.into()));
        let (old, new) = (octagon.cases(), after.cases());
        for point in cube(3) {
            let before = with(&point, variable, by - point[variable as usize]);
            prop_assert_eq!(inside(&new, &point), inside(&old, &before));
        }
    }
}
