//! Finding `static` objects of the file that keep their first value because nothing writes them.

use std::{cell::OnceCell, ops::Range};

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
        let writes = Writes::new(unit, context);
        for (name, at) in names(unit.text()) {
            if candidates.contains(name) && writes.at(at, at + name.len()) {
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
    let writes = Writes::new(unit, context);
    for (name, at) in names(unit.text()) {
        if context.globals.get(name).is_some_and(|global| global.initial.is_some())
            && writes.at(at, at + name.len())
        {
            written.insert(name);
        }
    }
    written
}

/// Where the code of a unit may write what it names.
pub(crate) struct Writes<'u> {
    unit: &'u Unit,
    context: &'u UnitContext,
    /// The parts of the text that may write everything they name, in ascending order.
    unclear: OnceCell<Vec<Range<usize>>>,
}

impl<'u> Writes<'u> {
    pub(crate) fn new(unit: &'u Unit, context: &'u UnitContext) -> Self {
        Self { unit, context, unclear: OnceCell::new() }
    }

    /// Returns whether the name at a byte range may be written by the code there. Errs on the side of yes.
    pub(crate) fn at(&self, start: usize, end: usize) -> bool {
        let Some(node) = self.unit.root().descendant_for_byte_range(start, end) else { return true };
        match node.kind() {
            Kind::Identifier if node.byte_range() == (start..end) => self.of(node),
            // Names of members and labels do not denote objects.
            Kind::FieldIdentifier | Kind::StatementIdentifier => false,
            _ => true,
        }
    }

    /// Returns whether code may write the object that an identifier names. Errs on the side of yes.
    pub(crate) fn of(&self, identifier: Node<'_>) -> bool {
        let unclear = self.unclear.get_or_init(|| unclear(self.unit, self.context));
        let next = unclear.partition_point(|part| part.end <= identifier.start_byte());
        is_target(identifier) || unclear.get(next).is_some_and(|part| part.contains(&identifier.start_byte()))
    }
}

/// Returns the parts of a text that may write everything they name, in ascending order. None overlaps another, so that
/// nothing has to be climbed from each name in code that is deeply nested.
fn unclear(unit: &Unit, context: &UnitContext) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for node in unit.root().subtree() {
        if parts.last().is_some_and(|last| node.start_byte() < last.end) {
            continue;
        }
        match node.kind() {
            Kind::Error | Kind::GnuAsmExpression | Kind::MacroTypeSpecifier | Kind::GenericExpression => {
                parts.push(node.byte_range());
            }
            Kind::CallExpression if may_be_macro(unit.text(), context, node) => {
                // The name of what is called is only read.
                let start = node.field(Field::Function).map_or(node.start_byte(), Node::end_byte);
                parts.push(start..node.end_byte());
            }
            _ => {}
        }
    }
    parts
}

/// Returns whether an identifier is what is assigned, incremented, or gives its address.
fn is_target(identifier: Node<'_>) -> bool {
    let mut child = identifier;
    for parent in identifier.around() {
        match parent.kind() {
            Kind::ParenthesizedExpression => child = parent,
            Kind::AssignmentExpression => return parent.field(Field::Left) == Some(child),
            Kind::UpdateExpression => return true,
            Kind::PointerExpression => {
                return parent.child(0).is_some_and(|operator| operator.kind() == Kind::Ampersand);
            }
            _ => return false,
        }
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

#[cfg(test)]
mod tests {
    use super::{Writes, names, unclear};
    use crate::lower::UnitContext;
    use csieve_frontend::syntax::Unit;

    /// Returns the names that a body may write, as often as it may.
    fn written(body: &str) -> Vec<String> {
        let unit = Unit::parse(format!("int known(int); void f(void) {{ {body} }}"));
        let context = UnitContext::new(&unit);
        let writes = Writes::new(&unit, &context);
        let all = names(unit.text()).filter(|(name, at)| name.len() == 1 && writes.at(*at, at + 1));
        all.map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn what_is_written_and_what_may_be_counts() {
        for (body, expected) in [
            ("a = b; (c) += d; e++; --(x);", "a c e x"),
            ("a[b] = c; *d = e;", ""),
            ("b = &a; b = &(c); b = d & e;", "b a b c b"),
            ("known(a); known(b)[c];", ""),
            ("m(a, known(b), *c); d;", "a b c"),
            ("known(m(a) + b); known(n(o(c), d));", "a o c d"),
            ("m(({ int a; n(b); }), c)(d);", "a n b c"),
            ("(*m)(a); q->m(b);", ""),
            ("__asm__(\"\" : \"=r\"(a) : \"r\"(b)); c;", "a b"),
            ("c + _Generic(a, int: b); d;", "a b"),
        ] {
            assert_eq!(written(body).join(" "), expected, "{body}");
        }
    }

    #[test]
    fn nested_macros_are_one_part() {
        for nested in ["m(", "known(m(", "({ m(", "_Generic(m("] {
            let many = 5000;
            let close = nested.chars().filter_map(|open| match open {
                '(' => Some(')'),
                '{' => Some('}'),
                _ => None,
            });
            let close: String = close.collect::<Vec<_>>().into_iter().rev().collect();
            let unit = Unit::parse(format!(
                "int known(int); int f(int a) {{ return {}a{}; }}",
                nested.repeat(many),
                close.repeat(many)
            ));
            assert_eq!(unclear(&unit, &UnitContext::new(&unit)).len(), 1, "{nested}");
        }
    }
}
