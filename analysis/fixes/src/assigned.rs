//! What statements assign.

use csieve_frontend::syntax::{Field, Kind, Node};

use crate::{Subject, written::Written};

/// Returns what a statement assigns: the place and the value.
pub(crate) fn assigned<'a, 't>(written: &Written<'a>, statement: Node<'t>) -> Option<(&'a str, Node<'t>)> {
    match statement.kind() {
        Kind::ExpressionStatement => {
            let inner = statement.named_child(0).filter(|one| one.kind() == Kind::AssignmentExpression)?;
            let is_plain = inner.field(Field::Operator).is_some_and(|operator| written.of(operator) == "=");
            let (left, right) = (inner.field(Field::Left)?, inner.field(Field::Right)?);
            is_plain.then(|| (written.of(left), right))
        }
        Kind::Declaration => {
            let last = statement.fields(Field::Declarator).last()?;
            let value = last.field(Field::Value).filter(|_| last.kind() == Kind::InitDeclarator)?;
            Some((written.declared(last)?, value))
        }
        _ => None,
    }
}

/// Returns the operand of casts and parentheses.
pub(crate) fn uncast(node: Node) -> Node {
    let mut node = node;
    loop {
        let inner = match node.kind() {
            Kind::CastExpression => node.field(Field::Value),
            Kind::ParenthesizedExpression => node.named_child(0),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// Returns the values that the function assigns to places that are `wanted`, in the order of the text.
fn values<'t>(written: &'t Written, wanted: impl Fn(&str) -> bool) -> Vec<Node<'t>> {
    let statements = written.all(Kind::ExpressionStatement).chain(written.all(Kind::Declaration));
    let assigned = statements.filter_map(|statement| assigned(written, statement));
    assigned.filter(|(place, _)| wanted(place)).map(|(_, value)| uncast(value)).collect()
}

/// Returns whether a place only ever gets results of calls and NULL, so that what it holds is the function's
/// own.
pub(crate) fn is_own(written: &Written, name: &str) -> bool {
    let is_null = |value: Node| matches!(written.of(value), "NULL" | "0" | "-1");
    values(written, |place| place == name)
        .into_iter()
        .all(|value| value.kind() == Kind::CallExpression || is_null(value))
}

/// Returns whether members of the object that a place points to get memory of their own.
pub(crate) fn has_own_members(subject: &Subject, written: &Written, name: &str) -> bool {
    let is_member = |place: &str| place.strip_prefix(name).is_some_and(|rest| rest.starts_with("->"));
    values(written, is_member).into_iter().any(|value| {
        let callee = value.field(Field::Function).map(|function| written.of(function));
        callee.is_some_and(|callee| {
            subject.library.function(callee).is_some_and(|entry| entry.allocates.is_some())
                || callee.contains("alloc")
                || callee.contains("dup")
        })
    })
}
