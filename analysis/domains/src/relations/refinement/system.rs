//! Transition systems: nodes, and transitions with statements on the values.

use fixedbitset::FixedBitSet;

use super::super::{Constraint, Domain, Polyhedron};
use super::Statement;
use csieve_base::fixpoint::Graph;

/// The maximal number of thresholds of the widening.
const THRESHOLDS: usize = 40;

/// A transition from one node to another.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The node where the transition begins.
    pub from: usize,
    /// The node where the transition ends.
    pub to: usize,
    /// The statements that the transition executes, in order.
    pub statements: Vec<Statement>,
}

/// A transition system. Runs begin at node 0 with any values.
#[derive(Clone, Debug)]
pub struct Transitions {
    /// The number of variables.
    pub dimensions: usize,
    /// All transitions.
    pub ways: Vec<Transition>,
    /// All nodes, each after its predecessors. Transitions that do not follow this order lead back to the
    /// head of a loop.
    pub order: Vec<usize>,
    /// The heads of loops: the nodes that transitions lead back to.
    pub heads: FixedBitSet,
    /// The node from which `last` leads to the end.
    pub end: usize,
    /// The statements that lead from node `end` to the end, the error that no run should reach.
    pub last: Vec<Statement>,
}

impl Transitions {
    /// Returns nodes and transitions, with the same numbers, as a graph for the fixpoint engine.
    pub fn flow(&self) -> Graph {
        Graph::new(self.order.len(), self.ways.iter().map(|way| (way.from, way.to)))
    }

    /// Returns, for every node, the indices of the transitions into it, ascending.
    pub fn into_nodes(&self) -> Vec<Vec<usize>> {
        let mut into = vec![Vec::new(); self.order.len()];
        for (index, way) in self.ways.iter().enumerate() {
            into[way.to].push(index);
        }
        into
    }

    /// Returns the constraints that the widening keeps where they hold: the assumed conditions and their
    /// negations.
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

    /// Returns whether every statement is a single conjunction, that is, none is [`Statement::AssumeNot`].
    pub fn is_convex(&self) -> bool {
        let mut all = self.ways.iter().flat_map(|way| &way.statements).chain(&self.last);
        !all.any(|statement| matches!(statement, Statement::AssumeNot(_)))
    }

    /// Returns the position of every node in `order`.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.order.len()];
        for (rank, node) in self.order.iter().enumerate() {
            ranks[*node] = rank;
        }
        ranks
    }
}

/// Returns the state after some statements from the state before them.
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

/// Returns the states from which some statements may lead to the state `to`.
pub(super) fn reversed(to: &Polyhedron, statements: &[Statement], dimensions: usize) -> Polyhedron {
    let mut state = to.clone();
    statements.iter().rev().for_each(|statement| statement.before(&mut state, dimensions));
    state
}
