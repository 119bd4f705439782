//! The names that the declarations of a C text declare.

use rustc_hash::FxHashMap;

use super::{
    Unit,
    nodes::{Field, Kind, Node},
};

/// Where a declaration declares a name.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The byte offset at which the declaration starts.
    start: usize,
    /// The byte offset at which the declaration ends, exclusive.
    end: usize,
    /// The byte offset at which the declarator starts.
    declarator: usize,
    /// Whether the declaration is inside a function.
    is_local: bool,
}

/// The places of all declarations of a text, by the names that they declare.
#[derive(Clone, Debug)]
pub(super) struct Declared(FxHashMap<Box<str>, Vec<Place>>);

impl Declared {
    pub(super) fn of(unit: &Unit) -> Self {
        let mut places: FxHashMap<Box<str>, Vec<Place>> = FxHashMap::default();
        let mut pending = vec![(unit.root(), false)];
        while let Some((node, is_local)) = pending.pop() {
            if node.kind() == Kind::Declaration {
                for declarator in node.fields(Field::Declarator) {
                    let (start, end) = (node.start_byte(), node.end_byte());
                    let place = Place { start, end, declarator: declarator.start_byte(), is_local };
                    let name = &unit.text()[named(declarator).byte_range()];
                    places.entry(name.into()).or_default().push(place);
                }
            } else {
                let is_local = is_local || node.kind() == Kind::FunctionDefinition;
                pending.extend(node.named_children().map(|child| (child, is_local)));
            }
        }
        Self(places)
    }

    /// Returns the declarators that declare a name, with their declarations.
    pub(super) fn find<'u>(
        &self,
        unit: &'u Unit,
        name: &str,
        in_functions: bool,
    ) -> Vec<(Node<'u>, Node<'u>)> {
        let places = self.0.get(name).into_iter().flatten();
        let places = places.filter(|place| in_functions || !place.is_local);
        let nodes = places.filter_map(|place| {
            let declaration = unit.root().descendant_for_byte_range(place.start, place.end)?;
            let mut declarators = declaration.fields(Field::Declarator);
            Some((declaration, declarators.find(|one| one.start_byte() == place.declarator)?))
        });
        nodes.collect()
    }
}

/// Returns the node of the name that a declarator declares.
fn named(declarator: Node<'_>) -> Node<'_> {
    let mut node = declarator;
    while node.kind() != Kind::Identifier {
        let wrapped = node.named_children().find(|child| child.kind().is_declarator());
        match node.field(Field::Declarator).or(wrapped) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_inside_functions_are_apart() {
        let text = "static int a = 1, *b[2] = {0}; int f(void) { static int a = 3; { int c; } return a; } int (*g)(int);";
        let unit = Unit::parse(text);
        let found = |name: &str, in_functions| {
            let found = unit.declared(name, in_functions).into_iter();
            found.map(|(_, declarator)| &text[declarator.byte_range()]).collect::<Vec<_>>()
        };
        assert_eq!(found("a", false), ["a = 1"]);
        assert_eq!(found("a", true).len(), 2);
        assert_eq!(found("b", false), ["*b[2] = {0}"]);
        assert_eq!(found("c", true), ["c"]);
        assert_eq!(found("g", false), ["(*g)(int)"]);
        assert!(found("c", false).is_empty());
    }
}
