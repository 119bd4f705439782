//! The Kripke structure of a function. Its states are edges, each with the sharing of pointers before the
//! edge.

use rustc_hash::FxHashMap;

use super::{Evidence, Kripke, StateId, labels::Labels, names::distinct, sharing::Sharing};
use csieve_graph::{Cfg, EdgeId, Word};

use crate::model::Function;

/// A function as a Kripke structure. The initial state is before the first edge. Every other state is an edge
/// that a run takes.
#[derive(Clone, Debug)]
pub struct FunctionStructure {
    /// The structure, with the labels of [`of_function`].
    pub kripke: Kripke,
    /// The edge of every state, indexed by state. `None` for the initial state.
    pub edges: Vec<Option<EdgeId>>,
}

impl FunctionStructure {
    /// Returns the edges of a path through the structure.
    pub fn word(&self, path: &Evidence) -> Word {
        path.states.iter().filter_map(|state| self.edges[*state]).collect()
    }
}

/// The error if a structure would have more states than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

/// Returns the structure of a graph, with labels for each variable or memory cell `p`:
///
/// | label | what the edge does |
/// |---|---|
/// | `malloc_p` | allocates an object for `p` |
/// | `assign_p` | gives `p` a value: an allocation, a call's result, a copy, a constant, none yet |
/// | `free_p` | frees the object of `p` |
/// | `accessed_p` | reads or writes the object of `p` |
/// | `used_p` | accesses the object, or copies, computes with, returns or passes on a pointer to it |
///
/// An edge that frees the object, or only tests a pointer to it, has no label `used_p`.
///
/// Copies of a pointer share the object: after `q = p`, `free(q)` is `free_q` and `free_p`. Sharing is
/// tracked on each path, as in [`Holders`](crate::model::Holders); a place that only may point to the object
/// has no label. A pointer that is set to NULL keeps its labels as long as another place points to the
/// object: after `q = p; p = NULL`, `free(q)` is still `free_p`. Any other assignment to `p` removes them.
///
/// Where several variables have one name, all but the first are numbered: in `int *p; { int *p; }` the inner
/// one is `p#2`. Labels of memory cells look like `used_s->next`. The parser needs double quotes around them.
///
/// # Errors
/// [`TooManyStates`] if there are more than `max_states` states. There is at most one state for each edge and
/// each way in which pointers share objects.
pub fn of_function(cfg: &Cfg, max_states: u32) -> Result<FunctionStructure, TooManyStates> {
    let named = distinct(cfg);
    let function = Function::new(&named);
    let mut states = States::default();
    let mut successors = vec![states.after(&named, cfg.entry, &Sharing::default())];
    let mut next = 0;
    while next < states.found.len() {
        if states.found.len() >= max_states as usize {
            return Err(TooManyStates);
        }
        let (edge, ref before) = states.found[next];
        let edge = named.edge(edge);
        let after = before.after(&function, edge);
        successors.push(states.after(&named, edge.to, &after));
        next += 1;
    }
    Ok(labelled(&function, &states, successors))
}

/// The states that were found so far, without the initial one.
#[derive(Default)]
struct States {
    found: Vec<(EdgeId, Sharing)>,
    ids: FxHashMap<(EdgeId, Sharing), StateId>,
}

impl States {
    /// Returns the states of the edges that leave a location. New states are added.
    fn after(&mut self, cfg: &Cfg, loc: csieve_graph::Loc, sharing: &Sharing) -> Vec<StateId> {
        let mut states = Vec::new();
        for &edge in &cfg.successors[loc.index()] {
            let state = (edge, sharing.clone());
            let id = *self.ids.entry(state.clone()).or_insert_with(|| {
                self.found.push(state);
                self.found.len()
            });
            states.push(id);
        }
        states
    }
}

fn labelled(function: &Function, states: &States, successors: Vec<Vec<StateId>>) -> FunctionStructure {
    let mut kripke = Kripke::new(successors, 0);
    let labels = Labels::new(function);
    let mut edges = vec![None];
    for (index, (edge, sharing)) in states.found.iter().enumerate() {
        for label in labels.of(function.cfg.edge(*edge), sharing) {
            kripke.label(index + 1, label);
        }
        edges.push(Some(*edge));
    }
    FunctionStructure { kripke, edges }
}
