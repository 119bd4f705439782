//! Hulls that say no more than people could read.

use super::super::Linear;
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// Largest coefficient, in absolute value.
const MOST: i64 = 10_000;

/// A system without large coefficients. Where one number of a program is large and another is small, an exact hull has a
/// constraint such as `1000000 * x <= 999999 * y`, which has little meaning for integers and is hard to decide bit by bit; what
/// it says of sums and differences of two variables stays (the constraints of an octagon, Miné, "The octagon abstract domain").
pub(super) fn plain(system: System, steps: &mut Steps) -> Option<System> {
    let (plain, wide): (Vec<Linear>, Vec<Linear>) = system.halves().into_iter().partition(is_plain);
    if wide.is_empty() {
        return Some(system);
    }
    let solver = system.solver(steps);
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

/// The sums and differences of the variables of a sum, and these themselves, with both signs.
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
