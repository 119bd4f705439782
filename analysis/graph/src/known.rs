//! The entries of library tables that apply to the calls of a graph.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Action, CallTarget, Calls, CfgBuilder, EdgeId, VarId};
use csieve_base::library::Entry;

/// The entries of library tables that apply to the calls of a graph. A function that the file defines has no
/// entry here, even if its name is in a table.
#[derive(Clone, Debug, Default)]
pub struct CalledLibrary {
    functions: FxHashMap<EdgeId, Arc<Entry>>,
    /// Variables of the library that point to strings from outside the program.
    pub inputs: Vec<VarId>,
}

impl CalledLibrary {
    /// Returns the entry of the library function that an edge calls, if it has one.
    pub fn function(&self, edge: EdgeId) -> Option<&Arc<Entry>> {
        self.functions.get(&edge)
    }

    /// Sets the entry of the function that an edge calls; `None` removes it.
    pub fn set(&mut self, edge: EdgeId, entry: Option<Arc<Entry>>) {
        match entry {
            Some(entry) => self.functions.insert(edge, entry),
            None => self.functions.remove(&edge),
        };
    }
}

impl CfgBuilder {
    /// Sets the entry of the library function `name` for all edges from `edges.start` on that call it.
    pub fn known(&mut self, edges: std::ops::RangeFrom<usize>, name: &str, entry: &Arc<Entry>) {
        for index in edges.start..self.edge_count() {
            let edge = EdgeId(index as u32);
            if called(&self.so_far().edge(edge).action) == Some(name) {
                self.known_functions().set(edge, Some(Arc::clone(entry)));
            }
        }
    }
}

/// Returns the name of the function that an action calls, if a table may know its results.
fn called(action: &Action) -> Option<&str> {
    match action.effects().calls {
        Calls::Unknown { target: CallTarget::Named(callee), .. } => Some(callee),
        Calls::Library { callee, .. } | Calls::Maker { callee } => Some(callee),
        Calls::Unknown { target: CallTarget::Pointer(_) | CallTarget::MaybeMacro(_), .. }
        | Calls::Nothing => None,
    }
}
