//! Certificates of heaps.
//!
//! ```text
//! csieve heaps 1
//! var v0 ; a
//! var v1 ; p
//! field f0 ; n
//! state 1
//! graph v0=n0 v1=n1
//! node n0 one f0=n1|n2 rest=garbage
//! node n1 one rest=garbage
//! node n2 many f0=n1|n2 rest=garbage
//! way 0 1: make v0 garbage, set v1 v0 ; line 5: p = a = malloc()
//! way 1 1: make v1 garbage ; line 7: p = malloc()
//! end 1: test v1 == 0 ; line 9: p == NULL
//! ```
//!
//! A `state` is a set of graphs; one of them holds the heap whenever a run is there. Nothing is known in state 0, which has none. A `way` says
//! that its commands lead from any heap of the first state to one of the second; `end` says that no heap of its state gets past its
//! commands. All of that is computed again, and each graph that comes out is looked for in the state that is claimed for it
//! (`within`). So along a run that takes ways only, its heap is in the states that it comes to, and it never gets past the end.
//!
//! What a graph says: every object in it belongs to one node, and no memory outside leads to it. A node `one` has one object at most,
//! and a node that is not `shared` only objects that at most one field leads to, `garbage` and `any` not counted. `other` is
//! whatever leads to no node and is not 0; `garbage` is what nobody wrote, so that following it ends the run; `any` may be anything.

mod graph;
mod read;
mod step;
mod within;

use super::Refused;

use graph::Graph;
use step::Rules;

/// The first line.
pub(super) const HEADER: &str = "csieve heaps 1";

/// Most graphs that one command may lead to.
const MOST_GRAPHS: usize = 200;

/// Checks a certificate, without the end of its last line.
pub(super) fn check(text: &str) -> Result<(), Refused> {
    let certificate = read::read(text)?;
    let unknown = vec![Graph::unknown(certificate.rules.vars)];
    let state = |index: usize, line: usize| match index {
        0 => Ok(&unknown),
        _ => certificate.states.get(&index).ok_or_else(|| Refused::at(line, "there is no such state")),
    };
    for way in &certificate.ways {
        let (from, to) = (state(way.from, way.line)?, state(way.to, way.line)?);
        for graph in behind(&certificate.rules, from, way)? {
            if !to.iter().any(|one| within::is_within(&graph, one)) {
                return Err(Refused::at(way.line, "it leads to heaps that are not in the state claimed"));
            }
        }
    }
    let end = &certificate.end;
    if behind(&certificate.rules, state(end.from, end.line)?, end)?.is_empty() {
        Ok(())
    } else {
        Err(Refused::at(end.line, "some heap gets past the end"))
    }
}

/// What comes out of the graphs of a state.
fn behind(rules: &Rules, from: &[Graph], way: &read::Way) -> Result<Vec<Graph>, Refused> {
    let mut graphs = from.to_vec();
    for command in &way.commands {
        graphs = graphs.into_iter().flat_map(|graph| rules.step(graph, command)).collect();
        if graphs.len() > MOST_GRAPHS {
            return Err(Refused::at(way.line, "it leads to too many graphs"));
        }
    }
    Ok(graphs)
}
