//! Systems of linear equations and inequalities in normal form.

use std::{cell::OnceCell, cmp::Ordering, rc::Rc};

use super::super::{Integer, Linear, constraint::tighten, domain::Rank};
use super::simplex::{Simplex, Supremum};
use super::{Equations, Points, STEPS};
use csieve_base::budget::Steps;

/// Equations `e = 0` and inequalities `e <= 0` that some rational point solves. In normal form, no inequality
/// holds as an equation everywhere, none is implied by the rest, and none reads the first variable of an
/// equation. So systems with the same rational solutions are equal values. A system has normal form unless
/// the steps ran out when it was made.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    equations: Equations,
    inequalities: Vec<Linear>,
    /// The simplex of the inequalities, made when it is first needed; None in it if its steps ran out. Copies of
    /// the system share it, so that a system of which much is asked is solved once.
    simplex: OnceCell<Option<Rc<Simplex>>>,
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        self.equations == other.equations && self.inequalities == other.inequalities
    }
}

impl Eq for System {}

impl System {
    /// Returns the normal form of a system, or None if it has no solution. With [`Points::Integer`],
    /// constants are rounded, which drops rational solutions but no integer ones. If the steps run out, the
    /// system may not be minimal.
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
            let Ok(simplex) = solution else {
                return Some(Self { equations, inequalities, simplex: OnceCell::from(None) });
            };
            let mut simplex = simplex?;
            let implicit = simplex.implicit_equations(inequalities.len(), steps).unwrap_or_default();
            if implicit.is_empty() {
                let mut number = 0..;
                inequalities.retain(|_| {
                    let redundant = number.next().map(|number| simplex.drop_redundant(number, steps));
                    !matches!(redundant, Some(Ok(true)))
                });
                let simplex = OnceCell::from(Some(Rc::new(simplex)));
                return Some(Self { equations, inequalities, simplex });
            }
            for number in implicit.into_iter().rev() {
                if !equations.insert(&inequalities.remove(number), points) {
                    return None;
                }
            }
        }
    }

    /// Makes a system from constraints that have a solution and are minimal, but not in normal form.
    pub(super) fn minimal(equations: Equations, inequalities: &[Linear]) -> Self {
        let inequalities = reduce(&equations, inequalities, Points::Rational);
        Self { equations, inequalities, simplex: OnceCell::new() }
    }

    /// Makes a system of inequalities without normal form, which can only answer questions. The inequalities
    /// must have a solution.
    pub(super) fn unreduced(inequalities: Vec<Linear>) -> Self {
        Self { inequalities, ..Self::default() }
    }

    /// Returns the system with more equations and inequalities, or None if it then has no solution. A system that
    /// already has them is returned as it is.
    pub(super) fn with(
        &self,
        equations: &[Linear],
        inequalities: &[Linear],
        points: Points,
        steps: &mut Steps,
    ) -> Option<Self> {
        if self.is_with(equations, inequalities, points, steps) {
            return Some(self.clone());
        }
        let mut all = self.equations.clone();
        if !equations.iter().all(|row| all.insert(row, points)) {
            return None;
        }
        let inequalities = self.inequalities.iter().chain(inequalities).cloned().collect();
        Self::new(all, inequalities, points, steps)
    }

    /// Returns whether the normal form with more constraints is known to be the system itself: they follow from it,
    /// also when constants are rounded, and rounding does not change what it has.
    pub(super) fn is_with(
        &self,
        equations: &[Linear],
        inequalities: &[Linear],
        points: Points,
        steps: &mut Steps,
    ) -> bool {
        let is_kept = |row: &Linear| points == Points::Rational || tighten(row) == *row;
        let follows = |row: &Linear| *self.equations.reduce(row).0 == Linear::default();
        if !self.inequalities.iter().all(is_kept) || !equations.iter().all(follows) {
            return false;
        }
        let more = reduce(&self.equations, inequalities, points);
        let is_new = |row: &&Linear| self.inequalities.binary_search_by(|one| order(one, row)).is_err();
        let mut new = more.iter().filter(is_new).peekable();
        if new.peek().is_none() {
            return true;
        }
        let solver = self.solver();
        new.all(|row| solver.at_most_zero(row, steps))
    }

    /// Returns the left sides `e` of the equations `e = 0`.
    pub(super) fn equations(&self) -> &[Linear] {
        self.equations.rows()
    }

    /// Returns the left sides `e` of the inequalities `e <= 0`.
    pub(super) fn inequalities(&self) -> &[Linear] {
        &self.inequalities
    }

    /// Returns the left sides of all constraints as inequalities `e <= 0`; an equation becomes two.
    pub(super) fn halves(&self) -> Vec<Linear> {
        let both = self.equations().iter().flat_map(|row| [row.clone(), -row]);
        both.chain(self.inequalities.iter().cloned()).collect()
    }

    /// Returns whether all constraints are known to hold wherever those of another system do.
    pub(super) fn follows_from(&self, other: &Self) -> bool {
        let (solver, mut steps) = (other.solver(), Steps::new(STEPS));
        self.equations().iter().all(|row| solver.is_zero(row, &mut steps))
            && self.inequalities.iter().all(|row| solver.at_most_zero(row, &mut steps))
    }

    /// Returns the numbers of equations and of inequalities.
    pub(super) fn rank(&self) -> Rank {
        (self.equations().len(), self.inequalities.len())
    }

    /// Returns whether any constraint reads a variable.
    pub(super) fn reads(&self, variable: u32) -> bool {
        let mut rows = self.equations().iter().chain(&self.inequalities);
        rows.any(|row| !row.coefficient(variable).is_zero())
    }

    /// Returns a solver that answers questions about the system.
    pub(super) fn solver(&self) -> Solver<'_> {
        let made = || Simplex::new(&self.inequalities, &mut Steps::new(STEPS)).ok().flatten().map(Rc::new);
        Solver { system: self, simplex: self.simplex.get_or_init(made).as_deref() }
    }
}

/// A solver that answers questions about a system.
pub(super) struct Solver<'a> {
    system: &'a System,
    /// The simplex of the inequalities; None if the steps ran out.
    simplex: Option<&'a Simplex>,
}

impl Solver<'_> {
    /// Returns the supremum of an expression as numerator and denominator, if it is finite and the steps
    /// suffice.
    pub(super) fn supremum(&self, expr: &Linear, steps: &mut Steps) -> Option<(Integer, Integer)> {
        let (expr, factor) = self.system.equations.reduce(expr);
        if let Some(value) = expr.as_constant() {
            return Some((value.clone(), factor));
        }
        match self.simplex?.supremum(&expr, steps).ok()? {
            Supremum::Infinite => None,
            Supremum::Finite(numerator, denominator) => Some((numerator, &denominator * &factor)),
        }
    }

    /// Returns whether an expression is known to be at most 0 at every rational point.
    pub(super) fn at_most_zero(&self, expr: &Linear, steps: &mut Steps) -> bool {
        self.reduced_at_most_zero(&self.system.equations.reduce(expr).0, steps)
    }

    /// Returns whether an expression is known to be 0 at every rational point.
    fn is_zero(&self, expr: &Linear, steps: &mut Steps) -> bool {
        let expr = self.system.equations.reduce(expr).0;
        match expr.as_constant() {
            Some(value) => value.is_zero(),
            None => self.reduced_at_most_zero(&expr, steps) && self.reduced_at_most_zero(&-&*expr, steps),
        }
    }

    /// Does the same as [`Self::at_most_zero`] for an expression without the first variables of the equations.
    fn reduced_at_most_zero(&self, expr: &Linear, steps: &mut Steps) -> bool {
        match (expr.as_constant(), self.simplex) {
            (Some(value), _) => !value.is_positive(),
            (None, Some(simplex)) => simplex.is_at_most_zero(expr, steps).unwrap_or(false),
            (None, None) => false,
        }
    }
}

/// Simplifies inequalities by the equations, drops those that always hold, and sorts the rest.
fn reduce(equations: &Equations, inequalities: &[Linear], points: Points) -> Vec<Linear> {
    let rows = inequalities.iter().map(|row| simplify(&equations.reduce(row).0, points));
    let mut rows = rows.filter(|row| row.as_constant().is_none_or(Integer::is_positive)).collect();
    keep_strongest(&mut rows);
    rows
}

/// Returns an inequality without common divisors. For integer points its constant is rounded.
fn simplify(row: &Linear, points: Points) -> Linear {
    if points == Points::Integer {
        return tighten(row);
    }
    let content = row.content().gcd(row.offset());
    if content.is_zero() { row.clone() } else { row.divide(&content, row.offset().div_floor(&content)) }
}

/// Sorts inequalities, and keeps only the strongest of those with the same coefficients.
fn keep_strongest(rows: &mut Vec<Linear>) {
    rows.sort_unstable_by(order);
    rows.dedup_by(|later, earlier| later.terms() == earlier.terms());
}

/// The order of inequalities in a system: by their coefficients, the stronger one first.
fn order(one: &Linear, other: &Linear) -> Ordering {
    one.terms().cmp(other.terms()).then_with(|| other.offset().cmp(one.offset()))
}
