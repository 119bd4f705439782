//! What a function stores into an object with static storage.

use std::sync::Arc;

use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Cfg, EdgeId, ExprKind, VarId, VarKind};

use crate::graphs::plain_graph;

use super::{
    Program,
    facts::{Calls, keeping},
};

/// The largest number of edges of a function, and of steps of one pass over it.
const MOST_EDGES: usize = 4_000;
const MAX_STEPS: u32 = 200_000;

/// A function that assigns to an object.
pub(super) struct Storing {
    cfg: Arc<Cfg>,
    var: VarId,
    /// The edges that assign to the object.
    edges: Vec<EdgeId>,
    /// The edges behind which other code goes on, if no other function names the object: no call sees what the function
    /// stores for a while. Otherwise none.
    leaving: Option<Vec<EdgeId>>,
    /// The constants with which the function compares anything, and their neighbours.
    pub constants: Vec<i128>,
}

impl Storing {
    /// Prepares a function of a file, by its place there. `name` is the object's name, with the function that has it if it is local.
    /// `None` if the function may write the object in a way that its graph does not show.
    pub(super) fn of(
        Program { files, library, wrapv }: Program,
        (file, place): (Option<u32>, usize),
        (name, local): (&str, Option<&str>),
    ) -> Option<Self> {
        // A file that has changed since its outline was made has no functions.
        files.unit_of(file).functions.get(place)?;
        let cfg = plain_graph(files, library, wrapv, (file, place)).ok()?;
        let var = named(&cfg, name, local.is_some())?;
        let is_plain =
            |id: EdgeId| !matches!(&cfg.edge(id).action, Action::Opaque { vars } if vars.contains(&var));
        if cfg.edges.len() > MOST_EDGES || !cfg.edge_ids().all(is_plain) {
            return None;
        }
        let edges = cfg.edge_ids().filter(|id| cfg.edge(*id).assigned() == Some(var)).collect();
        let constants = cfg.expr_ids().filter_map(|expr| match cfg.expr(expr).kind {
            ExprKind::Const(value) => Some([value - 1, value, value + 1]),
            _ => None,
        });
        let constants = constants.flatten().collect();
        let leaving = local.map(|_| leaving(&cfg));
        Some(Self { cfg, var, edges, leaving, constants })
    }

    /// Returns the values that the function stores if it finds the object in an interval. `None` if that takes too
    /// many steps.
    pub(super) fn stored(&self, known: Interval, wrapv: bool, calls: Calls) -> Option<Interval> {
        let cfg = keeping(Cfg::clone(&self.cfg), &[(self.var, known)], calls);
        let automaton = automaton(&cfg, &dependencies(&cfg), wrapv);
        let edges = match (&self.leaving, calls) {
            (Some(leaving), Calls::StayAway) => leaving,
            _ => &self.edges,
        };
        Ranges::values_after((&cfg, &automaton), self.var, edges, MAX_STEPS)
    }
}

/// Returns the edges behind which the callers of a function may go on: it returns, or jumps out.
fn leaving(cfg: &Cfg) -> Vec<EdgeId> {
    let jumps = |id: EdgeId| cfg.known.function(id).is_some_and(|entry| entry.jumps_back);
    let leaves = |id: &EdgeId| matches!(cfg.edge(*id).action, Action::Return(_)) || jumps(*id);
    cfg.edge_ids().filter(leaves).collect()
}

/// Returns the variable of a graph that is an object with static storage; a static object of the function itself if
/// it is local. `None` if there is not exactly one, or if its address is taken.
pub(crate) fn named(cfg: &Cfg, name: &str, is_local: bool) -> Option<VarId> {
    let is_own = |id: VarId| cfg.statics.own.iter().any(|own| cfg.expr(*own).kind == ExprKind::Var(id));
    let is_it = |id: &VarId| {
        let var = cfg.var(*id);
        var.kind == VarKind::Global && var.name == name && is_own(*id) == is_local
    };
    let mut found = cfg.var_ids().filter(is_it);
    let var = found.next().filter(|_| found.next().is_none())?;
    let is_addressed = cfg.expr_ids().any(|expr| cfg.expr(expr).kind == ExprKind::AddressOf(var));
    (!is_addressed).then_some(var)
}
