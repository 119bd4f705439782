//! Certificates over heaps: abstract heap graphs at the locations of a path.
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
//! A `state` is a set of graphs. Whenever a run is at a state, one of its graphs describes the heap. State 0
//! has no graphs in the text: nothing is known there. A `way` claims that its commands lead from every heap
//! of the first state to a heap of the second. `end` claims that no heap of its state gets past the commands.
//! The checker executes the commands itself, and looks for each resulting graph in the state that is claimed
//! for it (`within`). So the heap of a run that takes only ways is always in the current state, and the run
//! never gets past the end.
//!
//! In a graph every object belongs to one node, and no memory outside the graph points to an object. A node
//! `one` stands for at most one object, a node `many` for any number. A node that is not `shared` stands for
//! objects to which at most one field points, fields with `garbage` or `any` aside. `other` is a value other
//! than 0 that points to no node. `garbage` was never written, and a run that follows it ends. `any` may be
//! any value.
//!
//! `f1/f0` at the end of a node claims that the number in `f1` of each of its objects is at most the one in
//! `f1` of the object to which `f0` leads, if it leads to an object of the graph. `atmost n0.f1 v2` behind the
//! nodes of a graph claims that one number is at most another; its nodes stand for one object.

mod graph;
mod order;
mod read;
mod step;
mod within;

use super::Refused;

use graph::Graph;
use step::Rules;

/// The first line of a certificate over heaps.
pub(super) const HEADER: &str = "csieve heaps 1";

/// The most graphs to which one command may lead.
const MOST_GRAPHS: usize = 200;

/// Checks a certificate over heaps, given without the newline at its end.
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

/// Returns the graphs after the commands of a way, from those of a state.
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
