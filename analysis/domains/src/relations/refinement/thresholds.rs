//! Thresholds: the constraints that the widening keeps where they hold ([HPR]).

use super::super::{Constraint, Integer, Linear, Relation};
use super::{Statement, Transitions};

/// The maximal number of thresholds.
const MOST: usize = 60;

/// Different constraints in the order in which they were found.
#[derive(Default)]
struct Thresholds(Vec<Constraint>);

impl Thresholds {
    fn add(&mut self, constraints: impl IntoIterator<Item = Constraint>) {
        for one in constraints {
            if self.0.len() < MOST && !one.is_trivial() && !one.is_contradiction() && !self.0.contains(&one) {
                self.0.push(one);
            }
        }
    }
}

impl Transitions {
    /// Returns the constraints that the widening keeps where they hold: the assumed conditions, those
    /// next to them, and these as they are after a step of a counter. A loop `while (i < 9) i = i + 1;`
    /// keeps `i <= 9`.
    pub fn thresholds(&self) -> Vec<Constraint> {
        let mut found = Thresholds::default();
        let statements = || self.last.iter().chain(self.ways.iter().flat_map(|way| &way.statements));
        for statement in statements() {
            match statement {
                Statement::Assume(constraint) => {
                    found.add(constraint.inequalities().into_iter().chain(constraint.negations()));
                }
                Statement::AssumeNot(sum) => {
                    found.add([sum.clone(), -sum].map(|side| Constraint::new(&side, Relation::AtMostZero)));
                }
                Statement::Assign(..) | Statement::Forget(_) => {}
            }
        }
        let conditions = found.0.clone();
        for (variable, by) in statements().filter_map(step) {
            let earlier = Linear::variable(variable).plus(&-&by);
            let about = conditions.iter().filter(|one| !one.expr().coefficient(variable).is_zero());
            found.add(
                about.map(|one| Constraint::new(&one.expr().substitute(variable, &earlier), one.relation())),
            );
        }
        found.0
    }
}

/// Returns the variable to which a statement adds a number, and the number. `None` for other statements.
fn step(statement: &Statement) -> Option<(u32, Integer)> {
    let Statement::Assign(variable, value) = statement else { return None };
    let difference = value - &Linear::variable(*variable);
    let by = difference.as_constant()?;
    (!by.is_zero()).then(|| (*variable, by.clone()))
}
