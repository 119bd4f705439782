//! What it does: gives a variable a value where it is declared.
//!
//! When it is offered: the function declares the variable without a value. An array of a length that is not
//! constant cannot have one there.
//!
//! Example:
//!
//! ```c
//! int count = 0;      // was: int count;
//! ```

use csieve_base::text::{Line, sentence};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Type;

use crate::{
    Candidate, Subject,
    edit::Edit,
    written::{Written, is_constant, root_of},
};

/// Returns candidates for a read of a variable without a value.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    candidate(subject, written).into_iter().collect()
}

fn candidate(subject: &Subject, written: &Written) -> Option<Candidate> {
    let name = root_of(&subject.finding.subject);
    let span = subject.finding.span;
    let node = written.root().descendant_for_byte_range(span.start as usize, span.end as usize)?;
    let (declaration, declarator) = written.declaration(name, node)?;
    let value = value(subject, written, (declaration, declarator), name)?;
    let line = Line(declaration.start_byte() as u32);
    let title = sentence!("initialise `{}` with `{}` on line {}", name, value, line);
    let edits = vec![Edit::insert(declarator.end_byte(), format!(" = {value}"))];
    // Whoever reads the new value would have read none.
    Some(Candidate { title, edits, is_safe: true })
}

/// Returns the value for a variable that is declared without one.
fn value(
    subject: &Subject,
    written: &Written,
    (declaration, declarator): (Node, Node),
    name: &str,
) -> Option<&'static str> {
    match declarator.kind() {
        Kind::PointerDeclarator => Some(subject.null()),
        Kind::ArrayDeclarator => {
            let size = declarator.field(Field::Size)?;
            has_constant_size(written, size).then_some("{0}")
        }
        Kind::Identifier => {
            let known = subject.cfg.vars.iter().find(|var| var.is_named() && var.name == name);
            let is_bool = declaration.field(Field::Type).is_some_and(|node| written.of(node) == "bool");
            Some(match known.map(|var| var.ty) {
                _ if is_bool => "false",
                Some(Type::Pointer) => subject.null(),
                Some(Type::Int(_) | Type::Float(_)) => "0",
                // This is right for structures, and for all that may be behind the name of a type.
                _ => "{0}",
            })
        }
        _ => None,
    }
}

/// Returns whether the length of an array is a constant: a number, or the name of a macro.
fn has_constant_size(written: &Written, size: Node) -> bool {
    let mut names = size.subtree().filter(|node| node.kind() == Kind::Identifier);
    names.all(|name| is_constant(written.of(name)))
}
