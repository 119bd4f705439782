//! Graphs with the bodies of callees in place of calls: what a summary cannot say of a call, its body does.
//!
//! A run of the root through a call that is replaced is a run of the graph, step by step. Calls that are left as they are do
//! anything, and so do those that come round to a function that is already entered.

mod body;
mod exprs;
mod names;

pub use body::Body;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId, ExprId, VarId};

/// The bodies that may take the place of calls, by name.
pub type Bodies<'a> = FxHashMap<&'a str, Body<'a>>;

/// A graph in which calls are replaced.
pub struct Inlined {
    /// The graph. Its edges, those that are copied included, have their place in the root: that of the call.
    pub cfg: Cfg,
    /// The edges that stand for edges of bodies, ascending.
    pub copies: Vec<Copied>,
    /// The functions with a body of which some call is left as it is, as it comes round to itself or the graph would become
    /// too large; each once, in order.
    pub left: Vec<String>,
}

/// An edge that stands for one of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The edge.
    pub edge: EdgeId,
    /// The function whose body it is from.
    pub function: Arc<str>,
    /// The edge there.
    pub original: EdgeId,
}

/// A call whose callee has a body.
struct Call {
    edge: EdgeId,
    callee: String,
    args: Vec<ExprId>,
    result: Option<VarId>,
}

/// The functions that a copied edge is inside of, the innermost last.
type Chain = Arc<[Arc<str>]>;

/// Replaces calls in a graph by bodies, as long as there are no more than so many edges.
pub fn inlined(root: Cfg, bodies: &Bodies, most_edges: usize) -> Inlined {
    let mut graph = CfgBuilder::reopen(root);
    let (mut copies, mut left) = (Vec::new(), Vec::new());
    let mut entered: FxHashMap<String, Option<Vec<VarId>>> = FxHashMap::default();
    // Edges that were copied together are inside the same functions.
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

/// A call of a function that has a body.
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
