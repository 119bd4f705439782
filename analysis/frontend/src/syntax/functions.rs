//! Finds the function definitions in a syntax tree.

use super::{
    FunctionItem, Unit,
    nodes::{Field, Kind, Node},
};
use csieve_base::text::Span;

/// Returns all function definitions of a unit in source order, including those inside `#if` and in broken
/// code.
pub(super) fn functions(unit: &Unit) -> Vec<FunctionItem> {
    let mut found = Vec::new();
    let mut pending = vec![unit.root()];
    while let Some(node) = pending.pop() {
        match node.kind() {
            Kind::FunctionDefinition => found.extend(item(node, unit.text())),
            // These nodes contain no function definition, and most nodes of a tree are inside them.
            Kind::Declaration
            | Kind::CompoundStatement
            | Kind::TypeDefinition
            | Kind::ExpressionStatement => {}
            _ => {
                pending.extend(node.named_children());
            }
        }
    }
    found.sort_unstable_by_key(|function| function.span.start);
    found
}

fn item(node: Node, text: &str) -> Option<FunctionItem> {
    let body = node.field(Field::Body).filter(|body| body.kind() == Kind::CompoundStatement)?;
    let name = declared_name(node, text).unwrap_or_else(|| "<unnamed>".to_owned());
    Some(FunctionItem {
        name,
        span: Span::new(node.start_byte(), node.end_byte()),
        body: Span::new(body.start_byte(), body.end_byte()),
    })
}

/// Returns the identifier inside a declarator such as `*(name)(int)`.
fn declared_name(node: Node, text: &str) -> Option<String> {
    let mut declarator = node.field(Field::Declarator)?;
    loop {
        if declarator.kind() == Kind::Identifier {
            return Some(text[declarator.byte_range()].to_owned());
        }
        declarator = declarator.field(Field::Declarator).or_else(|| {
            declarator
                .named_children()
                .find(|child| child.kind() == Kind::Identifier || child.kind().is_around_declarator())
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
