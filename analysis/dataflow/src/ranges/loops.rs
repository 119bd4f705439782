//! The loops of a control-flow graph.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use petgraph::{algo::dominators::simple_fast, graphmap::DiGraphMap};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use csieve_graph::{Action, Cfg, EdgeId, Loc};

/// A loop with a single entry, its head.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The only location of the loop that edges from outside enter.
    pub head: Loc,
    /// The locations of the loop, the head included.
    pub body: FixedBitSet,
    /// The edges from the loop back to its head.
    pub back: FixedBitSet,
    /// The edges that leave the loop. Misuses that end every run, such as accesses through NULL, do not
    /// count.
    pub exits: Vec<EdgeId>,
    /// The locations that every iteration passes, once somebody asked.
    passed: OnceCell<FxHashSet<Loc>>,
}

/// Returns all loops with a single entry, one for each head. `order` is a reverse postorder of the locations.
pub fn loops(cfg: &Cfg, order: &[Loc]) -> Vec<Loop> {
    let mut rank = vec![usize::MAX; cfg.location_count()];
    for (at, loc) in order.iter().enumerate() {
        rank[loc.index()] = at;
    }
    let mut found: Vec<Loop> = Vec::new();
    let mut by_head: FxHashMap<Loc, usize> = FxHashMap::default();
    let mut incoming: Vec<Vec<Loc>> = Vec::new();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        let (from, to) = (rank[edge.from.index()], rank[edge.to.index()]);
        if from == usize::MAX || to > from {
            continue;
        }
        if incoming.is_empty() {
            incoming = predecessors(cfg, &rank);
        }
        if let Some(known) = by_head.get(&edge.to) {
            let known = &mut found[*known];
            known.back.insert(id.index());
            grow(&mut known.body, &incoming, edge.from);
        } else {
            let mut body = FixedBitSet::with_capacity(cfg.location_count());
            body.insert(edge.to.index());
            grow(&mut body, &incoming, edge.from);
            let mut back = FixedBitSet::with_capacity(cfg.edges.len());
            back.insert(id.index());
            by_head.insert(edge.to, found.len());
            found.push(Loop { head: edge.to, body, back, exits: Vec::new(), passed: OnceCell::new() });
        }
    }
    found.retain(|one| one.head == cfg.entry || !one.body.contains(cfg.entry.index()));
    for one in &mut found {
        let leaves = |id: &EdgeId| {
            let edge = cfg.edge(*id);
            !one.body.contains(edge.to.index())
                // A misuse of a size counts as an exit: a loop that ends only by leaving an array does end.
                && !matches!(edge.action, Action::Misuse { kind, .. } if !kind.is_condition())
        };
        one.exits = one.starting(cfg, leaves);
    }
    found
}

fn predecessors(cfg: &Cfg, rank: &[usize]) -> Vec<Vec<Loc>> {
    let mut incoming = vec![Vec::new(); cfg.location_count()];
    for edge in cfg.edges.iter().filter(|edge| rank[edge.from.index()] != usize::MAX) {
        incoming[edge.to.index()].push(edge.from);
    }
    incoming
}

fn grow(body: &mut FixedBitSet, incoming: &[Vec<Loc>], from: Loc) {
    let mut pending = vec![from];
    while let Some(loc) = pending.pop() {
        if !body.put(loc.index()) {
            pending.extend(&incoming[loc.index()]);
        }
    }
}

impl Loop {
    /// Returns the edges that start and end in the loop, in ascending order.
    pub fn edges(&self, cfg: &Cfg) -> Vec<EdgeId> {
        self.starting(cfg, |id| self.body.contains(cfg.edge(*id).to.index()))
    }

    /// Returns the edges that start in the loop and pass a test, in ascending order.
    fn starting(&self, cfg: &Cfg, is_one: impl Fn(&EdgeId) -> bool) -> Vec<EdgeId> {
        let all = self.body.ones().flat_map(|loc| &cfg.successors[loc]).copied();
        let mut edges: Vec<EdgeId> = all.filter(is_one).collect();
        edges.sort_unstable();
        edges
    }

    /// Returns whether every iteration of the loop passes a location.
    pub fn always_passes(&self, cfg: &Cfg, loc: Loc) -> bool {
        self.passed.get_or_init(|| self.always_passed(cfg)).contains(&loc)
    }

    /// Returns the locations that every iteration passes: in the loop without its back edges, those that dominate
    /// all locations from which a back edge leaves.
    fn always_passed(&self, cfg: &Cfg) -> FxHashSet<Loc> {
        let mut inside = DiGraphMap::<Loc, (), FxBuildHasher>::default();
        let mut ends: Vec<Loc> = Vec::new();
        inside.add_node(self.head);
        for at in self.body.ones().map(|at| Loc(at as u32)) {
            for id in &cfg.successors[at.index()] {
                let to = cfg.edge(*id).to;
                if self.back.contains(id.index()) {
                    ends.push(at);
                } else if self.body.contains(to.index()) {
                    inside.add_edge(at, to, ());
                }
            }
        }
        let order = simple_fast(&inside, self.head);
        let mut passed: Option<FxHashSet<Loc>> = None;
        for end in ends {
            // No iteration gets to a location that has no dominators.
            let Some(dominators) = order.dominators(end) else { continue };
            passed = Some(match passed {
                None => dominators.collect(),
                Some(before) => dominators.filter(|loc| before.contains(loc)).collect(),
            });
        }
        passed.unwrap_or_default()
    }
}
