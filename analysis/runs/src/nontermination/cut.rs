//! A function without its assertions, as `NDEBUG` leaves it.

use csieve_base::library::Library;
use csieve_graph::{Action, Cfg, EdgeId, fails_an_assertion};
use csieve_machine::{Callee, First, Graphs};

/// Returns the graph in which runs pass all assertions. Edges keep their ids; an edge to a failed assertion
/// is detached, so that no path takes it.
pub(super) fn without_assertions(cfg: &Cfg) -> Cfg {
    let mut cut = cfg.clone();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        if !matches!(edge.action, Action::Assume { .. }) || !fails_an_assertion(cfg, edge.to) {
            continue;
        }
        cut.successors[edge.from.index()].retain(|other| *other != id);
        cut.edges[id.index()].from = edge.to;
        for &other in cfg.siblings(id) {
            pass(&mut cut, other);
        }
    }
    cut
}

/// Lets every run take an edge: the edge's condition is dropped.
fn pass(cut: &mut Cfg, id: EdgeId) {
    let edge = &mut cut.edges[id.index()];
    if matches!(edge.action, Action::Assume { .. }) {
        edge.action = Action::Skip;
    }
}

/// The graphs of a file, with another graph in place of one function.
pub(super) struct Replaced<'a> {
    /// The graphs of all other functions.
    pub graphs: &'a dyn Graphs,
    /// The graph that is used for its function instead of the one in `graphs`.
    pub cfg: &'a Cfg,
}

impl Graphs for Replaced<'_> {
    fn library(&self) -> &Library {
        self.graphs.library()
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        if name == self.cfg.function { Callee::Graph(self.cfg) } else { self.graphs.graph(name) }
    }

    fn first(&self, object: &str) -> First {
        self.graphs.first(object)
    }
}
