//! Projection.

use super::super::{Integer, Linear};
use super::{Equations, Exhausted, Points, System};
use crate::budget::Steps;

/// How many inequalities one pairing may add; the steps of an operation do not suffice to find the superfluous among more.
const MOST_ADDED: i64 = 2_000;

/// What is left of a system for the other variables: equations are solved for a variable where they read one, else the
/// method of Fourier and Motzkin pairs every upper bound with every lower bound, and what is superfluous is dropped before
/// the next variable. The least such pairing goes first. None if there is no solution.
pub fn project(
    (mut equations, mut inequalities): (Vec<Linear>, Vec<Linear>),
    mut variables: Vec<u32>,
    points: Points,
    steps: &mut Steps,
) -> Result<Option<System>, Exhausted> {
    variables.retain(|variable| !solve(&mut equations, &mut inequalities, *variable));
    let Some(mut system) = normal(&equations, inequalities, points, steps) else { return Ok(None) };
    while let Some(index) = (0..variables.len()).min_by_key(|index| pairs(&system, variables[*index])) {
        let variable = variables.swap_remove(index);
        let (mut equations, mut inequalities) = (system.equations().to_vec(), system.inequalities().to_vec());
        if !solve(&mut equations, &mut inequalities, variable) {
            if pairs(&system, variable) > MOST_ADDED {
                return Err(Exhausted);
            }
            inequalities = pair(&inequalities, variable);
        }
        match normal(&equations, inequalities, points, steps) {
            Some(next) => system = next,
            None => return Ok(None),
        }
    }
    if steps.left() > 0 { Ok(Some(system)) } else { Err(Exhausted) }
}

/// The system without all that reads a variable and cannot be solved for it: more points than the projection.
pub fn drop_readers(system: &System, variable: u32, points: Points, steps: &mut Steps) -> Option<System> {
    let (mut equations, mut inequalities) = (system.equations().to_vec(), system.inequalities().to_vec());
    solve(&mut equations, &mut inequalities, variable);
    inequalities.retain(|row| row.coefficient(variable).is_zero());
    normal(&equations, inequalities, points, steps)
}

/// The normal form of a system whose equations need not be reduced.
fn normal(
    equations: &[Linear],
    inequalities: Vec<Linear>,
    points: Points,
    steps: &mut Steps,
) -> Option<System> {
    let mut reduced = Equations::default();
    equations.iter().all(|row| reduced.insert(row, points)).then_some(())?;
    System::new(reduced, inequalities, points, steps)
}

/// Takes a variable out with the equation that reads it least often; false if none reads it.
fn solve(equations: &mut Vec<Linear>, inequalities: &mut [Linear], variable: u32) -> bool {
    let readers = (0..equations.len()).filter(|row| !equations[*row].coefficient(variable).is_zero());
    let Some(row) = readers.min_by_key(|row| equations[*row].coefficient(variable).abs()) else {
        return false;
    };
    let equation = equations.swap_remove(row);
    for row in equations.iter_mut().chain(inequalities) {
        if !row.coefficient(variable).is_zero() {
            *row = cancel(row, &equation, variable);
        }
    }
    true
}

/// `|p| * row ± r * other`, where the variable is gone; `row` is multiplied by something above 0.
fn cancel(row: &Linear, other: &Linear, variable: u32) -> Linear {
    let (coefficient, pivot) = (row.coefficient(variable), other.coefficient(variable));
    let content = coefficient.gcd(pivot);
    let sign = Integer::from(-pivot.signum());
    let factor = &coefficient.div_floor(&content) * &sign;
    row.combine(&pivot.abs().div_floor(&content), other, &factor)
}

/// Every inequality with a coefficient above 0 with every one with a coefficient below 0, and those that do not read it.
fn pair(inequalities: &[Linear], variable: u32) -> Vec<Linear> {
    let sign = |row: &&Linear| row.coefficient(variable).signum();
    let above = inequalities.iter().filter(|row| sign(row) > 0);
    let below: Vec<_> = inequalities.iter().filter(|row| sign(row) < 0).collect();
    let pairs = above.flat_map(|row| below.iter().map(move |other| cancel(row, other, variable)));
    pairs.chain(inequalities.iter().filter(|row| sign(row) == 0).cloned()).collect()
}

/// By how much pairing makes a system larger; least of all for a variable that equations can be solved for.
fn pairs(system: &System, variable: u32) -> i64 {
    if system.equations().iter().any(|row| !row.coefficient(variable).is_zero()) {
        return i64::MIN;
    }
    let signs = system.inequalities().iter().map(|row| row.coefficient(variable).signum());
    let (above, below) =
        signs.fold((0, 0), |(above, below), sign| (above + i64::from(sign > 0), below + i64::from(sign < 0)));
    above * below - above - below
}
