//! The widening of polyhedra.

use super::super::Linear;
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// Returns the standard widening ([Hal], [CH]): the inequalities of `old` that hold in `new`, and those of
/// `new` that can replace one of `old` without changing `old`. An equation counts as two inequalities. None
/// if no inequality is left.
///
/// The result has a lower rank than `old`, unless `new` is included in `old`. If the steps run out before
/// this is known, more inequalities are dropped.
pub(super) fn widen(old: &System, new: &System, steps: &mut Steps) -> Option<System> {
    let halves = old.halves();
    let solver = new.solver();
    let mut kept: Vec<_> = halves.iter().filter(|row| solver.at_most_zero(row, steps)).cloned().collect();
    if kept.len() == halves.len() {
        return Some(old.clone());
    }
    kept.extend(exchangeable(old, &halves, new, steps));
    while !kept.is_empty() {
        let result = System::new(Equations::default(), kept.clone(), Points::Rational, steps)?;
        if result.rank() < old.rank() {
            return Some(result);
        }
        kept.pop();
    }
    None
}

/// Returns the inequalities of `new` that hold in `old` and can replace one of its inequalities: together
/// with the others of `old`, they imply the replaced one.
fn exchangeable(old: &System, halves: &[Linear], new: &System, steps: &mut Steps) -> Vec<Linear> {
    let solver = old.solver();
    let mut rows = new.halves();
    // Only an inequality that touches the old polyhedron can replace one of its inequalities.
    rows.retain(|row| solver.supremum(row, steps).is_some_and(|(numerator, _)| numerator.is_zero()));
    rows.retain(|row| {
        !halves.contains(row) && (0..halves.len()).any(|index| stands_for(row, halves, index, steps))
    });
    rows
}

/// Returns whether the inequality at an index still follows if `row` takes its place among the others.
fn stands_for(row: &Linear, halves: &[Linear], index: usize, steps: &mut Steps) -> bool {
    let mut exchanged = halves.to_vec();
    exchanged[index] = row.clone();
    let system = System::unreduced(exchanged);
    system.solver().at_most_zero(&halves[index], steps)
}
