//! Function definitions in a tree.

use tree_sitter::Node;

use super::{FunctionItem, Unit};
use crate::text::Span;

/// All function definitions of a unit, in source order; those inside `#if` and broken code included.
pub(super) fn functions(unit: &Unit) -> Vec<FunctionItem> {
    let mut found = Vec::new();
    let mut pending = vec![unit.tree().root_node()];
    while let Some(node) = pending.pop() {
        match node.kind() {
            "function_definition" => found.extend(item(node, unit.text())),
            // No definition hides in these, and they hold most of a file's nodes.
            "declaration" | "compound_statement" | "type_definition" | "expression_statement" => {}
            _ => {
                let mut cursor = node.walk();
                pending.extend(node.named_children(&mut cursor));
            }
        }
    }
    found.sort_unstable_by_key(|function| function.span.start);
    found
}

fn item(node: Node, text: &str) -> Option<FunctionItem> {
    let body = node.child_by_field_name("body").filter(|body| body.kind() == "compound_statement")?;
    let name = declared_name(node, text).unwrap_or_else(|| "<unnamed>".to_owned());
    Some(FunctionItem {
        name,
        span: Span::new(node.start_byte(), node.end_byte()),
        body: Span::new(body.start_byte(), body.end_byte()),
    })
}

/// The identifier inside `*(name)(int)`.
fn declared_name(node: Node, text: &str) -> Option<String> {
    let mut declarator = node.child_by_field_name("declarator")?;
    loop {
        if declarator.kind() == "identifier" {
            return Some(text[declarator.byte_range()].to_owned());
        }
        declarator = declarator.child_by_field_name("declarator").or_else(|| {
            let mut cursor = declarator.walk();
            declarator
                .named_children(&mut cursor)
                .find(|child| child.kind() == "identifier" || child.kind().ends_with("declarator"))
        })?;
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::Unit;

    fn names(text: &str) -> Vec<String> {
        Unit::parse(text).functions().into_iter().map(|function| function.name).collect()
    }

    #[test]
    fn definitions_are_found_wherever_they_stand() {
        let text = "int f(void);\nstatic char *g(int a) { return 0; }\n#if X\nint (h)(void) { return 1; }\n\
                    #else\nvoid (*k(int a))(void) { return 0; }\n#endif\n";
        assert_eq!(names(text), ["g", "h", "k"]);
    }
}
