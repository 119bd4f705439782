//! The iterative strategy: rounds over all nodes, each computed from all that comes into it.

use fixedbitset::FixedBitSet;

use super::{Graph, Limits, Order, Stop};

/// An analysis in rounds.
pub trait Sweep {
    /// What is known at a node.
    type State;

    /// All that comes into a node from the states of the others. Takes as many steps as it is work.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if there are not that many.
    fn incoming(
        &mut self,
        node: usize,
        states: &[Self::State],
        limits: &mut Limits,
    ) -> Result<Self::State, Stop>;

    /// The next state of a node in a round, which is one for the first; none if nothing is new. At heads of
    /// loops it is a widening ([`Order::is_head`]).
    fn grow(
        &mut self,
        node: usize,
        round: usize,
        known: &Self::State,
        comes: Self::State,
    ) -> Option<Self::State>;

    /// The state of a node that narrowing makes of what once more came in: both hold of all runs.
    fn narrow(&mut self, node: usize, known: &Self::State, again: Self::State) -> Self::State;

    /// Is told the states after every round.
    fn finished(&mut self, _states: &[Self::State]) {}
}

/// How many rounds an iteration has.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Most rounds until nothing is new.
    pub most: usize,
    /// Rounds that narrow the result.
    pub narrowing: usize,
}

/// The states at all nodes, once a round has changed nothing: the states that were given for nodes outside
/// the order, and the least that the rounds found for those in it.
///
/// # Errors
/// [`Stop::Exhausted`] if that takes too many rounds or steps, [`Stop::Cancelled`] if it is no longer wanted.
pub fn sweep<S: Sweep>(
    (graph, order): (&Graph, &Order),
    rounds: Rounds,
    system: &mut S,
    mut states: Vec<S::State>,
    limits: &mut Limits,
) -> Result<Vec<S::State>, Stop> {
    // By position: what these nodes come from has changed since they were looked at.
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
