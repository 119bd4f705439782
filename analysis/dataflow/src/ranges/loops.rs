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
    /// The edges that start and end in the loop, once somebody asked.
    inside: OnceCell<Vec<EdgeId>>,
}

/// The most locations that the loops of a function may have together. Jumps make loops that overlap, each almost as
/// large as the function; those that come later are left out.
const MAX_LOCATIONS: usize = 2_000_000;

/// Returns the loops with a single entry, one for each head. `order` is a reverse postorder of the locations.
pub fn loops(cfg: &Cfg, order: &[Loc]) -> Vec<Loop> {
    let mut rank = vec![usize::MAX; cfg.location_count()];
    for (at, loc) in order.iter().enumerate() {
        rank[loc.index()] = at;
    }
    let mut backs: Vec<(Loc, Vec<EdgeId>)> = Vec::new();
    let mut by_head: FxHashMap<Loc, usize> = FxHashMap::default();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        let (from, to) = (rank[edge.from.index()], rank[edge.to.index()]);
        if from != usize::MAX && to <= from {
            let at = *by_head.entry(edge.to).or_insert(backs.len());
            if at == backs.len() {
                backs.push((edge.to, Vec::new()));
            }
            backs[at].1.push(id);
        }
    }
    if backs.is_empty() {
        return Vec::new();
    }
    let incoming = predecessors(cfg, &rank);
    let mut room = MAX_LOCATIONS;
    let mut found: Vec<Loop> = Vec::new();
    for (head, back) in backs {
        let Some(one) = Loop::around(cfg, head, &back, &incoming) else { continue };
        room = room.saturating_sub(one.body.count_ones(..));
        if room == 0 {
            break;
        }
        found.push(one);
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

impl Loop {
    /// Returns the loop of a head with these back edges. `None` if it has another entry.
    fn around(cfg: &Cfg, head: Loc, back: &[EdgeId], incoming: &[Vec<Loc>]) -> Option<Self> {
        let mut body = FixedBitSet::with_capacity(cfg.location_count());
        body.insert(head.index());
        let mut pending: Vec<Loc> = back.iter().map(|id| cfg.edge(*id).from).collect();
        while let Some(loc) = pending.pop() {
            if !body.put(loc.index()) {
                if loc == cfg.entry {
                    return None;
                }
                pending.extend(&incoming[loc.index()]);
            }
        }
        let back = back.iter().map(|id| id.index()).collect();
        let (passed, inside) = (OnceCell::new(), OnceCell::new());
        let mut one = Self { head, body, back, exits: Vec::new(), passed, inside };
        let leaves = |id: &EdgeId| {
            let edge = cfg.edge(*id);
            !one.body.contains(edge.to.index())
                // A misuse of a size counts as an exit: a loop that ends only by leaving an array does end.
                && !matches!(edge.action, Action::Misuse { kind, .. } if !kind.is_condition())
        };
        one.exits = one.starting(cfg, leaves);
        Some(one)
    }

    /// Returns the edges that start and end in the loop, in ascending order.
    pub fn edges(&self, cfg: &Cfg) -> &[EdgeId] {
        self.inside.get_or_init(|| self.starting(cfg, |id| self.body.contains(cfg.edge(*id).to.index())))
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
