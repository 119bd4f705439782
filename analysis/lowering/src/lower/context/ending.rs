//! Functions of the file that never return: `die`, `usage`, `panic`.

use super::UnitContext;
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::{
    calls::{is_common_name, never_returns},
    usage::looks_like_macro,
};

/// Returns the functions that top-level statements of a body call before control may leave the body. If one
/// of these functions never returns, neither does the function with the body.
pub(super) fn calls_before_leaving(body: Node<'_>, text: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for statement in body.named_children() {
        calls.extend(called(statement).map(|name| text[name.byte_range()].to_owned()));
        if may_leave(statement, text) {
            break;
        }
    }
    calls
}

/// Returns whether a top-level statement of a body calls a function that may never return. Errs on the side
/// of yes, because more functions may turn out never to return while the file is being read.
pub(super) fn may_end(body: Node<'_>, text: &str, context: &UnitContext) -> bool {
    let may_end = |name: &str| {
        let info = context.functions.get(name);
        never_returns(name) || info.is_some_and(|info| info.attributes.noreturn || info.ends)
    };
    let called = body.named_children().filter_map(called);
    called.map(|name| &text[name.byte_range()]).any(may_end)
}

/// Returns whether a function never returns, according to the declarations and definitions read so far.
pub(super) fn is_ending(name: &str, context: &UnitContext) -> bool {
    match context.functions.get(name) {
        Some(info) => {
            info.attributes.noreturn
                || info.ends
                || !info.defined && never_returns(name) && !is_common_name(name)
        }
        None => never_returns(name),
    }
}

/// Returns the name of the function that a statement calls; `None` if the statement is not just a call.
fn called(statement: Node<'_>) -> Option<Node<'_>> {
    let call = statement.named_child(0).filter(|call| {
        statement.kind() == Kind::ExpressionStatement
            && call.kind() == Kind::CallExpression
            && !call.has_error()
    });
    let name = call.and_then(|call| call.field(Field::Function));
    name.filter(|name| name.kind() == Kind::Identifier)
}

/// Returns whether control may go from a statement to elsewhere than the next statement. A name that looks
/// like a macro may do anything.
fn may_leave(statement: Node<'_>, text: &str) -> bool {
    let mut pending = vec![statement];
    while let Some(node) = pending.pop() {
        let leaves = match node.kind() {
            Kind::ReturnStatement
            | Kind::GotoStatement
            | Kind::LabeledStatement
            | Kind::GnuAsmExpression
            | Kind::Error => true,
            Kind::Identifier => looks_like_macro(&text[node.byte_range()]),
            kind => kind.is_preprocessing() || node.is_missing(),
        };
        if leaves {
            return true;
        }
        pending.extend(node.named_children());
    }
    false
}
