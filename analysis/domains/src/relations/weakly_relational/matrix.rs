//! Difference bound matrices.

use super::Bound;

/// `nodes[row] - nodes[column] <= cell`, for quantities that are called nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    nodes: usize,
    cells: Vec<Bound>,
}

impl Matrix {
    /// No bounds, but that a node is itself.
    pub fn new(nodes: usize) -> Self {
        let mut matrix = Self { nodes, cells: vec![Bound::NONE; nodes * nodes] };
        matrix.clear(0..nodes);
        matrix
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The bound of a difference.
    pub fn get(&self, row: usize, column: usize) -> Bound {
        self.cells[row * self.nodes + column]
    }

    /// Adds a bound of a difference.
    pub fn lower(&mut self, row: usize, column: usize, bound: Bound) {
        let cell = &mut self.cells[row * self.nodes + column];
        *cell = bound.min(*cell);
    }

    /// Whether two nodes have a constant difference. (They must be closed.)
    pub fn tied(&self, one: usize, other: usize) -> bool {
        self.get(one, other).plus(self.get(other, one)) == Bound::ZERO
    }

    /// Drops the bounds of some nodes.
    pub fn clear(&mut self, nodes: std::ops::Range<usize>) {
        for node in nodes {
            for other in 0..self.nodes {
                self.cells[node * self.nodes + other] = Bound::NONE;
                self.cells[other * self.nodes + node] = Bound::NONE;
            }
            self.cells[node * self.nodes + node] = Bound::ZERO;
        }
    }

    /// Both matrices cell by cell.
    pub fn zip(&self, other: &Self, cell: impl Fn(Bound, Bound) -> Bound) -> Self {
        let pairs = self.cells.iter().zip(&other.cells);
        Self { nodes: self.nodes, cells: pairs.map(|(one, other)| cell(*one, *other)).collect() }
    }

    /// Whether no bound is below the other's.
    pub fn covers(&self, other: &Self) -> bool {
        self.cells.iter().zip(&other.cells).all(|(one, other)| one >= other)
    }

    /// Replaces bounds by the sums along paths where these are lower (Floyd & Warshall). False if a node is less than
    /// itself then.
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
