//! Convex hulls without large coefficients.

use super::super::Linear;
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// The largest absolute value of a coefficient that a hull keeps.
const MOST: i64 = 10_000;

/// Replaces constraints with large coefficients by the bounds of sums and differences of two variables that
/// follow (the constraints of an octagon, [Mine06]). If a program has large and small numbers, an exact hull
/// has constraints such as `1000000 * x <= 999999 * y`. They say little about integers and are hard to decide
/// bit by bit.
pub(super) fn plain(system: System, steps: &mut Steps) -> Option<System> {
    let (plain, wide): (Vec<Linear>, Vec<Linear>) = system.halves().into_iter().partition(is_plain);
    if wide.is_empty() {
        return Some(system);
    }
    let solver = system.solver();
    let sides = wide.iter().flat_map(octagonal);
    let closest = sides.filter_map(|side| {
        let (numerator, denominator) = solver.supremum(&side, steps)?;
        Some(side.plus(&-&numerator.div_ceil(&denominator)))
    });
    let closest: Vec<Linear> = closest.collect();
    System::new(Equations::default(), plain.into_iter().chain(closest).collect(), Points::Rational, steps)
}

fn is_plain(row: &Linear) -> bool {
    row.terms().iter().all(|(_, by)| by.abs() <= MOST.into())
}

/// Returns the variables of a sum and the sums and differences of any two of them, each with both signs.
fn octagonal(row: &Linear) -> Vec<Linear> {
    let names: Vec<u32> = row.terms().iter().map(|(name, _)| *name).collect();
    let of = |by: i64, name: u32| Linear::term(by, name);
    let mut found = Vec::new();
    for (index, &one) in names.iter().enumerate() {
        found.extend([1, -1].map(|by| of(by, one)));
        for &other in &names[..index] {
            found.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(a, b)| &of(a, one) + &of(b, other)));
        }
    }
    found
}
