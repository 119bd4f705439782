//! What a declarator such as `*(name)(int)` declares.

use tree_sitter::Node;

use super::RawText;

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared<'t> {
    /// The node of the name.
    pub name: Node<'t>,
    /// The parameters of a function; `None` if the name is not that of a function.
    pub parameters: Option<Node<'t>>,
}

/// Returns the name that a declarator declares; `None` if it declares none, as in half-written text.
pub(super) fn declared(declarator: Node<'_>) -> Option<Declared<'_>> {
    let (mut node, mut parameters) = (declarator, None);
    loop {
        match node.kind() {
            "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => {
                // Where a name is missing, the tree has an empty one.
                return (node.end_byte() > node.start_byte()).then_some(Declared { name: node, parameters });
            }
            // A function only if nothing but parentheses stands between the parameters and the name.
            "function_declarator" => {
                parameters = node.child_by_field_name("parameters");
                if let Some(name) = parameters.and_then(name_before) {
                    return Some(Declared { name, parameters });
                }
            }
            "parenthesized_declarator" => {}
            _ => parameters = None,
        }
        node = inner(node)?;
    }
}

/// Returns the name right before parameters if it could not be read: in `API type name(int)`, an unknown
/// macro takes the place of the type, and the type that of the name.
fn name_before(parameters: Node<'_>) -> Option<Node<'_>> {
    let before = parameters.prev_sibling().filter(Node::is_error)?;
    let last = before.named_child(before.named_child_count().checked_sub(1)?.try_into().ok()?)?;
    (last.kind() == "identifier").then_some(last)
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("declarator").or_else(|| {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| is_declarator(*child))
    })
}

/// Returns whether a node is a declarator or a plain name.
fn is_declarator(node: Node) -> bool {
    node.kind().ends_with("declarator")
        || matches!(node.kind(), "identifier" | "field_identifier" | "type_identifier")
}

/// Returns the declarators of a declaration, in order.
pub(super) fn declarators(declaration: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = declaration.walk();
    declaration.children_by_field_name("declarator", &mut cursor).collect()
}

impl RawText {
    /// Returns the text of a node.
    pub(super) fn of(&self, node: Node) -> &str {
        self.text(super::span(node))
    }
}
