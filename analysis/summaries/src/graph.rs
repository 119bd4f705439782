//! The call graph of a unit.

use petgraph::{algo::tarjan_scc, graph::DiGraph};
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_lowering::unit::FunctionOutline;

/// Returns the functions of a unit as strongly connected components of the call graph, callees before
/// callers. The functions are given as indices into `functions`.
pub(crate) fn groups(functions: &[FunctionOutline]) -> Vec<Vec<usize>> {
    let by_name: FxHashMap<&str, usize> =
        functions.iter().enumerate().map(|(index, function)| (&*function.name, index)).collect();
    let mut graph = DiGraph::<(), ()>::with_capacity(functions.len(), functions.len() * 4);
    let nodes: Vec<_> = functions.iter().map(|_| graph.add_node(())).collect();
    for (index, function) in functions.iter().enumerate() {
        for name in &function.calls {
            if let Some(&callee) = by_name.get(&**name) {
                graph.update_edge(nodes[index], nodes[callee], ());
            }
        }
    }
    let mut groups = tarjan_scc(&graph);
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
        .into_iter()
        .map(|group| group.into_iter().map(petgraph::graph::NodeIndex::index).collect())
        .collect()
}

/// Returns the names that some function of a unit calls.
pub(crate) fn called(functions: &[FunctionOutline]) -> FxHashSet<&str> {
    functions.iter().flat_map(|function| &function.calls).map(|name| &**name).collect()
}

/// Returns the components among `groups`, which come callees first, that have a `wanted` function or one that such a
/// function calls, directly or through others.
pub(crate) fn called_by(
    functions: &[FunctionOutline],
    groups: Vec<Vec<usize>>,
    wanted: impl Fn(&FunctionOutline) -> bool,
) -> Vec<Vec<usize>> {
    let mut called: FxHashSet<&str> = FxHashSet::default();
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for group in groups.into_iter().rev() {
        let members = || group.iter().map(|index| &functions[*index]);
        if members().any(|function| wanted(function) || called.contains(&*function.name)) {
            called.extend(members().flat_map(|function| function.calls.iter().map(|name| &**name)));
            kept.push(group);
        }
    }
    kept.reverse();
    kept
}

/// Returns whether some function of a component may call itself, directly or through others.
pub(crate) fn is_recursive(functions: &[FunctionOutline], group: &[usize]) -> bool {
    match group {
        [one] => functions[*one].calls.iter().any(|name| **name == *functions[*one].name),
        _ => true,
    }
}
