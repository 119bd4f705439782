//! The convex hull.

use super::super::{Linear, Relation};
use super::cone::{Generators, Vector, generators};
use super::system::Solver;
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// The closure of the convex hull of two polyhedra. As cones, with one more dimension for the constant, they are generated
/// by lines and rays; the constraints of the hull are the vectors that are at most 0 on those of both (Cousot & Halbwachs,
/// "Automatic discovery of linear restraints among variables of a program"). None if the steps run out.
///
/// Projecting the system whose solutions are sums of both (Benoy, King & Mesnard, "Computing convex hulls with a linear
/// solver") gives the same, but it ran out of steps already for six variables and ten constraints.
pub(super) fn hull(one: &System, other: &System, steps: &mut Steps) -> Option<System> {
    let names = variables([one, other]);
    let dimensions = names.len() + 1;
    let mut duals = Vec::new();
    for system in [one, other] {
        let Generators { mut lines, mut rays } =
            generators(dimensions, &homogeneous(system, &names), steps).ok()?;
        lines.sort_unstable();
        rays.sort_unstable();
        duals.extend(lines.into_iter().map(|line| (line, Relation::Zero)));
        duals.extend(rays.into_iter().map(|ray| (ray, Relation::AtMostZero)));
    }
    duals.sort_by_key(|dual| dual.1);
    let hull = generators(dimensions, &duals, steps).ok()?;
    let row = |vector: &Vector| {
        let terms = names.iter().zip(vector).map(|(name, by)| Linear::term(by.clone(), *name));
        terms.fold(Linear::constant(vector[names.len()].clone()), |sum, term| &sum + &term)
    };
    let mut equations = Equations::default();
    hull.lines.iter().all(|line| equations.insert(&row(line), Points::Rational)).then_some(())?;
    Some(System::minimal(equations, &hull.rays.iter().map(row).collect::<Vec<_>>()))
}

/// The constraints of a system on vectors of the variables and 1, and all positive multiples of those.
fn homogeneous(system: &System, names: &[u32]) -> Vec<(Vector, Relation)> {
    let vector = |row: &Linear| -> Vector {
        let coefficients = names.iter().map(|name| row.coefficient(*name).clone());
        coefficients.chain([row.offset().clone()]).collect()
    };
    let equations = system.equations().iter().map(|row| (vector(row), Relation::Zero));
    let positive = (vector(&Linear::constant(-1)), Relation::AtMostZero);
    let inequalities = system.inequalities().iter().map(|row| (vector(row), Relation::AtMostZero));
    equations.chain([positive]).chain(inequalities).collect()
}

/// Each inequality of one, as far as it has to be moved to hold in the other as well (Sankaranarayanan, Colón, Sipma &
/// Manna, "Efficient strongly relational polyhedral analysis").
pub(super) fn weak_join(one: &System, other: &System, steps: &mut Steps) -> Option<System> {
    let mut rows = Vec::new();
    for (from, to) in [(one, other), (other, one)] {
        let solver = to.solver(steps);
        rows.extend(from.halves().iter().filter_map(|row| moved(row, &solver, steps)));
    }
    System::new(Equations::default(), rows, Points::Rational, steps)
}

/// The inequality with the greatest constant with which it still holds in both.
fn moved(row: &Linear, other: &Solver<'_>, steps: &mut Steps) -> Option<Linear> {
    let (numerator, denominator) = other.supremum(row, steps)?;
    if !numerator.is_positive() {
        return Some(row.clone());
    }
    Some(row.scale(&denominator).plus(&-&numerator))
}

/// The variables that any of the systems reads, sorted.
fn variables<const N: usize>(systems: [&System; N]) -> Vec<u32> {
    let rows = systems.into_iter().flat_map(|system| system.equations().iter().chain(system.inequalities()));
    let mut variables: Vec<_> = rows.flat_map(Linear::terms).map(|term| term.0).collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}
