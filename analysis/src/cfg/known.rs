//! What tables of library functions say of a graph.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Action, CallTarget, CfgBuilder, EdgeId, VarId};
use crate::library::Entry;

/// What tables of library functions say of a graph. A function that the file defines has no entry here,
/// whatever its name.
#[derive(Clone, Debug, Default)]
pub struct Known {
    functions: FxHashMap<EdgeId, Arc<Entry>>,
    /// Variables of the library that lead to texts from outside the program.
    pub inputs: Vec<VarId>,
}

impl Known {
    /// What is known of the library function that an edge calls.
    pub fn function(&self, edge: EdgeId) -> Option<&Arc<Entry>> {
        self.functions.get(&edge)
    }

    /// Says what is known of the function that an edge calls.
    pub fn set(&mut self, edge: EdgeId, entry: Option<Arc<Entry>>) {
        match entry {
            Some(entry) => self.functions.insert(edge, entry),
            None => self.functions.remove(&edge),
        };
    }
}

impl CfgBuilder {
    /// Says what is known of a library function, for all edges from this one on that call it.
    pub fn known(&mut self, edges: std::ops::RangeFrom<usize>, name: &str, entry: &Arc<Entry>) {
        for index in edges.start..self.edge_count() {
            let edge = EdgeId(index as u32);
            if called(&self.so_far().edge(edge).action) == Some(name) {
                self.known_functions().set(edge, Some(Arc::clone(entry)));
            }
        }
    }
}

/// The named function whose call an action is.
fn called(action: &Action) -> Option<&str> {
    match action {
        Action::Call { target: CallTarget::Named(callee), .. }
        | Action::LibraryCall { callee, .. }
        | Action::Alloc { callee, .. }
        | Action::Open { callee, .. } => Some(callee),
        _ => None,
    }
}
