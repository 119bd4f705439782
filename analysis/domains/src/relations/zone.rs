//! Zones: `x - y <= c` and bounds of single variables.

use std::ops::Range;

use super::weakly_relational::{Bound, Form, Matrix, Shape, Signed, WeaklyRelational};
use super::{Constraint, Integer, Linear};

/// The zone domain ([Mine01]): bounds of differences of two variables and of single variables. It is exact
/// for meets with such constraints, for `x := y + c` and for joins: the result is the least zone.
pub type Zone = WeaklyRelational<Differences>;

/// The matrix layout of zones. Node 0 is the number 0, and node `v + 1` is variable `v`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differences;

impl Shape for Differences {
    fn nodes(dimensions: usize) -> usize {
        dimensions + 1
    }

    fn nodes_of(variable: u32) -> Range<usize> {
        let node = variable as usize + 1;
        node..node + 1
    }

    fn get(matrix: &Matrix, form: Form) -> Bound {
        cell(form).map_or(Bound::NONE, |(row, column)| matrix.get(row, column))
    }

    fn lower(matrix: &mut Matrix, form: Form, bound: Bound) {
        if let Some((row, column)) = cell(form) {
            matrix.lower(row, column, bound);
        }
    }

    fn close(matrix: &mut Matrix) -> bool {
        matrix.shortest_paths()
    }

    /// Returns the constraints of the minimal zone ([LLPY]). Nodes that differ by a constant form a class,
    /// represented by its first node. Between representatives, every bound that is not the sum of two others
    /// is needed.
    fn reduce(matrix: &Matrix) -> Vec<Constraint> {
        let first = |node| (0..node).find(|other| matrix.tied(node, *other));
        let difference = |row, column| {
            let bound: Integer = Option::from(matrix.get(row, column))?;
            Some(&expr(row) - &expr(column).plus(&bound))
        };
        let ties = (1..matrix.nodes()).filter_map(|node| difference(node, first(node)?));
        let firsts: Vec<_> = (0..matrix.nodes()).filter(|node| first(*node).is_none()).collect();
        let needed = |row: usize, column: usize| {
            let sum = |middle| matrix.get(row, middle).plus(matrix.get(middle, column));
            let mut others = firsts.iter().filter(|middle| **middle != row && **middle != column);
            row != column && others.all(|middle| matrix.get(row, column) < sum(*middle))
        };
        let cells = firsts.iter().flat_map(|row| firsts.iter().map(|column| (*row, *column)));
        let bounds = cells.filter(|(row, column)| needed(*row, *column));
        let bounds = bounds.filter_map(|(row, column)| difference(row, column));
        let zero = Linear::default();
        let mut all: Vec<_> = ties.map(|expr| Constraint::equal(&expr, &zero)).collect();
        all.extend(bounds.map(|expr| Constraint::at_most(&expr, &zero)));
        all.sort_unstable();
        all
    }
}

/// Returns the row and the column of the cell that bounds a form, or None for a sum of two variables of the
/// same sign.
fn cell(form: Form) -> Option<(usize, usize)> {
    let ends = |signed: Signed| {
        let node = signed.variable as usize + 1;
        if signed.negative { (0, node) } else { (node, 0) }
    };
    match form {
        Form::One(one) => Some(ends(one)),
        Form::Two(one, other) if one.negative == other.negative => None,
        Form::Two(one, other) => Some((ends(one).0.max(ends(other).0), ends(one).1.max(ends(other).1))),
    }
}

/// Returns the expression of a node: 0 or a variable.
fn expr(node: usize) -> Linear {
    if node == 0 { Linear::default() } else { Linear::variable(node as u32 - 1) }
}
