//! The steps of a run with the graphs in which it took them.

use csieve_graph::Cfg;
use csieve_machine::{
    Callee, Graphs,
    concolic::{Taken, Trace},
};

/// Returns the edges that a run took, with the graphs of their functions.
pub(crate) fn steps<'t, 'g>(
    graphs: &'g dyn Graphs,
    trace: &'t Trace,
) -> impl Iterator<Item = (&'g Cfg, &'t Taken)> + use<'t, 'g> {
    let graph = |name: &String| match graphs.graph(name) {
        Callee::Graph(cfg) => Some(cfg),
        _ => None,
    };
    let of_functions: Vec<Option<&Cfg>> = trace.functions.iter().map(graph).collect();
    trace.taken.iter().filter_map(move |taken| Some((of_functions[taken.function as usize]?, taken)))
}
