//! The slice of a loop: the edges on which its end depends (cone of influence).

use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, EdgeId, VarId};
use csieve_modelcheck::model::Function;
pub(super) use csieve_refuters::{SymbolSubject, writes};

use super::concern::{asked, asks, closed};

/// The largest number of variables of a slice.
const MOST_VARS: usize = 16;

/// An edge with the part of its effect that a slice keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum KeptEdge {
    /// The whole effect of the edge.
    Whole(EdgeId),
    /// Only the fact that the edge may write any value to the places that it writes.
    Write(EdgeId),
}

/// The edges on which the end of a loop depends. No other edge writes a variable of the slice. Conditions
/// that are left out only allow more runs, so every round of the loop is also a round of the slice.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// The kept part of every edge, indexed by edge. `None` for edges that are left out.
    edges: Vec<Option<KeptEdge>>,
    /// The variables that the conditions of the slice read.
    pub asked: Vec<VarId>,
}

impl Slice {
    /// Returns the slice for some conditions, usually the exits of the loop. `None` if it would have too many
    /// variables.
    pub(super) fn of(function: &Function, one: &Loop, conditions: &[EdgeId]) -> Option<Self> {
        let cfg = function.cfg;
        let inside = one.edges(cfg);
        let asked_by = |id: &EdgeId| {
            asked(cfg, *id).map(|cond| function.dependencies(cond).vars.clone()).unwrap_or_default()
        };
        let mut first: Vec<VarId> = conditions.iter().flat_map(asked_by).collect();
        first.sort_unstable();
        first.dedup();
        let asked = first.clone();
        let core = closed(function, inside, first);
        if core.len() > MOST_VARS {
            return None;
        }
        let mut vars = core.clone();
        let mut slice = Self { edges: vec![None; cfg.edges.len()], asked };
        for id in inside {
            if let Action::Assume { cond, .. } = cfg.edge(*id).action
                && asks(cfg, *id)
            {
                let on = function.dependencies(cond);
                if !on.memory && !on.unstable && on.vars.iter().any(|var| core.contains(var)) {
                    vars.extend(&on.vars);
                    slice.edges[id.index()] = Some(KeptEdge::Whole(*id));
                }
            }
        }
        let vars = closed(function, inside, vars);
        if vars.len() > MOST_VARS {
            return None;
        }
        for id in inside {
            let edge = cfg.edge(*id);
            if vars.iter().any(|var| writes(function, edge, SymbolSubject::Var(*var))) {
                let is_plain = matches!(edge.action, Action::Assign { value, .. } if {
                    let on = function.dependencies(value);
                    !on.memory && !on.unstable
                });
                slice.edges[id.index()] =
                    Some(if is_plain { KeptEdge::Whole(*id) } else { KeptEdge::Write(*id) });
            }
        }
        Some(slice)
    }

    /// Returns the kept part of an edge. `None` if the edge is left out.
    pub(super) fn kept(&self, edge: EdgeId) -> Option<KeptEdge> {
        self.edges[edge.index()]
    }
}
