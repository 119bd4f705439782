//! Observers as text and in the DOT language.

use std::fmt::Write;

use csieve_analysis::finding::{ObserverEdge, ObserverGraph};

use super::Located;

/// Returns the label of an observer's transition with the line of its statement.
pub fn label(located: &Located, edge: &ObserverEdge) -> String {
    match edge.span {
        Some(span) => format!("{} (line {})", edge.label, located.line(span)),
        None => edge.label.clone(),
    }
}

/// Returns an observer as text: each state followed by its transitions.
pub fn text(located: &Located, graph: &ObserverGraph) -> String {
    let mut out = String::new();
    for (index, state) in graph.states.iter().enumerate() {
        let note = match index {
            0 => " (start)",
            _ if index + 1 == graph.states.len() => " (rejects)",
            _ => "",
        };
        let _ = writeln!(out, "state {index}: {state}{note}");
        for edge in graph.edges.iter().filter(|edge| edge.from == index) {
            let _ = writeln!(out, "  --[ {} ]--> state {}", label(located, edge), edge.to);
        }
    }
    out
}

/// Returns an observer in the DOT language of Graphviz.
pub fn dot(located: &Located, graph: &ObserverGraph) -> String {
    let mut out = String::from("digraph observer {\n  rankdir=TB;\n  node [shape=box, style=rounded];\n");
    for (index, state) in graph.states.iter().enumerate() {
        let shape = if index + 1 == graph.states.len() { ", peripheries=2" } else { "" };
        let _ = writeln!(out, "  s{index} [label={}{shape}];", quoted(state));
    }
    out.push_str("  start [shape=point];\n  start -> s0;\n");
    for edge in &graph.edges {
        let label = quoted(&label(located, edge));
        let _ = writeln!(out, "  s{} -> s{} [label={label}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}
