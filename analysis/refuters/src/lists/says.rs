//! Heaps as text for readers.

use csieve_domains::heap::{Graph, Heaps, NodeId, Value};
use csieve_graph::{Cfg, EdgeId, Type};

use crate::fold::PathProgram;

use super::{HeapClause, program::Program, states::States};

/// The largest number of cases that are listed for one statement.
const MOST_CASES: usize = 3;

/// Describes the heaps after each statement of a path that changes them. Each statement has at most one
/// clause. The clause of the last edge has no heaps, because no run gets past that edge.
pub(super) fn clauses(
    cfg: &Cfg,
    word: &[EdgeId],
    folded: &PathProgram,
    program: &Program,
    states: &States,
) -> Vec<HeapClause> {
    let says = |node: usize| heaps_text(cfg, program, &states.heaps[node]);
    let mut clauses: Vec<HeapClause> = Vec::new();
    for (position, &edge) in word.iter().enumerate() {
        let is_known = clauses.iter().any(|clause| clause.edge == edge);
        if is_known || program.commands(edge).is_empty() {
            continue;
        }
        let Some(&to) = folded.visits.get(position + 1) else {
            clauses.push(HeapClause { edge, heaps: Vec::new() });
            continue;
        };
        let heaps = says(to);
        if !heaps.is_empty() && heaps != says(folded.visits[position]) {
            clauses.push(HeapClause { edge, heaps });
        }
    }
    clauses
}

fn heaps_text(cfg: &Cfg, program: &Program, heaps: &Heaps) -> Vec<String> {
    let mut cases: Vec<String> =
        heaps.graphs().map(|graph| graph_text(cfg, program, graph)).filter(|text| !text.is_empty()).collect();
    cases.dedup();
    let left = cases.len().saturating_sub(MOST_CASES);
    if left > 1 {
        cases.truncate(MOST_CASES);
        cases.push(format!("{left} more cases"));
    }
    cases
}

/// Prints a graph, for example `a, p → {h = 1, n → t}; t → {h = 0, n = NULL}`.
fn graph_text(cfg: &Cfg, program: &Program, graph: &Graph) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (var, value) in graph.vars.iter().enumerate() {
        if *value == Value::number(0) && cfg.var(program.vars[var]).ty == Type::Pointer {
            parts.push(format!("{} = NULL", program.var_name(cfg, var)));
        }
    }
    for (id, node) in &graph.nodes {
        let orders = node.orders.iter().filter(|along| node.field(along.link).nodes().next().is_some());
        let orders = orders.map(|along| {
            let (number, link) = (program.field_name(along.number), program.field_name(along.link));
            format!("{number} does not fall along {link}")
        });
        let fields: Vec<String> = node
            .fields
            .iter()
            .filter_map(|(field, value)| {
                let is_number = program.fields[*field].is_number();
                let text = value_text(cfg, program, graph, value, is_number)?;
                let sign = if value.nodes().next().is_some() { "→" } else { "=" };
                Some(format!("{} {sign} {text}", program.field_name(*field)))
            })
            .chain(orders)
            .collect();
        parts.push(format!("{} → {{{}}}", node_name(cfg, program, graph, *id), fields.join(", ")));
    }
    parts.join("; ")
}

/// Returns the name of a node: the variables that lead to it, or `others` if there are none.
fn node_name(cfg: &Cfg, program: &Program, graph: &Graph, node: NodeId) -> String {
    let leading = graph.vars.iter().enumerate().filter(|(_, value)| value.leads_to(node));
    let names: Vec<&str> = leading.map(|(var, _)| program.var_name(cfg, var)).collect();
    if !names.is_empty() {
        return names.join(", ");
    }
    let is_named = |id: &NodeId| graph.vars.iter().any(|value| value.leads_to(*id));
    let before = graph.nodes.keys().filter(|id| !is_named(id) && **id < node).count();
    if before == 0 { "others".to_owned() } else { format!("others ({})", before + 1) }
}

/// Prints the values that a field may have. `None` if they are not restricted to nodes and numbers.
fn value_text(cfg: &Cfg, program: &Program, graph: &Graph, value: &Value, is_number: bool) -> Option<String> {
    if value.is_any() || value.is_other() || value.is_garbage() {
        return None;
    }
    let number = |number: i128| match number {
        0 if !is_number => "NULL".to_owned(),
        number => number.to_string(),
    };
    let texts: Vec<String> = value
        .nodes()
        .map(|node| node_name(cfg, program, graph, node))
        .chain(value.numbers().map(number))
        .collect();
    Some(texts.join(" or "))
}
