//! Proves that no run passes a goal.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    rule::Rule,
    watch::NoWatch,
};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{Cfg, EdgeId};
use csieve_modelcheck::model::Function;
use csieve_reduction::reduce::{ENDING, NoRuns, Pool, Reduction};

use super::{Goal, Reason, Unreachable};

/// Returns those goals among `open` that are unreachable: a refuter proves that no run passes the goal, or
/// every path of the graph to the goal takes an unreachable edge.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn proved(
    cfg: &Cfg,
    text: &str,
    goals: &[Goal],
    open: &[usize],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Vec<Unreachable>, Cancelled> {
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let function = Function::new(cfg);
    let automaton = automaton(cfg, &function.dependencies, options.wrapv);
    let trusting = OnceCell::new();
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending: ENDING,
        refuters: csieve_refuters::chosen(options.refuters),
        early: &NoRuns,
        options,
        cancel,
        watch: &NoWatch,
    };
    let mut pool = Pool::default();
    let mut ways = Ways::new(cfg);
    let mut found = Vec::new();
    for goal in in_order_of_control(cfg, goals, open) {
        let edges = &goals[goal].edges;
        let reason = match ways.reason(edges) {
            Some(reason) => Some(reason),
            None => {
                let sought = edges.iter().copied().map(EdgeId::index).collect();
                let proof = reduction.impossible(Rule::UnreachableCode, &sought, &mut pool)?;
                proof.map(|proof| Reason::Proof(proof.sentence()))
            }
        };
        if let Some(reason) = reason {
            ways.close(edges);
            found.push(Unreachable { goal, reason });
        }
    }
    found.sort_by_key(|one| one.goal);
    Ok(found)
}

/// Returns the goals in the order of control: a goal comes before those to which it leads, apart from the way
/// back in loops.
fn in_order_of_control(cfg: &Cfg, goals: &[Goal], open: &[usize]) -> Vec<usize> {
    let ranks = cfg.ranks(&cfg.reverse_postorder());
    let rank = |goal: usize| goals[goal].edges.iter().map(|edge| ranks[cfg.edge(*edge).from.index()]).min();
    let mut sorted = open.to_vec();
    sorted.sort_by_key(|goal| (rank(*goal), *goal));
    sorted
}

/// The locations that paths of the graph reach, with and without the edges that no run takes.
struct Ways<'a> {
    cfg: &'a Cfg,
    /// The locations that paths along any edges reach.
    all: FixedBitSet,
    closed: FixedBitSet,
    open: FixedBitSet,
}

impl<'a> Ways<'a> {
    fn new(cfg: &'a Cfg) -> Self {
        let all = cfg.reached_from(cfg.entry);
        Self { cfg, open: all.clone(), all, closed: FixedBitSet::with_capacity(cfg.edges.len()) }
    }

    fn close(&mut self, edges: &[EdgeId]) {
        self.closed.extend(edges.iter().map(|edge| edge.index()));
        self.open = self.cfg.reached_along(self.cfg.entry, |edge| !self.closed.contains(edge.index()));
    }

    /// Returns why no path leads to any of the edges `edges`; `None` if a path does.
    fn reason(&self, edges: &[EdgeId]) -> Option<Reason> {
        let lead = |to: &FixedBitSet| edges.iter().any(|edge| to.contains(self.cfg.edge(*edge).from.index()));
        match (lead(&self.all), lead(&self.open)) {
            (false, _) => Some(Reason::NoWay),
            (true, false) => Some(Reason::Behind),
            (true, true) => None,
        }
    }
}
