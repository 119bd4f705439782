//! Points, random constraints and random elements for the tests of the domains.

use proptest::prelude::*;

use super::{Constraint, Domain, Integer, Linear, Relation};

/// The number of variables in tests.
pub(super) const DIMENSIONS: usize = 3;

/// A point: a value for every variable.
pub(super) type Point = [i64; DIMENSIONS];

/// Returns all points with coordinates from `-side` to `side`.
pub(super) fn cube(side: i64) -> impl Iterator<Item = Point> {
    let range = move || -side..=side;
    range().flat_map(move |x| range().flat_map(move |y| range().map(move |z| [x, y, z])))
}

/// Returns the coordinates of a point as a function of variables.
pub(super) fn at(point: &Point) -> impl Fn(u32) -> Integer + Copy {
    move |variable| point[variable as usize].into()
}

/// Returns the value of an expression at a point.
pub(super) fn value(expr: &Linear, point: &Point) -> i64 {
    i64::try_from(expr.evaluate(at(point)).to_i128().unwrap()).unwrap()
}

/// Returns the point after `variable := value`.
pub(super) fn with(point: &Point, variable: u32, value: i64) -> Point {
    let mut after = *point;
    after[variable as usize] = value;
    after
}

/// Returns the sum of coefficients times variables, plus a constant.
pub(super) fn sum(coefficients: [i64; DIMENSIONS], constant: i64) -> Linear {
    let terms = coefficients.iter().zip(0..).map(|(by, variable)| Linear::term(*by, variable));
    terms.fold(Linear::constant(constant), |sum, term| &sum + &term)
}

/// Returns all sums with coefficients from -2 to 2, without a constant.
pub(super) fn sums() -> impl Iterator<Item = Linear> {
    cube(2).map(|coefficients| sum(coefficients, 0))
}

/// A domain whose points can be listed.
pub(super) trait Listed: Domain {
    /// Returns the points of an element that have coordinates from -3 to 3.
    fn points(&self) -> Vec<Point> {
        let cases = self.cases();
        cube(3).filter(|point| inside(&cases, point)).collect()
    }
}

impl<D: Domain> Listed for D {}

/// Returns whether a point satisfies any of some conjunctions.
pub(super) fn inside(cases: &[Vec<Constraint>], point: &Point) -> bool {
    cases.iter().any(|case| case.iter().all(|constraint| constraint.holds(at(point))))
}

/// Returns the element of the points where all constraints hold.
pub(super) fn all_of<'a, D: Domain>(constraints: impl IntoIterator<Item = &'a Constraint>) -> D {
    let mut element = D::top(DIMENSIONS);
    constraints.into_iter().for_each(|constraint| element.meet(constraint));
    element
}

/// Returns the element of a single point.
pub(super) fn just<D: Domain>(point: &Point) -> D {
    let equations = point.iter().zip(0..);
    let equations =
        equations.map(|(at, name)| Constraint::equal(&Linear::variable(name), &Linear::constant(*at)));
    all_of(&equations.collect::<Vec<_>>())
}

/// Generates expressions with small coefficients.
pub(super) fn linear() -> impl Strategy<Value = Linear> {
    (prop::array::uniform3(-2..=2_i64), -4..=4_i64)
        .prop_map(|(coefficients, constant)| sum(coefficients, constant))
}

fn relation() -> impl Strategy<Value = Relation> {
    prop_oneof![4 => Just(Relation::AtMostZero), 1 => Just(Relation::Zero)]
}

/// Generates constraints with small coefficients.
pub(super) fn constraint() -> impl Strategy<Value = Constraint> {
    (linear(), relation()).prop_map(|(expr, relation)| Constraint::new(&expr, relation))
}

/// Generates constraints on at most two variables with the coefficients 1 and -1.
pub(super) fn octagonal() -> impl Strategy<Value = Constraint> {
    let sign = || prop_oneof![Just(1), Just(-1)];
    (0..3_u32, 1..3_u32, sign(), prop_oneof![Just(0), Just(1), Just(-1)], -4..=4_i64, relation()).prop_map(
        |(one, step, sign, other, constant, relation)| {
            let expr = &Linear::term(sign, one) + &Linear::term(other, (one + step) % 3);
            Constraint::new(&expr.plus(&constant.into()), relation)
        },
    )
}

/// Generates constraints on a difference of two variables or on a single variable.
pub(super) fn difference() -> impl Strategy<Value = Constraint> {
    octagonal().prop_filter("a sum", |constraint| {
        constraint.expr().terms().len() < 2
            || constraint.expr().evaluate(|_| 1.into()) == *constraint.expr().offset()
    })
}

/// Generates constraints that hold at a point, at most one of them an equation. They bound single variables,
/// sums of two variables, or any sums.
pub(super) fn around_a_point() -> impl Strategy<Value = Vec<Constraint>> {
    let side = (0..3_u32, -1..=1_i64).prop_map(|(name, by)| Linear::term(by, name));
    let of_two = octagonal().prop_map(|constraint| constraint.expr().clone());
    let expr = prop_oneof![3 => side, 3 => of_two, 2 => linear()];
    let slack = prop_oneof![3 => 0..5_i64, 1 => Just(-1)];
    (prop::array::uniform3(-3..=3_i64), prop::collection::vec((expr, slack), 2..12)).prop_map(
        |(point, rows)| {
            let row = |(expr, slack): (Linear, i64)| match slack {
                -1 => Constraint::equal(&expr, &Linear::constant(value(&expr, &point))),
                _ => Constraint::at_most(&expr, &Linear::constant(value(&expr, &point) + slack)),
            };
            // At most one equation is kept, since several would often leave a single point.
            let equations = |row: &Constraint| row.relation() == Relation::Zero;
            let (equations, mut rows): (Vec<_>, Vec<_>) = rows.into_iter().map(row).partition(equations);
            rows.extend(equations.into_iter().take(1));
            rows
        },
    )
}

/// Generates conjunctions: mostly ones that hold at a point, sometimes any constraints, which may be
/// contradictory.
pub(super) fn conjunction() -> impl Strategy<Value = Vec<Constraint>> {
    prop_oneof![5 => around_a_point(), 1 => prop::collection::vec(constraint(), 1..5)]
}

/// Generates elements: one conjunction or the join of two, sometimes changed by an assignment.
pub(super) fn element<D: Domain>() -> impl Strategy<Value = D> {
    let assignment = prop::option::weighted(0.3, (0..3_u32, linear()));
    (conjunction(), prop::option::of(conjunction()), assignment).prop_map(|(one, other, assignment)| {
        let mut element: D = all_of(&one);
        if let Some(other) = other {
            element = element.join(&all_of(&other));
        }
        if let Some((variable, value)) = assignment {
            element.assign(variable, &value);
        }
        element
    })
}
