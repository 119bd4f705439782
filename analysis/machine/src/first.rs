//! Executes initialisers of objects with static storage.

use super::{
    inputs::Host,
    object::Blank,
    outcome::{Followed, unknown},
    state::Machine,
    value::ObjectId,
};
use csieve_graph::{Action, Cfg};

/// The largest number of edges of an initialiser that is executed.
const MOST_EDGES: usize = 1 << 12;

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Executes the initialiser of an object with static storage. An initialiser that mentions further objects
    /// lets their initialisers wait for its end: it needs their addresses only.
    pub(crate) fn initialise_later(&mut self, graph: &'g Cfg, id: ObjectId) {
        self.initialised.insert(id);
        self.memory.get_mut(id).blank = Blank::Unknown;
        self.initialisers.0.push((graph, id));
        if std::mem::replace(&mut self.initialisers.1, true) {
            return;
        }
        while let Some((graph, id)) = self.initialisers.0.pop() {
            self.push(graph, None);
            if self.execute_initialiser(graph, id).is_err() {
                self.memory.get_mut(id).cells.clear();
            }
            self.frames.pop();
        }
        self.initialisers.1 = false;
    }

    fn execute_initialiser(&mut self, graph: &'g Cfg, id: ObjectId) -> Followed<()> {
        let [object] = graph.statics.own.as_slice() else { return unknown("which object is initialised") };
        self.frame_mut().named.insert(*object, id);
        let known = self.memory.get(id).size;
        self.memory.get_mut(id).size = known.or(graph.sizes.extent(*object).map(i128::from));
        if graph.edges.len() > MOST_EDGES {
            return unknown("an initialiser is too long");
        }
        for edge in graph.edge_ids() {
            self.frame_mut().edge = edge;
            match graph.edge(edge).action {
                Action::Store { pointer, value } => self.store_edge(edge, pointer, value)?,
                Action::Skip | Action::Return(None) => {}
                _ => return unknown("an initialiser is not understood"),
            }
        }
        Ok(())
    }
}
