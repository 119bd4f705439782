//! The widening of polyhedra.

use super::super::Linear;
use super::{Equations, Points, System};
use csieve_base::budget::Steps;

/// The standard widening: the inequalities of `old` that hold in `new`, and those of `new` for which one of `old` can be
/// exchanged without changing `old` (Halbwachs' thesis, 1979; Cousot & Halbwachs, "Automatic discovery of linear restraints
/// among variables of a program"; equations count as two inequalities). None if there are none.
///
/// Its result has a lower rank, or `new` is inside `old`. Should the steps run out before that is seen, more is dropped.
pub(super) fn widen(old: &System, new: &System, steps: &mut Steps) -> Option<System> {
    let halves = old.halves();
    let solver = new.solver(steps);
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

/// The inequalities of `new` that hold in `old` and imply one of its inequalities together with the others.
fn exchangeable(old: &System, halves: &[Linear], new: &System, steps: &mut Steps) -> Vec<Linear> {
    let solver = old.solver(steps);
    let mut rows = new.halves();
    // Only an inequality that touches the polyhedron can stand for one of its own.
    rows.retain(|row| solver.supremum(row, steps).is_some_and(|(numerator, _)| numerator.is_zero()));
    rows.retain(|row| {
        !halves.contains(row) && (0..halves.len()).any(|index| stands_for(row, halves, index, steps))
    });
    rows
}

/// Whether the inequality at an index follows if this one takes its place.
fn stands_for(row: &Linear, halves: &[Linear], index: usize, steps: &mut Steps) -> bool {
    let mut exchanged = halves.to_vec();
    exchanged[index] = row.clone();
    let system = System::unreduced(exchanged);
    system.solver(steps).at_most_zero(&halves[index], steps)
}
