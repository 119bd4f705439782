//! Points, random constraints and random elements.

use proptest::prelude::*;

use super::{Constraint, Domain, Integer, Linear, Relation};

/// The number of variables.
pub(super) const DIMENSIONS: usize = 3;

/// The value of every variable.
pub(super) type Point = [i64; DIMENSIONS];

/// All points with coordinates from `-side` to `side`.
pub(super) fn cube(side: i64) -> impl Iterator<Item = Point> {
    let range = move || -side..=side;
    range().flat_map(move |x| range().flat_map(move |y| range().map(move |z| [x, y, z])))
}

/// The values of a point.
pub(super) fn at(point: &Point) -> impl Fn(u32) -> Integer + Copy {
    move |variable| point[variable as usize].into()
}

/// The value of an expression at a point.
pub(super) fn value(expr: &Linear, point: &Point) -> i64 {
    i64::try_from(expr.evaluate(at(point)).to_i128().unwrap()).unwrap()
}

/// The point after `variable := value`.
pub(super) fn with(point: &Point, variable: u32, value: i64) -> Point {
    let mut after = *point;
    after[variable as usize] = value;
    after
}

/// The sum of coefficients times variables, plus a constant.
pub(super) fn sum(coefficients: [i64; DIMENSIONS], constant: i64) -> Linear {
    let terms = coefficients.iter().zip(0..).map(|(by, variable)| Linear::term(*by, variable));
    terms.fold(Linear::constant(constant), |sum, term| &sum + &term)
}

/// All sums with small coefficients.
pub(super) fn sums() -> impl Iterator<Item = Linear> {
    cube(2).map(|coefficients| sum(coefficients, 0))
}

/// A domain of which the tests know the points.
pub(super) trait Listed: Domain {
    /// The points inside a small cube.
    fn points(&self) -> Vec<Point> {
        let cases = self.cases();
        cube(3).filter(|point| inside(&cases, point)).collect()
    }
}

impl<D: Domain> Listed for D {}

/// Whether a point is in any of the conjunctions.
pub(super) fn inside(cases: &[Vec<Constraint>], point: &Point) -> bool {
    cases.iter().any(|case| case.iter().all(|constraint| constraint.holds(at(point))))
}

/// The points where the constraints hold.
pub(super) fn all_of<'a, D: Domain>(constraints: impl IntoIterator<Item = &'a Constraint>) -> D {
    let mut element = D::top(DIMENSIONS);
    constraints.into_iter().for_each(|constraint| element.meet(constraint));
    element
}

/// A single point.
pub(super) fn just<D: Domain>(point: &Point) -> D {
    let equations = point.iter().zip(0..);
    let equations =
        equations.map(|(at, name)| Constraint::equal(&Linear::variable(name), &Linear::constant(*at)));
    all_of(&equations.collect::<Vec<_>>())
}

/// Any sum with small coefficients.
pub(super) fn linear() -> impl Strategy<Value = Linear> {
    (prop::array::uniform3(-2..=2_i64), -4..=4_i64)
        .prop_map(|(coefficients, constant)| sum(coefficients, constant))
}

fn relation() -> impl Strategy<Value = Relation> {
    prop_oneof![4 => Just(Relation::AtMostZero), 1 => Just(Relation::Zero)]
}

/// Any constraint with small coefficients.
pub(super) fn constraint() -> impl Strategy<Value = Constraint> {
    (linear(), relation()).prop_map(|(expr, relation)| Constraint::new(&expr, relation))
}

/// A constraint of at most two variables with the coefficients 1 and -1.
pub(super) fn octagonal() -> impl Strategy<Value = Constraint> {
    let sign = || prop_oneof![Just(1), Just(-1)];
    (0..3_u32, 1..3_u32, sign(), prop_oneof![Just(0), Just(1), Just(-1)], -4..=4_i64, relation()).prop_map(
        |(one, step, sign, other, constant, relation)| {
            let expr = &Linear::term(sign, one) + &Linear::term(other, (one + step) % 3);
            Constraint::new(&expr.plus(&constant.into()), relation)
        },
    )
}

/// A difference of two variables or a bound of one.
pub(super) fn difference() -> impl Strategy<Value = Constraint> {
    octagonal().prop_filter("a sum", |constraint| {
        constraint.expr().terms().len() < 2
            || constraint.expr().evaluate(|_| 1.into()) == *constraint.expr().offset()
    })
}

/// Constraints that hold at a point, some of them with equality: sides of a box, sums of two variables, anything.
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
            // Not all of the equations: the points would be one.
            let equations = |row: &Constraint| row.relation() == Relation::Zero;
            let (equations, mut rows): (Vec<_>, Vec<_>) = rows.into_iter().map(row).partition(equations);
            rows.extend(equations.into_iter().take(1));
            rows
        },
    )
}

/// Any constraints: mostly around a point, sometimes contradictory.
pub(super) fn conjunction() -> impl Strategy<Value = Vec<Constraint>> {
    prop_oneof![5 => around_a_point(), 1 => prop::collection::vec(constraint(), 1..5)]
}

/// One or two conjunctions joined, maybe changed by an assignment.
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
