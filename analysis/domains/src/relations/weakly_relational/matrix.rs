//! Difference-bound matrices.

use super::Bound;

/// A difference-bound matrix. A cell is an upper bound of `nodes[row] - nodes[column]`. A node is a variable,
/// the negative of one, or the number 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    nodes: usize,
    cells: Vec<Bound>,
}

impl Matrix {
    /// Makes a matrix without bounds, except that a node minus itself is at most 0.
    pub fn new(nodes: usize) -> Self {
        let mut matrix = Self { nodes, cells: vec![Bound::NONE; nodes * nodes] };
        matrix.clear(0..nodes);
        matrix
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Returns the bound of the node `row` minus the node `column`.
    pub fn get(&self, row: usize, column: usize) -> Bound {
        self.cells[row * self.nodes + column]
    }

    /// Adds a bound of the node `row` minus the node `column`.
    pub fn lower(&mut self, row: usize, column: usize, bound: Bound) {
        let cell = &mut self.cells[row * self.nodes + column];
        *cell = bound.min(*cell);
    }

    /// Returns whether two nodes have a constant difference. The matrix must be closed.
    pub fn tied(&self, one: usize, other: usize) -> bool {
        self.get(one, other).plus(self.get(other, one)) == Bound::ZERO
    }

    /// Drops all bounds that involve some nodes.
    pub fn clear(&mut self, nodes: std::ops::Range<usize>) {
        for node in nodes {
            for other in 0..self.nodes {
                self.cells[node * self.nodes + other] = Bound::NONE;
                self.cells[other * self.nodes + node] = Bound::NONE;
            }
            self.cells[node * self.nodes + node] = Bound::ZERO;
        }
    }

    /// Combines two matrices cell by cell.
    pub fn zip(&self, other: &Self, cell: impl Fn(Bound, Bound) -> Bound) -> Self {
        let pairs = self.cells.iter().zip(&other.cells);
        Self { nodes: self.nodes, cells: pairs.map(|(one, other)| cell(*one, *other)).collect() }
    }

    /// Returns whether no bound is below the bound of `other` in the same cell.
    pub fn covers(&self, other: &Self) -> bool {
        self.cells.iter().zip(&other.cells).all(|(one, other)| one >= other)
    }

    /// Replaces bounds by sums of bounds along paths through the matrix where these sums are lower (Floyd &
    /// Warshall). Returns false if the bounds contradict each other: a node would be less than itself.
    pub fn shortest_paths(&mut self) -> bool {
        let nodes = self.nodes;
        let mut via = vec![Bound::NONE; nodes];
        for middle in 0..nodes {
            via.copy_from_slice(&self.cells[middle * nodes..(middle + 1) * nodes]);
            for row in self.cells.chunks_exact_mut(nodes) {
                let first = row[middle];
                if first.is_some() {
                    for (cell, second) in row.iter_mut().zip(&via) {
                        *cell = (*cell).min(first.plus(*second));
                    }
                }
            }
        }
        (0..nodes).all(|node| self.get(node, node) >= Bound::ZERO)
    }
}
