//! Which members of structures a function stores into, by their names.

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

use super::mentions::{hash, says};
use crate::lower::UnitContext;

/// The members that a function may change, as hashes of their names, and how it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Members {
    /// The members that the function assigns to, whatever structures they are in. Ascending.
    pub stored: Vec<u32>,
    /// The members whose addresses it takes. Ascending.
    pub addressed: Vec<u32>,
    /// Whether it calls through pointers.
    pub calls_pointers: bool,
}

impl Members {
    /// Returns whether the function assigns to a member, by the hash of its name.
    pub fn store(&self, member: u32) -> bool {
        self.stored.binary_search(&member).is_ok()
    }

    /// Returns whether the function takes the address of a member, by the hash of its name.
    pub fn address(&self, member: u32) -> bool {
        self.addressed.binary_search(&member).is_ok()
    }

    /// Collects what a function does with members.
    pub(super) fn of(tree: &Unit, context: &UnitContext) -> Self {
        let (text, mut found) = (tree.text(), Self::default());
        let has_assembly = says(text, "asm");
        for node in tree.root().subtree() {
            match node.kind() {
                Kind::FieldExpression => {
                    let Some(name) = node.field(Field::Field).map(|name| hash(&text[name.byte_range()]))
                    else {
                        continue;
                    };
                    match used(node) {
                        Used::Read if !has_assembly => {}
                        Used::Stored => found.stored.push(name),
                        Used::Read | Used::Addressed => found.addressed.push(name),
                    }
                }
                Kind::CallExpression => {
                    let callee = node.field(Field::Function);
                    let is_name = callee.is_some_and(|callee| {
                        callee.kind() == Kind::Identifier && context.is_function(&text[callee.byte_range()])
                    });
                    found.calls_pointers |= !is_name;
                }
                _ => {}
            }
        }
        for all in [&mut found.stored, &mut found.addressed] {
            all.sort_unstable();
            all.dedup();
        }
        found
    }
}

/// What an expression does with the member that it names.
enum Used {
    Read,
    Stored,
    Addressed,
}

/// Returns what the code around a member does with it. A part of the member counts as the member.
fn used(member: Node<'_>) -> Used {
    let mut child = member;
    loop {
        let Some(parent) = child.parent() else { return Used::Read };
        let is = |field: Field| parent.field(field) == Some(child);
        match parent.kind() {
            Kind::ParenthesizedExpression => {}
            Kind::SubscriptExpression if is(Field::Argument) => {}
            // Behind an arrow, the member only leads to what is used.
            Kind::FieldExpression if parent.operator() != Kind::Arrow => {}
            Kind::AssignmentExpression if is(Field::Left) => return Used::Stored,
            Kind::UpdateExpression => return Used::Stored,
            Kind::PointerExpression if parent.operator() != Kind::Star => return Used::Addressed,
            _ => return Used::Read,
        }
        child = parent;
    }
}
