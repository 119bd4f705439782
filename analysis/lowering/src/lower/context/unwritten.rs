//! Finding `static` objects of the file that keep their first value because nothing writes them.

use rustc_hash::FxHashSet;

use super::{UnitContext, scan::names};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

use crate::lower::calls::is_library_function;

/// Sets `value`, the value that an object always has, for all `static` objects that no text in `units`
/// writes. The objects in `hidden` are left out, because code without a text mentions them.
pub(super) fn find<'a>(units: impl Iterator<Item = &'a Unit>, hidden: &[String], context: &mut UnitContext) {
    let mut candidates: FxHashSet<&str> = context
        .globals
        .iter()
        .filter(|(_, global)| global.initial.is_some() && global.value.is_none())
        .filter(|(name, _)| hidden.binary_search(name).is_err())
        .map(|(name, _)| name.as_str())
        .collect();
    if candidates.is_empty() {
        return;
    }
    for unit in units {
        for (name, at) in names(unit.text()) {
            if candidates.contains(name) && may_write(unit, context, at, at + name.len()) {
                candidates.remove(name);
            }
        }
    }
    let kept: Vec<String> = candidates.into_iter().map(str::to_owned).collect();
    for name in kept {
        if let Some(global) = context.globals.get_mut(&name) {
            global.value = global.initial;
        }
    }
}

/// Returns the objects with a known first value that the text of a unit may write.
pub(super) fn written<'a>(unit: &'a Unit, context: &UnitContext) -> FxHashSet<&'a str> {
    let mut written = FxHashSet::default();
    for (name, at) in names(unit.text()) {
        if context.globals.get(name).is_some_and(|global| global.initial.is_some())
            && may_write(unit, context, at, at + name.len())
        {
            written.insert(name);
        }
    }
    written
}

/// Returns whether the name at a byte range may be written by the code there. Errs on the side of yes.
pub(crate) fn may_write(unit: &Unit, context: &UnitContext, start: usize, end: usize) -> bool {
    let Some(node) = unit.root().descendant_for_byte_range(start, end) else { return true };
    match node.kind() {
        Kind::Identifier if node.byte_range() == (start..end) => writes(unit, context, node),
        // Names of members and labels do not denote objects.
        Kind::FieldIdentifier | Kind::StatementIdentifier => false,
        _ => true,
    }
}

/// Returns whether code may write the object that an identifier names. Errs on the side of yes.
pub(crate) fn writes(unit: &Unit, context: &UnitContext, node: Node<'_>) -> bool {
    let (mut child, mut direct) = (node, true);
    for parent in node.around() {
        match parent.kind() {
            Kind::ParenthesizedExpression => {
                child = parent;
                continue;
            }
            Kind::AssignmentExpression if direct && parent.field(Field::Left) == Some(child) => {
                return true;
            }
            Kind::UpdateExpression if direct => return true,
            Kind::PointerExpression
                if direct && parent.child(0).is_some_and(|op| op.kind() == Kind::Ampersand) =>
            {
                return true;
            }
            Kind::CallExpression
                if parent.field(Field::Function) != Some(node)
                    && may_be_macro(unit.text(), context, parent) =>
            {
                return true;
            }
            Kind::Error | Kind::GnuAsmExpression | Kind::MacroTypeSpecifier | Kind::GenericExpression => {
                return true;
            }
            _ => {}
        }
        direct = false;
        child = parent;
    }
    false
}

/// Returns whether a call may be the use of a macro, which may write its arguments.
pub(super) fn may_be_macro(text: &str, context: &UnitContext, call: Node<'_>) -> bool {
    let Some(function) = call.field(Field::Function) else { return true };
    if function.kind() != Kind::Identifier {
        return false;
    }
    let name = &text[function.byte_range()];
    !(context.functions.contains_key(name) || context.globals.contains_key(name) || is_library_function(name))
}
