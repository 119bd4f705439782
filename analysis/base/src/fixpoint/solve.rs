//! The recursive strategy: what comes along edges is joined where they end.

use super::{Graph, Limits, Order, Stop, Worklist};

/// The delay of a head that is not widened.
pub const NEVER: u32 = u32::MAX;

/// An analysis: what is known at nodes, and what edges make of that.
pub trait Transfer {
    /// What is known at a node. Nothing comes from the state of a node that no run reaches.
    type State;
    /// What comes along an edge.
    type Change;

    /// What is known at a node before anything comes along an edge: that no run is there, unless runs begin
    /// there.
    fn start(&self, node: usize) -> Self::State;

    /// What comes along an edge from the state at its start; none if no run takes it. Takes as many steps as
    /// it is work.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if there are not that many.
    fn along(
        &mut self,
        edge: usize,
        from: &Self::State,
        limits: &mut Limits,
    ) -> Result<Option<Self::Change>, Stop>;

    /// Joins what comes into the state of a node, and says whether that is new.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if the domain has no room for it.
    fn join(&mut self, node: usize, known: &mut Self::State, comes: Self::Change) -> Result<bool, Stop>;

    /// The same at the head of a loop whose delay is over: no chain of states that it makes may grow for
    /// ever.
    ///
    /// # Errors
    /// Those of [`Transfer::join`].
    fn widen(&mut self, head: usize, known: &mut Self::State, comes: Self::Change) -> Result<bool, Stop> {
        self.join(head, known, comes)
    }

    /// Takes over what once more came into a node: `again` holds of all runs, as `known` does.
    fn narrow(&mut self, _node: usize, known: &mut Self::State, again: Self::State) {
        *known = again;
    }
}

/// When an iteration gives up precision, and when it takes it back.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How often what comes along edges that lead back changes a head before the head is widened; [`NEVER`]
    /// if the states of the domain do not grow for ever.
    pub delay: u32,
    /// Rounds over all nodes that narrow the result.
    pub narrowing: u32,
}

/// The states at all nodes, once nothing new comes to any. The nodes in `first` are visited whatever comes.
///
/// # Errors
/// A [`Stop`] if the limits or the domain end the iteration before it has a result.
pub fn solve<T: Transfer>(
    (graph, order): (&Graph, &Order),
    plan: Plan,
    transfer: &mut T,
    first: impl IntoIterator<Item = usize>,
    limits: &mut Limits,
) -> Result<Vec<T::State>, Stop> {
    let mut states: Vec<T::State> = (0..graph.node_count()).map(|node| transfer.start(node)).collect();
    let mut changes = vec![0_u32; graph.node_count()];
    let mut waiting = Worklist::new(order);
    first.into_iter().for_each(|node| waiting.add(node));
    while let Some(node) = waiting.take() {
        limits.go_on()?;
        for edge in graph.leaving(node) {
            let Some(comes) = transfer.along(edge, &states[node], limits)? else { continue };
            let to = graph.to(edge);
            let back = u32::from(order.leads_back(node, to));
            let is_over = changes[to].saturating_add(back) > plan.delay;
            let known = &mut states[to];
            let is_new =
                if is_over { transfer.widen(to, known, comes)? } else { transfer.join(to, known, comes)? };
            if is_new {
                changes[to] = changes[to].saturating_add(back);
                waiting.add(to);
            }
        }
    }
    for _ in 0..plan.narrowing {
        narrow((graph, order), transfer, &mut states, limits)?;
    }
    Ok(states)
}

/// Once more over everything: what comes from states that hold of all runs holds of all runs, and perhaps
/// says more.
fn narrow<T: Transfer>(
    (graph, order): (&Graph, &Order),
    transfer: &mut T,
    states: &mut [T::State],
    limits: &mut Limits,
) -> Result<(), Stop> {
    for node in order.nodes() {
        limits.go_on()?;
        let mut again = transfer.start(node);
        for edge in graph.entering(node) {
            if let Some(comes) = transfer.along(edge, &states[graph.from(edge)], limits)? {
                transfer.join(node, &mut again, comes)?;
            }
        }
        transfer.narrow(node, &mut states[node], again);
    }
    Ok(())
}
