//! The iterative strategy: rounds over all nodes, in which each node is computed from all its incoming edges.

use fixedbitset::FixedBitSet;

use super::{Graph, Limits, Order, Stop};

/// An analysis for [`sweep`]: its abstract domain and its equations, one for each node.
pub trait Sweep {
    /// An abstract state of a node.
    type State;

    /// Computes the join of everything that flows into a node from the states of its predecessors. Takes
    /// steps from the budget in proportion to the work.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if too few steps are left.
    fn incoming(
        &mut self,
        node: usize,
        states: &[Self::State],
        limits: &mut Limits,
    ) -> Result<Self::State, Stop>;

    /// Returns the next state of a node, or `None` if the state does not change. `known` is its present
    /// state, and `comes` is the result of [`Sweep::incoming`]. Rounds count from 1. At loop heads
    /// ([`Order::is_head`]) the result must be a widening.
    fn grow(
        &mut self,
        node: usize,
        round: usize,
        known: &Self::State,
        comes: Self::State,
    ) -> Option<Self::State>;

    /// Returns the narrowed state of a node. `known` is its present state, and `again` the result of
    /// [`Sweep::incoming`] after the ascending rounds. Both are sound.
    fn narrow(&mut self, node: usize, known: &Self::State, again: Self::State) -> Self::State;

    /// Receives the states of all nodes after every ascending round.
    fn finished(&mut self, _states: &[Self::State]) {}
}

/// The numbers of ascending and of narrowing rounds of an iteration over all nodes.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// The maximal number of ascending rounds.
    pub most: usize,
    /// The number of narrowing rounds after the ascending ones.
    pub narrowing: usize,
}

/// Repeats ascending rounds until one changes nothing, then narrows as `rounds` says. Returns the states of
/// all nodes. `states` has the initial ones; nodes outside the order keep theirs.
///
/// # Errors
/// [`Stop::Exhausted`] if `rounds.most` rounds or the budget of steps do not suffice, [`Stop::Cancelled`] if
/// the caller no longer wants the result.
pub fn sweep<S: Sweep>(
    (graph, order): (&Graph, &Order),
    rounds: Rounds,
    system: &mut S,
    mut states: Vec<S::State>,
    limits: &mut Limits,
) -> Result<Vec<S::State>, Stop> {
    // The positions of nodes with a predecessor that changed after the node was last computed.
    let mut waiting = FixedBitSet::with_capacity(order.len());
    waiting.insert_range(..);
    for round in 1..=rounds.most {
        let mut is_new = false;
        for (position, node) in order.nodes().enumerate() {
            if !waiting.contains(position) {
                continue;
            }
            limits.go_on()?;
            waiting.set(position, false);
            let comes = system.incoming(node, &states, limits)?;
            if let Some(next) = system.grow(node, round, &states[node], comes) {
                states[node] = next;
                is_new = true;
                waiting.extend(graph.leaving(node).filter_map(|edge| order.position(graph.to(edge))));
            }
        }
        system.finished(&states);
        if !is_new {
            for _ in 0..rounds.narrowing {
                for node in order.nodes() {
                    limits.go_on()?;
                    let again = system.incoming(node, &states, limits)?;
                    states[node] = system.narrow(node, &states[node], again);
                }
            }
            return Ok(states);
        }
    }
    Err(Stop::Exhausted)
}
