//! The names that a text calls.

use tree_sitter::Node;

use super::Unit;

/// The names that are called as functions, ascending, each once.
pub(super) fn calls(unit: &Unit) -> Vec<Box<str>> {
    let text = unit.text();
    let mut cursor = unit.tree().walk();
    let mut names: Vec<&str> = Vec::new();
    loop {
        if let Some(name) = called(cursor.node()) {
            names.push(&text[name.byte_range()]);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                names.sort_unstable();
                names.dedup();
                return names.into_iter().map(Box::from).collect();
            }
        }
    }
}

fn called(node: Node<'_>) -> Option<Node<'_>> {
    let call = (node.kind() == "call_expression").then_some(node)?;
    call.child_by_field_name("function").filter(|name| name.kind() == "identifier")
}
