//! The search for the edges at which a property may have a misuse, without observers.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use csieve_base::cancel::{Cancel, Cancelled};
use csieve_graph::{Cfg, EdgeId, Loc};

use super::{Function, Move, Property, states::States};

/// The number of holders in a state that count as one more state.
const HOLDERS_IN_A_STATE: usize = 16;

/// What the searches for all properties of a function share.
#[derive(Debug)]
pub(super) struct Reach {
    /// The edges that are reachable from the entry if values are ignored, ascending.
    edges: Vec<EdgeId>,
    /// The number of locations that they leave.
    locs: u32,
    /// Of each location, the only edge that leaves it if only one edge enters it; `None` for the entry and for all other
    /// locations. A state that comes there comes along one way only, so that nobody need remember that it was there.
    passes: Vec<Option<EdgeId>>,
}

impl Reach {
    /// Finds the reachable edges of a function.
    pub(super) fn of(cfg: &Cfg) -> Self {
        let order = cfg.reverse_postorder();
        let mut edges: Vec<EdgeId> =
            order.iter().flat_map(|loc| &cfg.successors[loc.index()]).copied().collect();
        edges.sort_unstable();
        let mut entered = vec![0_u32; cfg.location_count()];
        for edge in &cfg.edges {
            entered[edge.to.index()] += 1;
        }
        let passes =
            cfg.successors.iter().zip(entered).map(|(successors, entered)| match successors.as_slice() {
                [only] if entered == 1 => Some(*only),
                _ => None,
            });
        let mut passes: Vec<Option<EdgeId>> = passes.collect();
        passes[cfg.entry.index()] = None;
        Self { edges, locs: order.len() as u32, passes }
    }
}

/// Returns the edges at which the property has a misuse if observers and values are ignored. Some edges may
/// be missing if there are more than `max_states` states.
///
/// # Errors
/// [`Cancelled`] if `cancel` says so.
pub fn candidates(
    function: &Function,
    property: &dyn Property,
    max_states: u32,
    cancel: &dyn Cancel,
) -> Result<FixedBitSet, Cancelled> {
    let reach = function.reach();
    let mut search = Search {
        function,
        property,
        found: FixedBitSet::with_capacity(function.cfg.edges.len()),
        known: States::default(),
    };
    let mut pending: Vec<(Loc, u32)> = Vec::new();
    for start in property.at_entry(function) {
        pending.push((function.cfg.entry, search.known.index(&start)));
    }
    let mut starts = FixedBitSet::with_capacity(function.cfg.location_count());
    for &edge in &reach.edges {
        if let Some(id) = property.start(function, edge).and_then(|moved| search.after(edge, moved, None)) {
            let to = function.cfg.edge(edge).to;
            starts.insert(to.index());
            pending.push((to, id));
        }
    }
    let mut seen: FxHashSet<(Loc, u32)> = FxHashSet::default();
    let mut taken = reach.locs;
    while let Some((mut loc, mut id)) = pending.pop() {
        loop {
            let passes = reach.passes[loc.index()];
            let is_only_way = passes.is_some() && !starts.contains(loc.index());
            if !is_only_way && !seen.insert((loc, id)) {
                break;
            }
            // A state with many holders costs as much as several others.
            let held = search.known.get(id).holders.all().count();
            taken = taken.saturating_add(1 + (held / HOLDERS_IN_A_STATE) as u32);
            if taken > max_states {
                return Ok(search.found);
            }
            if taken.is_multiple_of(512) {
                cancel.go_on()?;
            }
            let Some(edge) = passes else { break search.along_all(loc, id, &seen, &mut pending) };
            match search.along(edge, id) {
                Some(next) => (loc, id) = (function.cfg.edge(edge).to, next),
                None => break,
            }
        }
    }
    Ok(search.found)
}

/// The search for one property.
struct Search<'a> {
    function: &'a Function<'a>,
    property: &'a dyn Property,
    found: FixedBitSet,
    known: States,
}

impl Search<'_> {
    /// Takes a state along all edges that leave a location.
    fn along_all(&mut self, loc: Loc, id: u32, seen: &FxHashSet<(Loc, u32)>, pending: &mut Vec<(Loc, u32)>) {
        for &edge in &self.function.cfg.successors[loc.index()] {
            let to = self.function.cfg.edge(edge).to;
            pending.extend(self.along(edge, id).map(|next| (to, next)).filter(|next| !seen.contains(next)));
        }
    }

    /// Returns the state after an edge; `None` if the property stops following there.
    fn along(&mut self, edge: EdgeId, id: u32) -> Option<u32> {
        let moved = self.property.step(self.function, self.known.get(id), edge);
        self.after(edge, moved, Some(id))
    }

    /// Returns the state after a move on an edge, and notes whether the move is a misuse.
    fn after(&mut self, edge: EdgeId, moved: Move, before: Option<u32>) -> Option<u32> {
        if matches!(moved, Move::Perhaps(_) | Move::Misuse { .. }) {
            self.found.insert(edge.index());
        }
        let (Move::To(next) | Move::Perhaps(next)) = moved else { return None };
        // Most edges change nothing.
        let unchanged = before.filter(|id| *self.known.get(*id) == next);
        Some(unchanged.unwrap_or_else(|| self.known.index(&next)))
    }
}
