//! Projection: the elimination of a variable.

use super::super::{Integer, Linear};
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// The maximal number of inequalities that one elimination may add. With more, the steps of an operation
/// would not suffice to find the redundant inequalities.
const MOST_ADDED: i64 = 2_000;

/// Eliminates a variable from a system. An equation that reads the variable is solved for it; otherwise every
/// upper bound is paired with every lower bound ([Fourier-Motzkin]). If that takes too many inequalities or
/// steps, the bounds of the variable are dropped. Returns None if there is no solution.
pub(super) fn project(system: &System, variable: u32, steps: &mut Steps) -> Option<System> {
    let (mut equations, mut inequalities) = (system.equations().to_vec(), system.inequalities().to_vec());
    if solve(&mut equations, &mut inequalities, variable) {
        return normal(&equations, inequalities, steps);
    }
    if added(&inequalities, variable) <= MOST_ADDED {
        let projection = normal(&equations, pair(&inequalities, variable), steps);
        if steps.left() > 0 {
            return projection;
        }
    }
    inequalities.retain(|row| row.coefficient(variable).is_zero());
    normal(&equations, inequalities, steps)
}

/// Returns the normal form of a system whose equations need not be reduced; None if it has no solution.
fn normal(equations: &[Linear], inequalities: Vec<Linear>, steps: &mut Steps) -> Option<System> {
    let mut reduced = Equations::default();
    equations.iter().all(|row| reduced.insert(row, Points::Integer)).then_some(())?;
    System::new(reduced, inequalities, Points::Integer, steps)
}

/// Eliminates a variable with the equation in which it has the smallest coefficient. Returns false if no
/// equation reads it.
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

/// Returns a combination of `row` and `other` in which the variable cancels out. The factor of `row` is above
/// 0.
fn cancel(row: &Linear, other: &Linear, variable: u32) -> Linear {
    let (coefficient, pivot) = (row.coefficient(variable), other.coefficient(variable));
    let content = coefficient.gcd(pivot);
    let sign = Integer::from(-pivot.signum());
    let factor = &coefficient.div_floor(&content) * &sign;
    row.combine(&pivot.abs().div_floor(&content), other, &factor)
}

/// Combines every inequality in which the variable has a positive coefficient with every one in which it has
/// a negative one. Also returns the inequalities that do not read the variable.
fn pair(inequalities: &[Linear], variable: u32) -> Vec<Linear> {
    let sign = |row: &&Linear| row.coefficient(variable).signum();
    let above = inequalities.iter().filter(|row| sign(row) > 0);
    let below: Vec<_> = inequalities.iter().filter(|row| sign(row) < 0).collect();
    let pairs = above.flat_map(|row| below.iter().map(move |other| cancel(row, other, variable)));
    pairs.chain(inequalities.iter().filter(|row| sign(row) == 0).cloned()).collect()
}

/// Returns by how much [`pair`] changes the number of inequalities.
fn added(inequalities: &[Linear], variable: u32) -> i64 {
    let signs = inequalities.iter().map(|row| row.coefficient(variable).signum());
    let count = |(above, below), sign| (above + i64::from(sign > 0), below + i64::from(sign < 0));
    let (above, below) = signs.fold((0, 0), count);
    above * below - above - below
}
