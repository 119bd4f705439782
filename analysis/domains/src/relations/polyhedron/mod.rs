//! Polyhedra: conjunctions of linear constraints.
//!
//! A polyhedron is a closed set of rational points. It is described by constraints, and a simplex answers
//! questions about it. Vertices are computed only for the convex hull. The order, the join and the widening
//! are those of rational polyhedra, so that the laws of a lattice hold. Operations that make the set smaller
//! anyway (meet, assignment) also round constants to integers.

mod cone;
mod contradiction;
mod dictionary;
mod equations;
mod hull;
mod plain;
mod project;
mod simplex;
mod system;
mod transfer;
mod widen;

pub use contradiction::contradiction;

use equations::Equations;
use system::System;

use super::{Constraint, Domain, Integer, Linear, Relation};
use csieve_base::budget::Steps;

/// The maximal number of steps of one operation. A step is a 64-bit word of a number that a pivot computes,
/// or a comparison of two rays.
const STEPS: u32 = 500_000;

/// The maximal number of steps of a convex hull. The cost of a hull grows fast with the number of variables.
const HULL_STEPS: u32 = 60_000;

/// The error that the steps of an operation ran out.
#[derive(Clone, Copy, Debug)]
struct Exhausted;

/// The solutions of a system that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Points {
    /// All rational solutions.
    Rational,
    /// Only integer solutions, so that constants may be rounded.
    Integer,
}

/// A closed convex polyhedron. The operations of the domain have a fixed number of steps; if these run out,
/// they return a larger polyhedron or no answer. [`Polyhedron::join_within`] takes the number of steps from
/// its caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyhedron {
    /// The constraints of the polyhedron; None if it has no point.
    system: Option<System>,
}

impl Polyhedron {
    /// Returns the convex hull of both polyhedra, in which constraints with large coefficients are replaced
    /// by weaker ones. If the steps run out, returns the constraints of both, each weakened until it holds in
    /// the other.
    #[must_use]
    pub fn join_within(&self, other: &Self, steps: &mut Steps) -> Self {
        let (Some(one), Some(two)) = (&self.system, &other.system) else {
            return if self.is_bottom() { other.clone() } else { self.clone() };
        };
        if self.includes(other) {
            return self.clone();
        }
        if other.includes(self) {
            return other.clone();
        }
        let hull = hull::hull(one, two, steps).and_then(|hull| plain::plain(hull, &mut Steps::new(STEPS)));
        let system = hull.or_else(|| hull::weak_join(one, two, &mut Steps::new(STEPS)));
        Self { system: Some(system.unwrap_or_default()) }
    }

    /// Returns those of the rows for which `row <= 0` is known to hold at every rational point.
    fn implied(&self, mut rows: Vec<Linear>) -> Vec<Linear> {
        if let Some(system) = &self.system {
            let solver = system.solver();
            rows.retain(|row| solver.at_most_zero(row, &mut Steps::new(STEPS)));
        }
        rows
    }
}

impl Domain for Polyhedron {
    fn top(_: usize) -> Self {
        Self { system: Some(System::default()) }
    }

    fn bottom(_: usize) -> Self {
        Self { system: None }
    }

    fn is_bottom(&self) -> bool {
        self.system.is_none()
    }

    fn meet(&mut self, constraint: &Constraint) {
        self.transform(|system, steps| transfer::meet(system, constraint, steps));
    }

    fn meet_all(&mut self, other: &Self) {
        let other = other.system.as_ref();
        self.transform(|system, steps| {
            let other = other?;
            if other.is_with(system.equations(), system.inequalities(), Points::Integer, steps) {
                return Some(other.clone());
            }
            system.with(other.equations(), other.inequalities(), Points::Integer, steps)
        });
    }

    fn assign(&mut self, variable: u32, value: &Linear) {
        self.transform(|system, steps| transfer::assign(system, variable, value, steps));
    }

    fn forget(&mut self, variable: u32) {
        self.transform(|system, steps| transfer::forget(system, variable, steps));
    }

    fn join(&self, other: &Self) -> Self {
        self.join_within(other, &mut Steps::new(HULL_STEPS))
    }

    fn widen(&self, next: &Self) -> Self {
        match (&self.system, &next.system) {
            (Some(old), Some(new)) => {
                Self { system: Some(widen::widen(old, new, &mut Steps::new(STEPS)).unwrap_or_default()) }
            }
            _ => self.join(next),
        }
    }

    fn widen_up_to(&self, next: &Self, thresholds: &[Constraint]) -> Self {
        let result = self.widen(next);
        let rows = thresholds.iter().flat_map(Constraint::inequalities).map(|half| half.expr().clone());
        let rows = next.implied(self.implied(rows.collect()));
        let with = |system: System| system.with(&[], &rows, Points::Rational, &mut Steps::new(STEPS));
        Self { system: result.system.and_then(with) }
    }

    fn includes(&self, other: &Self) -> bool {
        match (&self.system, &other.system) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(one), Some(two)) => one.follows_from(two),
        }
    }

    fn constraints(&self) -> Vec<Constraint> {
        let rounded = |system: &System| system.with(&[], &[], Points::Integer, &mut Steps::new(STEPS));
        let Some(system) = self.system.as_ref().and_then(rounded) else {
            return vec![Constraint::contradiction()];
        };
        let equations = system.equations().iter().map(|row| Constraint::new(row, Relation::Zero));
        let inequalities = system.inequalities().iter().map(|row| Constraint::new(row, Relation::AtMostZero));
        equations.chain(inequalities).collect()
    }

    fn bounds(&self, expr: &Linear) -> (Option<Integer>, Option<Integer>) {
        let Some(system) = &self.system else { return (None, None) };
        let mut steps = Steps::new(STEPS);
        let solver = system.solver();
        let mut upper = |expr: &Linear| {
            let (numerator, denominator) = solver.supremum(expr, &mut steps)?;
            Some(numerator.div_floor(&denominator))
        };
        (upper(&-expr).map(|bound| -&bound), upper(expr))
    }

    fn entails(&self, constraint: &Constraint) -> bool {
        let Some(system) = &self.system else { return true };
        let (solver, mut steps) = (system.solver(), Steps::new(STEPS));
        let halves = constraint.inequalities();
        halves.iter().all(|half| {
            let upper = solver.supremum(half.expr(), &mut steps);
            upper.is_some_and(|(numerator, denominator)| !numerator.div_floor(&denominator).is_positive())
        })
    }
}
