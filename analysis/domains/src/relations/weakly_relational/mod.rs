//! Weakly relational domains: bounds of single variables and of some sums of two variables, in a
//! difference-bound matrix.
//!
//! The matrix is kept closed: every bound is the least that follows over the integers. So equal elements have
//! equal matrices, and inclusion and join work cell by cell ([Mine06]).

mod bound;
mod form;
mod matrix;
mod sum;
mod widen;

pub(super) use bound::Bound;
pub(super) use form::{Form, Signed};
pub(super) use matrix::Matrix;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Range;

use super::{Constraint, Domain, Integer, Linear, Relation};
use csieve_base::budget::Steps;

/// The layout of the matrix, in which weakly relational domains differ.
pub trait Shape: Clone + Eq + Debug {
    /// Returns the number of nodes of the matrix for `dimensions` variables.
    fn nodes(dimensions: usize) -> usize;

    /// Returns the nodes of a variable.
    fn nodes_of(variable: u32) -> Range<usize>;

    /// Returns the bound of a form over variables of the matrix. A form without a cell has no bound.
    fn get(matrix: &Matrix, form: Form) -> Bound;

    /// Adds a bound of a form over variables of the matrix, if the form has a cell.
    fn lower(matrix: &mut Matrix, form: Form, bound: Bound);

    /// Lowers every cell to the least bound that follows from the others. Returns false if no point satisfies
    /// all bounds.
    fn close(matrix: &mut Matrix) -> bool;

    /// Returns a minimal set of constraints whose closure is the given closed matrix.
    fn reduce(matrix: &Matrix) -> Vec<Constraint>;
}

/// An element of a weakly relational domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeaklyRelational<S> {
    dimensions: usize,
    /// The closed matrix; None if there is no point.
    matrix: Option<Matrix>,
    shape: PhantomData<S>,
}

impl<S: Shape> WeaklyRelational<S> {
    /// Makes the element of a matrix that need not be closed.
    fn closure(dimensions: usize, mut matrix: Matrix) -> Self {
        let points = S::close(&mut matrix);
        Self { dimensions, matrix: points.then_some(matrix), shape: PhantomData }
    }

    /// Makes the element of the points where all constraints hold. Closes the matrix only once, whereas one
    /// meet for each constraint would close it every time.
    pub(super) fn of<'a>(dimensions: usize, constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        let mut result = Self::top(dimensions);
        let limits = constraints.into_iter().flat_map(|constraint| result.limits(constraint)).collect();
        result.limit(limits);
        result
    }

    /// Returns the least known bound of a form.
    fn get(&self, form: Form) -> Bound {
        let matrix = self.matrix.as_ref().filter(|_| self.knows(form));
        matrix.map_or(Bound::NONE, |matrix| S::get(matrix, form))
    }

    /// Returns whether all variables of a form are among those of the matrix.
    fn knows(&self, form: Form) -> bool {
        let knows = |signed: Signed| (signed.variable as usize) < self.dimensions;
        match form {
            Form::One(one) => knows(one),
            Form::Two(one, other) => knows(one) && knows(other),
        }
    }

    /// Adds bounds of forms and closes the matrix.
    fn limit(&mut self, limits: Vec<(Form, Bound)>) {
        let Some(matrix) = &mut self.matrix else { return };
        for (form, bound) in limits {
            S::lower(matrix, form, bound);
        }
        if !S::close(matrix) {
            self.matrix = None;
        }
    }
}

impl<S: Shape> Domain for WeaklyRelational<S> {
    fn top(dimensions: usize) -> Self {
        Self { dimensions, matrix: Some(Matrix::new(S::nodes(dimensions))), shape: PhantomData }
    }

    fn bottom(dimensions: usize) -> Self {
        Self { dimensions, matrix: None, shape: PhantomData }
    }

    fn is_bottom(&self) -> bool {
        self.matrix.is_none()
    }

    fn meet(&mut self, constraint: &Constraint) {
        if constraint.is_contradiction() {
            self.matrix = None;
        }
        let limits = self.limits(constraint);
        self.limit(limits);
    }

    fn meet_all(&mut self, other: &Self) {
        *self = match (&self.matrix, &other.matrix) {
            (Some(one), Some(two)) => Self::closure(self.dimensions, one.zip(two, Ord::min)),
            _ => Self::bottom(self.dimensions),
        };
    }

    fn assign(&mut self, variable: u32, value: &Linear) {
        let mut steps = Steps::new(sum::STEPS);
        let bound = |form: Form| {
            let sum = form.expr().substitute(variable, value);
            (form, self.upper(&sum, &mut steps).map_or(Bound::NONE, |bound| Bound::from(&bound)))
        };
        if (variable as usize) >= self.dimensions {
            return;
        }
        let limits = Form::reading(variable, self.dimensions).map(bound).collect();
        self.forget(variable);
        self.limit(limits);
    }

    fn forget(&mut self, variable: u32) {
        if let Some(matrix) = self.matrix.as_mut().filter(|_| (variable as usize) < self.dimensions) {
            matrix.clear(S::nodes_of(variable));
        }
    }

    fn join(&self, other: &Self) -> Self {
        match (&self.matrix, &other.matrix) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            // The cell-wise maximum of two closed matrices is closed.
            (Some(one), Some(two)) => Self { matrix: Some(one.zip(two, Ord::max)), ..self.clone() },
        }
    }

    fn widen(&self, next: &Self) -> Self {
        widen::widen(self, next)
    }

    fn includes(&self, other: &Self) -> bool {
        match (&self.matrix, &other.matrix) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(one), Some(two)) => one.covers(two),
        }
    }

    fn constraints(&self) -> Vec<Constraint> {
        self.matrix.as_ref().map_or_else(|| vec![Constraint::contradiction()], S::reduce)
    }

    fn bounds(&self, expr: &Linear) -> (Option<Integer>, Option<Integer>) {
        let mut steps = Steps::new(sum::STEPS);
        let low = self.upper(&-expr, &mut steps).map(|bound| -&bound);
        (low, self.upper(expr, &mut steps))
    }
}

/// Returns the inequalities of a constraint, as expressions that are at most 0.
fn inequalities(constraint: &Constraint) -> impl Iterator<Item = Linear> {
    let other = (constraint.relation() == Relation::Zero).then(|| -constraint.expr());
    std::iter::once(constraint.expr().clone()).chain(other)
}
