//! The pointers that a function frees, as paths from its parameters.

use rustc_hash::FxHashMap;

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind};
use csieve_lowering::summary::ParamPath;
use csieve_modelcheck::model::{Function, are_other_members};

use super::{params::Flow, state::Dirty};

/// Most pointers that are told apart.
const MAX_TARGETS: usize = 24;

/// What a function frees, each pointer once.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    all: Vec<Target>,
    by_edge: FxHashMap<EdgeId, usize>,
}

/// A pointer that is freed.
#[derive(Debug)]
pub(crate) struct Target {
    /// How it is found from a parameter.
    pub path: ParamPath,
    /// The first edge that frees it.
    pub edge: EdgeId,
    pointer: ExprId,
}

impl Targets {
    /// The pointers that can be told by a path.
    pub(crate) fn new(function: &Function, flow: &Flow) -> Self {
        let mut targets = Self::default();
        for edge in function.cfg.edge_ids() {
            let Action::Free { pointer, .. } = function.cfg.edge(edge).action else { continue };
            let Some(path) = ParamPath::of(function.cfg, pointer, |expr| flow.param(function, expr)) else {
                continue;
            };
            // Freeing a part of an object is a misuse, and no effect.
            let known = targets.all.iter().position(|target| target.path == path);
            let index = match known {
                Some(index) => index,
                None if targets.all.len() < MAX_TARGETS => {
                    targets.all.push(Target { path, edge, pointer });
                    targets.all.len() - 1
                }
                None => continue,
            };
            targets.by_edge.insert(edge, index);
        }
        targets
    }

    /// What an edge frees.
    pub(crate) fn at(&self, edge: EdgeId) -> Option<usize> {
        self.by_edge.get(&edge).copied()
    }

    /// The target with this index.
    pub(crate) fn get(&self, index: usize) -> &Target {
        &self.all[index]
    }

    /// Whether a pointer still is what it was when the function was entered.
    pub(crate) fn is_as_at_entry(&self, function: &Function, target: usize, dirty: &Dirty) -> bool {
        is_as_at_entry(function.cfg, self.all[target].pointer, dirty)
    }
}

/// Whether the value of an expression is what it was before memory was written.
pub(crate) fn is_as_at_entry(cfg: &Cfg, expr: ExprId, dirty: &Dirty) -> bool {
    let loads = loads(cfg, expr);
    match dirty {
        Dirty::All => loads.is_empty(),
        Dirty::At(written) => {
            loads.iter().all(|load| written.iter().all(|other| are_other_members(cfg, *load, *other)))
        }
    }
}

/// The addresses that a pointer is loaded from, one after the other.
fn loads(cfg: &Cfg, pointer: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    cfg.exprs.walk(pointer, |_, expr| {
        if let ExprKind::Load(address) = expr.kind {
            found.push(address);
        }
    });
    found
}
