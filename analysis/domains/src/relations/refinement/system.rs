//! Transition systems: nodes, and transitions with statements on the values.

use fixedbitset::FixedBitSet;

use super::super::{Constraint, Domain, Linear, Polyhedron};
use super::Statement;
use csieve_base::fixpoint::Graph;

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

    /// Divides a way to the end on which a sum is not 0 into two, on which it is less and greater: the
    /// sides meet in a new node, from which the end is reached without a statement. So a state that has
    /// points on both sides is followed back on one side at a time.
    #[must_use]
    pub fn with_sides_of_end(mut self) -> Self {
        let not = |statement: &Statement| matches!(statement, Statement::AssumeNot(_));
        let Some(position) = self.last.iter().position(not) else { return self };
        let Statement::AssumeNot(sum) = &self.last[position] else { return self };
        let (zero, one) = (Linear::constant(0), Linear::constant(1));
        let (below, above) = (Constraint::at_most(&(sum + &one), &zero), Constraint::at_most(&one, sum));
        let node = self.order.len();
        for side in [below, above] {
            let mut statements = self.last.clone();
            statements[position] = Statement::Assume(side);
            self.ways.push(Transition { from: self.end, to: node, statements });
        }
        self.order.push(node);
        self.heads.grow(node + 1);
        self.end = node;
        self.last.clear();
        self
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
