//! The recursive iteration strategy: the effect of an edge is joined into the state of its end node.

use super::{Graph, Limits, Order, Stop, Worklist};

/// The value of [`Plan::delay`] with which no loop head is ever widened.
pub const NEVER: u32 = u32::MAX;

/// An analysis for [`solve`]: its abstract domain and the transfer functions of its edges.
pub trait Transfer {
    /// An abstract state of a node. In the state of an unreachable node, [`Transfer::along`] must return
    /// `None` for every edge.
    type State;
    /// The effect of an edge: the part of the abstract state at the end of the edge that comes along this
    /// edge.
    type Change;

    /// Returns the initial state of a node: unreachable, unless runs start at the node.
    fn start(&self, node: usize) -> Self::State;

    /// Computes the effect of an edge from the state at its start, or `None` if no run takes the edge. Takes
    /// steps from the budget in proportion to the work.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if too few steps are left.
    fn along(
        &mut self,
        edge: usize,
        from: &Self::State,
        limits: &mut Limits,
    ) -> Result<Option<Self::Change>, Stop>;

    /// Joins the effect of an edge into the state of its end node. Returns whether the state changed.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if the joined state exceeds the size that the domain allows.
    fn join(&mut self, node: usize, known: &mut Self::State, comes: Self::Change) -> Result<bool, Stop>;

    /// Widens the state of a loop head by the effect of an edge, once [`Plan::delay`] is over for this head.
    /// Returns whether the state changed. Every chain of widened states must be finite. The default is
    /// [`Transfer::join`].
    ///
    /// # Errors
    /// The errors of [`Transfer::join`].
    fn widen(&mut self, head: usize, known: &mut Self::State, comes: Self::Change) -> Result<bool, Stop> {
        self.join(head, known, comes)
    }

    /// Narrows `known`, the state of a node. `again` is the state recomputed after the ascending iteration:
    /// the join of the effects of all incoming edges. Both are sound.
    fn narrow(&mut self, _node: usize, known: &mut Self::State, again: Self::State) {
        *known = again;
    }
}

/// When an iteration widens, and how often it narrows afterwards.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many times a back edge may change the state of a loop head by a join before the head is widened;
    /// [`NEVER`] if the domain has no infinite ascending chains.
    pub delay: u32,
    /// The number of narrowing rounds over all nodes after the ascending iteration, if that widened a state.
    pub narrowing: u32,
}

/// Computes a post-fixpoint and narrows it as `plan` says. Returns the states of all nodes. The iteration
/// starts with the nodes in `first` as its worklist.
///
/// # Errors
/// A [`Stop`] if the limits or the domain end the iteration before it reaches a result.
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
    let mut widened = false;
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
                widened |= is_over;
                changes[to] = changes[to].saturating_add(back);
                waiting.add(to);
            }
        }
    }
    // Without widening, the states are those that narrowing would compute once more.
    for _ in 0..if widened { plan.narrowing } else { 0 } {
        narrow((graph, order), transfer, &mut states, limits)?;
    }
    Ok(states)
}

/// Narrows all states in one round: recomputes every node from its incoming edges. Narrowed states are sound,
/// since the states from which they are computed are.
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
