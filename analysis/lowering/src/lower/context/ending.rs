//! Functions of the file that never return: `die`, `usage`, `panic`.

use std::sync::Arc;

use super::UnitContext;
use csieve_base::library::Library;
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::{
    calls::{is_that_function, never_returns},
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
    let may_end = |name: &str| never_returns(name) || ending(name, context).is_some();
    let called = body.named_children().filter_map(called);
    called.map(|name| &text[name.byte_range()]).any(may_end)
}

/// Why a function never returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Its declaration says so.
    Told,
    /// A call of this library function ends it.
    Library(Arc<str>),
}

/// Returns why a function never returns, according to the declarations and definitions read so far; `None` if it may
/// return.
pub(super) fn ending(name: &str, context: &UnitContext) -> Option<Ending> {
    let info = context.functions.get(name)?;
    if info.attributes.noreturn {
        return Some(Ending::Told);
    }
    if info.ends {
        return Some(info.ends_in.clone().map_or(Ending::Told, Ending::Library));
    }
    let entry = Library::built_in().function(name).filter(|entry| entry.noreturn)?;
    is_that_function(entry, info, context).then(|| Ending::Library(name.into()))
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
