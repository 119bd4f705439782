//! Functions of the file that never come back: `die`, `usage`, `panic`.

use super::UnitContext;
use crate::{
    lower::{
        calls::{is_common_name, never_returns},
        usage::looks_like_macro,
    },
    syntax::{Field, Kind, Node},
};

/// The functions that a body calls in statements of its own before anything can leave it: if one of them never returns,
/// neither does the body.
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

/// Whether a body may always end, whatever is known of other functions while the file is being read.
pub(super) fn may_end(body: Node<'_>, text: &str, context: &UnitContext) -> bool {
    let may_end = |name: &str| {
        let info = context.functions.get(name);
        never_returns(name) || info.is_some_and(|info| info.attributes.noreturn || info.ends)
    };
    let called = body.named_children().filter_map(called);
    called.map(|name| &text[name.byte_range()]).any(may_end)
}

/// Whether a function never returns, as far as the file is read.
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

/// The name of the function that a statement calls.
fn called(statement: Node<'_>) -> Option<Node<'_>> {
    let call = statement.named_child(0).filter(|call| {
        statement.kind() == Kind::ExpressionStatement
            && call.kind() == Kind::CallExpression
            && !call.has_error()
    });
    let name = call.and_then(|call| call.field(Field::Function));
    name.filter(|name| name.kind() == Kind::Identifier)
}

/// Whether control may go elsewhere than to the next statement; what looks like a macro may do anything.
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
