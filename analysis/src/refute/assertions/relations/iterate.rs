//! The iteration over a path program.

use crate::{
    budget::Steps,
    cfg::EdgeId,
    refute::{PathProgram, fold::Folded},
    relations::Domain,
};

use super::transfer::Dimensions;

/// Where an iteration widens.
#[derive(Clone, Copy, Debug)]
pub struct Widening {
    /// So many rounds join before the heads of loops are widened (the hint `<i, union>` at every head).
    pub delay: usize,
}

/// Most rounds of an iteration; widening ends one long before.
const ROUNDS: usize = 40;

/// Rounds that make states smaller again after widening.
const NARROWING: usize = 2;

/// What holds at every node, as far as the domain can say; none if that takes too many steps. A step is a constraint that is
/// looked at.
pub fn invariants<D: Domain>(
    path: &PathProgram,
    folded: &Folded,
    dimensions: &Dimensions,
    widening: Widening,
    budget: &mut Steps,
) -> Option<Vec<D>> {
    let size = dimensions.places.len();
    let mut states = vec![D::bottom(size); folded.nodes.len()];
    states[0] = D::top(size);
    for round in 0..ROUNDS {
        let mut is_stable = true;
        // Ways are in the order of the path, so a round takes what is new all along it.
        for way in &folded.ways {
            let next = flowed(path, dimensions, &states[way.from], way.edge);
            if !budget.take_many(cost(&states[way.to])) {
                return None;
            }
            let now = &states[way.to];
            if now.includes(&next) {
                continue;
            }
            is_stable = false;
            let joined = now.join(&next);
            let is_head = folded.heads.contains(way.to);
            states[way.to] = if is_head && round >= widening.delay { now.widen(&joined) } else { joined };
        }
        if is_stable {
            break;
        }
    }
    for _ in 0..NARROWING {
        // Every state holds all that comes, so what comes is as true, and says more.
        for node in 1..states.len() {
            let into = folded.ways.iter().filter(|way| way.to == node);
            let comes = into.map(|way| flowed(path, dimensions, &states[way.from], way.edge));
            if let Some(comes) = comes.reduce(|a, b| a.join(&b)) {
                states[node].meet_all(&comes);
            }
        }
    }
    Some(states)
}

/// Joining grows with the square of the constraints, and mostly more.
fn cost<D: Domain>(state: &D) -> u32 {
    let constraints = state.constraints().len() as u32;
    1 + constraints * constraints
}

/// What comes of a state along an edge.
fn flowed<D: Domain>(path: &PathProgram, dimensions: &Dimensions, from: &D, edge: EdgeId) -> D {
    let mut state = from.clone();
    if !state.is_bottom() {
        dimensions.take(path, edge, &mut state);
    }
    state
}
