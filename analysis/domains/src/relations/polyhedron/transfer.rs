//! Meets and assignments of polyhedra.

use super::super::{Constraint, Linear, Relation};
use super::project::project;
use super::{Points, Polyhedron, System};
use csieve_base::budget::Steps;

impl Polyhedron {
    /// Replaces the system by the result of `change`, which gets the steps of one operation.
    pub(super) fn transform(&mut self, change: impl FnOnce(&System, &mut Steps) -> Option<System>) {
        self.system = self.system.as_ref().and_then(|system| change(system, &mut Steps::new(super::STEPS)));
    }
}

/// Adds a constraint to a system. None if no solution is left.
pub(super) fn meet(system: &System, constraint: &Constraint, steps: &mut Steps) -> Option<System> {
    let row = std::slice::from_ref(constraint.expr());
    match constraint.relation() {
        Relation::Zero => system.with(row, &[], Points::Integer, steps),
        Relation::AtMostZero => system.with(&[], row, Points::Integer, steps),
    }
}

/// Eliminates a variable from a system.
pub(super) fn forget(system: &System, variable: u32, steps: &mut Steps) -> Option<System> {
    if system.reads(variable) { project(system, variable, steps) } else { Some(system.clone()) }
}

/// Executes `variable := value` ([CH]). If `value` reads the variable, the assignment is solved for the old
/// value of the variable. Otherwise the old value is forgotten, and the assignment adds an equation.
pub(super) fn assign(system: &System, variable: u32, value: &Linear, steps: &mut Steps) -> Option<System> {
    let coefficient = value.coefficient(variable).clone();
    let target = Linear::variable(variable);
    if coefficient.is_zero() {
        let equation = Constraint::equal(&target, value);
        return meet(&forget(system, variable, steps)?, &equation, steps);
    }
    // coefficient * before = after - rest
    let before = &target - &value.substitute(variable, &Linear::default());
    let sign = coefficient.signum().into();
    let after = |row: &Linear| {
        let part = before.scale(&(row.coefficient(variable) * &sign));
        &row.substitute(variable, &Linear::default()).scale(&coefficient.abs()) + &part
    };
    let equations: Vec<_> = system.equations().iter().map(after).collect();
    let inequalities: Vec<_> = system.inequalities().iter().map(after).collect();
    System::default().with(&equations, &inequalities, Points::Integer, steps)
}
