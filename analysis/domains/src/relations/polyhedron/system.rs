//! Systems of equations and inequalities, in a normal form.

use super::super::{Integer, Linear, constraint::tighten, domain::Rank};
use super::simplex::{Simplex, Supremum};
use super::{Equations, Points};
use csieve_base::budget::Steps;

/// Equations and inequalities `e <= 0` that some rational point solves. In normal form, which every system has that was
/// made without running out of steps, no inequality holds as an equation everywhere, none is implied by the rest, and they
/// do not read the first variables of equations; so systems with the same rational solutions are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct System {
    equations: Equations,
    inequalities: Vec<Linear>,
}

impl System {
    /// The normal form of a system, none if it has no solution. With [`Points::Integer`], constants are rounded, which drops
    /// rational solutions but no integers. If the steps run out, the system may not be minimal.
    pub(super) fn new(
        mut equations: Equations,
        mut inequalities: Vec<Linear>,
        points: Points,
        steps: &mut Steps,
    ) -> Option<Self> {
        loop {
            inequalities = reduce(&equations, &inequalities, points);
            if inequalities.iter().any(Linear::is_constant) {
                return None;
            }
            let solution = Simplex::new(&inequalities, steps);
            let Ok(simplex) = solution else { return Some(Self { equations, inequalities }) };
            let mut simplex = simplex?;
            let implicit = simplex.implicit_equations(inequalities.len(), steps).unwrap_or_default();
            if implicit.is_empty() {
                let mut number = 0..;
                inequalities.retain(|_| {
                    let redundant = number.next().map(|number| simplex.drop_redundant(number, steps));
                    !matches!(redundant, Some(Ok(true)))
                });
                return Some(Self { equations, inequalities });
            }
            for number in implicit.into_iter().rev() {
                if !equations.insert(&inequalities.remove(number), points) {
                    return None;
                }
            }
        }
    }

    /// A system with solutions that is already minimal, but not in normal form.
    pub(super) fn minimal(equations: Equations, inequalities: &[Linear]) -> Self {
        let inequalities = reduce(&equations, inequalities, Points::Rational);
        Self { equations, inequalities }
    }

    /// Inequalities with a solution that are not in normal form, only to be asked.
    pub(super) fn unreduced(inequalities: Vec<Linear>) -> Self {
        Self { equations: Equations::default(), inequalities }
    }

    /// The system with more equations and inequalities.
    pub(super) fn with(
        &self,
        equations: &[Linear],
        inequalities: &[Linear],
        points: Points,
        steps: &mut Steps,
    ) -> Option<Self> {
        let mut all = self.equations.clone();
        if !equations.iter().all(|row| all.insert(row, points)) {
            return None;
        }
        let inequalities = self.inequalities.iter().chain(inequalities).cloned().collect();
        Self::new(all, inequalities, points, steps)
    }

    /// Left sides that are 0.
    pub(super) fn equations(&self) -> &[Linear] {
        self.equations.rows()
    }

    /// Left sides that are at most 0.
    pub(super) fn inequalities(&self) -> &[Linear] {
        &self.inequalities
    }

    /// All as inequalities: an equation is two.
    pub(super) fn halves(&self) -> Vec<Linear> {
        let both = self.equations().iter().flat_map(|row| [row.clone(), -row]);
        both.chain(self.inequalities.iter().cloned()).collect()
    }

    /// How constrained the solutions are.
    pub(super) fn rank(&self) -> Rank {
        (self.equations().len(), self.inequalities.len())
    }

    /// Whether anything is said of a variable.
    pub(super) fn reads(&self, variable: u32) -> bool {
        let mut rows = self.equations().iter().chain(&self.inequalities);
        rows.any(|row| !row.coefficient(variable).is_zero())
    }

    /// What answers questions about the system.
    pub(super) fn solver(&self, steps: &mut Steps) -> Solver<'_> {
        Solver { system: self, simplex: Simplex::new(&self.inequalities, steps).ok().flatten() }
    }
}

/// Answers questions about a system.
pub(super) struct Solver<'a> {
    system: &'a System,
    /// None if the steps ran out.
    simplex: Option<Simplex>,
}

impl Solver<'_> {
    /// The supremum of an expression as numerator and denominator, if there is one and it is found.
    pub(super) fn supremum(&self, expr: &Linear, steps: &mut Steps) -> Option<(Integer, Integer)> {
        let (expr, factor) = self.system.equations.reduce(expr);
        if let Some(value) = expr.as_constant() {
            return Some((value.clone(), factor));
        }
        match self.simplex.as_ref()?.supremum(&expr, steps).ok()? {
            Supremum::Infinite => None,
            Supremum::Finite(numerator, denominator) => Some((numerator, &denominator * &factor)),
        }
    }

    /// Whether it is found that an expression is at most 0 at every rational point.
    pub(super) fn at_most_zero(&self, expr: &Linear, steps: &mut Steps) -> bool {
        self.supremum(expr, steps).is_some_and(|(numerator, _)| !numerator.is_positive())
    }
}

/// The inequalities as they are where the equations hold, those that say something, sorted.
fn reduce(equations: &Equations, inequalities: &[Linear], points: Points) -> Vec<Linear> {
    let rows = inequalities.iter().map(|row| simplify(&equations.reduce(row).0, points));
    let mut rows = rows.filter(|row| row.as_constant().is_none_or(Integer::is_positive)).collect();
    keep_strongest(&mut rows);
    rows
}

/// The inequality without common divisors.
fn simplify(row: &Linear, points: Points) -> Linear {
    if points == Points::Integer {
        return tighten(row);
    }
    let content = row.content().gcd(row.offset());
    if content.is_zero() { row.clone() } else { row.divide(&content, row.offset().div_floor(&content)) }
}

/// Of inequalities with the same coefficients, the strongest; sorted.
fn keep_strongest(rows: &mut Vec<Linear>) {
    rows.sort_unstable_by(|one, other| {
        one.terms().cmp(other.terms()).then_with(|| other.offset().cmp(one.offset()))
    });
    rows.dedup_by(|later, earlier| later.terms() == earlier.terms());
}
