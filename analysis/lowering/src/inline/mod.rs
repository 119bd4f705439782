//! Inlining: graphs in which calls are replaced by the bodies of the callees. A body says more than a summary
//! can.
//!
//! Every run of the root function through a replaced call is a run of the inlined graph, step by step. Calls
//! that are not replaced may do anything. Recursive calls are never replaced: those of the root function or
//! of a function in whose inlined body the call is.

mod body;
mod exprs;
mod names;
#[cfg(test)]
mod tests;

pub use body::Body;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId, ExprId, VarId};

/// The bodies that may replace calls, by function name.
pub type Bodies<'a> = FxHashMap<&'a str, Body<'a>>;

/// A graph in which calls have been replaced by bodies.
pub struct Inlined {
    /// The inlined graph. All its edges have spans in the root function: the copy of an edge has the span of
    /// the replaced call.
    pub cfg: Cfg,
    /// The edges that are copies of edges of bodies, ascending.
    pub copies: Vec<Copied>,
    /// The functions with a body of which at least one call was not replaced: the call is recursive, does not
    /// fit the body, or would make the graph too large. Each name occurs once, in order of the first call
    /// left.
    pub left: Vec<String>,
}

/// An edge that was copied from a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The edge in the inlined graph.
    pub edge: EdgeId,
    /// The function whose body the edge was copied from.
    pub function: Arc<str>,
    /// The edge of which `edge` is a copy, an index into the graph of `function`.
    pub original: EdgeId,
}

/// A call whose callee has a body.
struct Call {
    edge: EdgeId,
    callee: String,
    args: Vec<ExprId>,
    result: Option<VarId>,
}

/// The functions in whose inlined bodies an edge lies, outermost first.
type Chain = Arc<[Arc<str>]>;

/// Replaces calls in a graph by bodies, as long as the graph keeps to at most `most_edges` edges. Calls in
/// copied bodies are replaced too, unless they are recursive.
pub fn inlined(root: Cfg, bodies: &Bodies, most_edges: usize) -> Inlined {
    let mut graph = CfgBuilder::reopen(root);
    let (mut copies, mut left) = (Vec::new(), Vec::new());
    let mut entered: FxHashMap<String, Option<Vec<VarId>>> = FxHashMap::default();
    // Each entry is the index of an edge, and the chain of functions for all edges from there to the next
    // entry.
    let none: Chain = Arc::new([]);
    let mut chains: Vec<(usize, Chain)> = vec![(0, none)];
    let mut index = 0;
    while index < graph.edge_count() {
        let at = EdgeId(index as u32);
        index += 1;
        let Some(call) = call(graph.so_far(), at, bodies) else { continue };
        let chain = &chains[chains.partition_point(|(first, _)| *first <= at.index()) - 1].1;
        let body = &bodies[call.callee.as_str()];
        let is_entered =
            graph.so_far().function == call.callee || chain.iter().any(|name| **name == *call.callee);
        let first = graph.edge_count();
        if is_entered || first + body.cfg.edges.len() > most_edges || !body.takes(graph.so_far(), &call.args)
        {
            if !left.contains(&call.callee) {
                left.push(call.callee);
            }
            continue;
        }
        let function: Arc<str> = call.callee.as_str().into();
        let inside: Chain = chain.iter().cloned().chain([Arc::clone(&function)]).collect();
        let vars = entered.entry(call.callee.clone()).or_default();
        let originals = body.enter(&mut graph, &call, vars);
        copies.extend(originals.into_iter().map(|(edge, original)| Copied {
            edge,
            function: Arc::clone(&function),
            original,
        }));
        chains.push((first, inside));
    }
    Inlined { cfg: graph.finish(), copies, left }
}

/// Returns the call that an edge makes, if the callee has a body.
fn call(cfg: &Cfg, edge: EdgeId, bodies: &Bodies) -> Option<Call> {
    let Action::Call { target: CallTarget::Named(callee), args, result } = &cfg.edge(edge).action else {
        return None;
    };
    bodies.contains_key(callee.as_str()).then(|| Call {
        edge,
        callee: callee.clone(),
        args: args.clone(),
        result: *result,
    })
}
