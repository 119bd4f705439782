//! The pointers that a function frees, as access paths from its parameters.

use rustc_hash::FxHashMap;

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind};
use csieve_lowering::summary::ParamPath;
use csieve_modelcheck::model::{Function, are_other_members};

use super::{params::Flow, state::Dirty};

/// The largest number of freed pointers that are told apart.
const MAX_TARGETS: usize = 24;

/// The pointers that a function frees, each once.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    all: Vec<Target>,
    by_edge: FxHashMap<EdgeId, usize>,
}

/// A pointer that is freed.
#[derive(Debug)]
pub(crate) struct Target {
    /// The access path from a parameter to the pointer.
    pub path: ParamPath,
    /// The first edge that frees the pointer.
    pub edge: EdgeId,
    pointer: ExprId,
}

impl Targets {
    /// Collects the freed pointers that have an access path from a parameter.
    pub(crate) fn new(function: &Function, flow: &Flow) -> Self {
        let mut targets = Self::default();
        for edge in function.cfg.edge_ids() {
            let Action::Free { pointer, .. } = function.cfg.edge(edge).action else { continue };
            let Some(path) = ParamPath::of(function.cfg, pointer, |expr| flow.param(function, expr)) else {
                continue;
            };
            // An access path that ends inside an object needs no care: to free a part of an object is a
            // misuse.
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

    /// Returns the index of the freed pointer ([`Target`]) of an edge; `None` if the edge frees no known
    /// pointer.
    pub(crate) fn at(&self, edge: EdgeId) -> Option<usize> {
        self.by_edge.get(&edge).copied()
    }

    /// Returns the freed pointer with this index.
    pub(crate) fn get(&self, index: usize) -> &Target {
        &self.all[index]
    }

    /// Returns whether a freed pointer still has the value that it had at entry, so that callers can name it
    /// by its access path.
    pub(crate) fn is_as_at_entry(&self, function: &Function, target: usize, dirty: &Dirty) -> bool {
        is_as_at_entry(function.cfg, self.all[target].pointer, dirty)
    }
}

/// Returns whether an expression still has the value that it had at entry: no write through the pointers
/// `dirty` may have changed the memory that the expression loads.
pub(crate) fn is_as_at_entry(cfg: &Cfg, expr: ExprId, dirty: &Dirty) -> bool {
    let loads = loads(cfg, expr);
    match dirty {
        Dirty::All => loads.is_empty(),
        Dirty::At(written) => {
            loads.iter().all(|load| written.iter().all(|other| are_other_members(cfg, *load, *other)))
        }
    }
}

/// Returns the addresses from which parts of a pointer expression are loaded.
fn loads(cfg: &Cfg, pointer: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    cfg.exprs.walk(pointer, |_, expr| {
        if let ExprKind::Load(address) = expr.kind {
            found.push(address);
        }
    });
    found
}
