//! Octagons: `±x ± y <= c` and bounds of single variables.

use std::ops::Range;

use super::weakly_relational::{Bound, Form, Matrix, Shape, Signed, WeaklyRelational};
use super::{Constraint, Domain, Integer, Linear};

/// The octagon domain ([Mine06]): bounds of sums and differences of two variables and of single variables. It
/// is exact for meets with such constraints, for `x := ±y + c` and for joins: the result is the least octagon
/// around the integer points.
pub type Octagon = WeaklyRelational<Sums>;

/// The matrix layout of octagons. Node `2v` is variable `v`, and node `2v + 1` is its negative. A bound of
/// `x - y` also bounds `-y - -x`, so every bound of two variables is in two cells. A bound of one variable is
/// stored doubled, in the cell of `x - -x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums;

impl Shape for Sums {
    fn nodes(dimensions: usize) -> usize {
        2 * dimensions
    }

    fn nodes_of(variable: u32) -> Range<usize> {
        let node = 2 * variable as usize;
        node..node + 2
    }

    fn get(matrix: &Matrix, form: Form) -> Bound {
        match form {
            Form::One(one) => matrix.get(node(one), negative(node(one))).halved(),
            Form::Two(one, other) => matrix.get(node(one), negative(node(other))),
        }
    }

    fn lower(matrix: &mut Matrix, form: Form, bound: Bound) {
        match form {
            Form::One(one) => matrix.lower(node(one), negative(node(one)), bound.doubled()),
            Form::Two(one, other) => {
                matrix.lower(node(one), negative(node(other)), bound);
                matrix.lower(node(other), negative(node(one)), bound);
            }
        }
    }

    /// Computes the tight closure ([BHZ-shapes]): shortest paths, then bounds of single variables rounded to
    /// integers, then one step of strong coherence.
    fn close(matrix: &mut Matrix) -> bool {
        if !matrix.shortest_paths() {
            return false;
        }
        let nodes = matrix.nodes();
        let alone: Vec<_> = (0..nodes).map(|node| matrix.get(node, negative(node)).halved()).collect();
        // If the column is the negative of the row, the update rounds the bound of a single variable.
        for row in 0..nodes {
            for column in (0..nodes).filter(|column| *column != row) {
                matrix.lower(row, column, alone[row].plus(alone[negative(column)]));
            }
        }
        (0..nodes).all(|node| alone[node].plus(alone[negative(node)]) >= Bound::ZERO)
    }

    /// Returns the strong reduction ([BHMZ]), without the bounds that are redundant only because of rounding.
    fn reduce(matrix: &Matrix) -> Vec<Constraint> {
        let zero = Linear::default();
        let mut all: Vec<_> = ties(matrix).iter().map(|expr| Constraint::equal(expr, &zero)).collect();
        all.extend(facets(matrix).iter().map(|expr| Constraint::at_most(expr, &zero)));
        all.sort_unstable();
        for index in (0..all.len()).rev() {
            let others = all[..index].iter().chain(&all[index + 1..]);
            if Octagon::of(matrix.nodes() / 2, others).entails(&all[index]) {
                all.remove(index);
            }
        }
        all
    }
}

fn node(signed: Signed) -> usize {
    2 * signed.variable as usize + usize::from(signed.negative)
}

fn negative(node: usize) -> usize {
    node ^ 1
}

/// Returns the signed variable of a node as an expression.
fn expr(node: usize) -> Linear {
    Signed { variable: node as u32 / 2, negative: node % 2 == 1 }.expr()
}

/// Returns the bound `x - y <= c` of a cell as the expression `x - y - c`, which is at most 0. None if the
/// cell has no bound.
fn difference(matrix: &Matrix, row: usize, column: usize) -> Option<Linear> {
    let bound: Integer = Option::from(matrix.get(row, column))?;
    Some(&expr(row) - &expr(column).plus(&bound))
}

/// Returns the first node before this one that differs from it by a constant.
fn first(matrix: &Matrix, node: usize) -> Option<usize> {
    (0..node).find(|other| matrix.tied(node, *other))
}

/// Returns, as expressions that are 0, the variables that are constant or differ by a constant from an
/// earlier signed variable.
fn ties(matrix: &Matrix) -> Vec<Linear> {
    let tie = |node| {
        let constant = matrix.tied(node, negative(node)).then_some(negative(node));
        difference(matrix, node, constant.or_else(|| first(matrix, node))?)
    };
    (0..matrix.nodes()).step_by(2).filter_map(tie).collect()
}

/// Returns, as expressions that are at most 0, the bounds that are not the sum of two others. Nodes that are
/// constant or tied to an earlier node are left out.
fn facets(matrix: &Matrix) -> Vec<Linear> {
    let free = |node: &usize| first(matrix, *node).is_none() && !matrix.tied(*node, negative(*node));
    let firsts: Vec<_> = (0..matrix.nodes()).filter(free).collect();
    let alone = |node| matrix.get(node, negative(node)).halved();
    let needed = |row: usize, column: usize| {
        let bound = matrix.get(row, column);
        let sum = |middle| matrix.get(row, middle).plus(matrix.get(middle, column));
        let mut others = firsts.iter().filter(|middle| **middle != row && **middle != column);
        others.all(|middle| bound < sum(*middle))
            && (row == negative(column) || bound < alone(row).plus(alone(negative(column))))
    };
    let cells = firsts.iter().flat_map(|row| firsts.iter().map(|column| (*row, *column)));
    // Each bound is in two cells; the first one is taken.
    let once =
        cells.filter(|(row, column)| row != column && (*row, *column) <= (negative(*column), negative(*row)));
    let needed = once.filter(|(row, column)| needed(*row, *column));
    needed.filter_map(|(row, column)| difference(matrix, row, column)).collect()
}
