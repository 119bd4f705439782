//! The names that a C text calls as functions.

use super::{
    Unit,
    nodes::{Field, Kind, Node},
};

/// Returns the names that the text of `unit` calls as functions, in ascending order, each once.
pub(super) fn calls(unit: &Unit) -> Vec<Box<str>> {
    let mut names = Vec::new();
    each(unit, |name| names.push(name));
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(Box::from).collect()
}

/// Returns the number of calls of the function with this name in the text of `unit`.
pub(super) fn count(unit: &Unit, function: &str) -> usize {
    let mut count = 0;
    each(unit, |name| count += usize::from(name == function));
    count
}

/// Visits the function name in every call that calls a function by its name, in the order of the text.
fn each<'u>(unit: &'u Unit, mut visit: impl FnMut(&'u str)) {
    let mut cursor = unit.root().walk();
    loop {
        if let Some(name) = called(cursor.node()) {
            visit(&unit.text()[name.byte_range()]);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

fn called(node: Node<'_>) -> Option<Node<'_>> {
    let call = (node.kind() == Kind::CallExpression).then_some(node)?;
    call.field(Field::Function).filter(|name| name.kind() == Kind::Identifier)
}
