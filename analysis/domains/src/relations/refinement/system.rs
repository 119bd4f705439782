//! Transition systems with a control that is kept apart from the values.

use fixedbitset::FixedBitSet;

use super::super::{Constraint, Domain, Polyhedron};
use super::Statement;
use csieve_base::fixpoint::Graph;

/// Most constraints that widening looks at.
const THRESHOLDS: usize = 40;

/// A way from one node to another.
#[derive(Clone, Debug)]
pub struct Transition {
    /// From here.
    pub from: usize,
    /// To here.
    pub to: usize,
    /// What happens on it.
    pub statements: Vec<Statement>,
}

/// A transition system. Runs begin at node 0 with any values.
#[derive(Clone, Debug)]
pub struct Transitions {
    /// How many variables there are.
    pub dimensions: usize,
    /// The ways.
    pub ways: Vec<Transition>,
    /// All nodes, each after those that lead on to it; the ways that do not follow this order lead back.
    pub order: Vec<usize>,
    /// The nodes that ways lead back to.
    pub heads: FixedBitSet,
    /// The node before the end.
    pub end: usize,
    /// What leads to the end, which no run should get past.
    pub last: Vec<Statement>,
}

impl Transitions {
    /// Nodes and ways as the engine for fixpoints takes them, under their own numbers.
    pub fn flow(&self) -> Graph {
        Graph::new(self.order.len(), self.ways.iter().map(|way| (way.from, way.to)))
    }

    /// The ways into every node, in their own order.
    pub fn into_nodes(&self) -> Vec<Vec<usize>> {
        let mut into = vec![Vec::new(); self.order.len()];
        for (index, way) in self.ways.iter().enumerate() {
            into[way.to].push(index);
        }
        into
    }

    /// What widening keeps if it holds: the conditions, and their opposites.
    pub fn thresholds(&self) -> Vec<Constraint> {
        let ways = self.ways.iter().flat_map(|way| &way.statements);
        let mut found: Vec<Constraint> = Vec::new();
        for statement in self.last.iter().chain(ways) {
            let Statement::Assume(constraint) = statement else { continue };
            for one in constraint.inequalities().into_iter().chain(constraint.negations()) {
                if found.len() < THRESHOLDS && !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    }

    /// Whether every statement is one conjunction.
    pub fn is_convex(&self) -> bool {
        let mut all = self.ways.iter().flat_map(|way| &way.statements).chain(&self.last);
        !all.any(|statement| matches!(statement, Statement::AssumeNot(_)))
    }

    /// The position of every node in the order.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.order.len()];
        for (rank, node) in self.order.iter().enumerate() {
            ranks[*node] = rank;
        }
        ranks
    }
}

/// What comes of a state along statements.
pub(super) fn flowed<D: Domain>(from: &D, statements: &[Statement]) -> D {
    let mut state = from.clone();
    for statement in statements {
        if state.is_bottom() {
            break;
        }
        statement.take(&mut state);
    }
    state
}

/// From where statements may lead to a state.
pub(super) fn reversed(to: &Polyhedron, statements: &[Statement], dimensions: usize) -> Polyhedron {
    let mut state = to.clone();
    statements.iter().rev().for_each(|statement| statement.before(&mut state, dimensions));
    state
}
