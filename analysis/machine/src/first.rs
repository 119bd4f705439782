//! Executes initialisers of objects with static storage.

use super::{
    inputs::Host,
    kept::FirstValues,
    object::Blank,
    outcome::{Followed, unknown},
    state::Machine,
    value::ObjectId,
};
use csieve_graph::{Cfg, Writes};

/// The largest number of edges of an initialiser that is executed.
const MOST_EDGES: usize = 1 << 12;

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Executes the initialiser of an object with static storage. An initialiser that mentions further objects
    /// lets their initialisers wait for its end: it needs their addresses only.
    pub(crate) fn initialise_later(&mut self, first: FirstValues<'g>, id: ObjectId) {
        self.initialised.insert(id);
        self.memory.get_mut(id).blank = Blank::Unknown;
        self.initialisers.0.push((first, id));
        if std::mem::replace(&mut self.initialisers.1, true) {
            return;
        }
        while let Some((first, id)) = self.initialisers.0.pop() {
            self.initialise_with(first, id);
        }
        self.initialisers.1 = false;
    }

    /// Executes an initialiser, whose call is the innermost one.
    pub(crate) fn execute_initialiser(&mut self, graph: &'g Cfg, id: ObjectId) -> Followed<()> {
        let [object] = graph.statics.own.as_slice() else { return unknown("which object is initialised") };
        self.name_initialised(graph, id);
        let known = self.memory.get(id).size;
        self.memory.get_mut(id).size = known.or(graph.sizes.extent(*object).map(i128::from));
        if graph.edges.len() > MOST_EDGES {
            return unknown("an initialiser is too long");
        }
        for edge in graph.edge_ids() {
            self.frame_mut().edge = edge;
            let effects = graph.edge(edge).effects();
            match effects.writes {
                Writes::Object { pointer, value } => self.store_edge(edge, pointer, value)?,
                Writes::Nothing if effects.is_nothing() => {}
                Writes::Nothing | Writes::Region { .. } | Writes::Memory { .. } | Writes::Anything { .. } => {
                    return unknown("an initialiser is not understood");
                }
            }
        }
        Ok(())
    }
}
