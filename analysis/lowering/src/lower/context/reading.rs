//! Finding arrays and structures with static storage that keep the values of their initialisers, because all
//! code only reads them.

use rustc_hash::FxHashSet;

use super::{UnitContext, scan::names, unwritten::may_be_macro};
use csieve_base::library::{Effects, Entry, Library, Returns};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

use crate::lower::{
    calls::{is_that_function, says_n},
    ctype::{CType, Shape},
    scope::Scopes,
    types::Environment,
};

/// Notes which of the `static` objects with listed values no text in `units` writes. The objects in `hidden`, and
/// those that the headers mention, are left out.
pub(super) fn find<'a>(
    units: impl Iterator<Item = &'a Unit>,
    headers: &str,
    hidden: &[String],
    context: &mut UnitContext,
) {
    let mut candidates: FxHashSet<&str> = context
        .globals
        .iter()
        .filter(|(_, global)| global.listed.is_some() && !global.is_table)
        .filter(|(name, _)| hidden.binary_search(name).is_err())
        .map(|(name, _)| name.as_str())
        .collect();
    if candidates.is_empty() {
        return;
    }
    for (name, _) in names(headers) {
        candidates.remove(name);
    }
    let mut readers: Vec<(String, Box<str>)> = Vec::new();
    for unit in units {
        for (name, at) in names(unit.text()) {
            if !candidates.contains(name) {
                continue;
            }
            match touched(unit, context, name, at) {
                Touch::Reads => {}
                Touch::Passes(function) => readers.push((name.to_owned(), function.into())),
                Touch::Assigns | Touch::Anything => drop(candidates.remove(name)),
            }
        }
    }
    let kept: Vec<String> = candidates.into_iter().map(str::to_owned).collect();
    for name in kept {
        if let Some(global) = context.globals.get_mut(&name) {
            global.is_table = true;
        }
    }
    for (name, function) in readers {
        if let Some(global) = context.globals.get_mut(&name).filter(|global| global.is_table) {
            global.read_by.push(function);
        }
    }
    for global in context.globals.values_mut().filter(|global| !global.read_by.is_empty()) {
        global.read_by.sort_unstable();
        global.read_by.dedup();
    }
}

/// Returns the objects with listed values that the text of a unit may write, and those that it hands to a library
/// function which only reads them, with that function.
pub(super) fn written<'a>(unit: &'a Unit, context: &UnitContext) -> FxHashSet<(&'a str, Option<&'a str>)> {
    let is_listed = |name: &str| {
        let listed = |global: &super::GlobalInfo| global.listed.is_some() && !global.ty.is_constant();
        context.globals.get(name).is_some_and(listed)
    };
    let all = names(unit.text()).filter(|(name, _)| is_listed(name));
    let told = |(name, at): (&'a str, usize)| match touched(unit, context, name, at) {
        Touch::Reads => None,
        Touch::Passes(function) => Some((name, Some(function))),
        Touch::Assigns | Touch::Anything => Some((name, None)),
    };
    all.filter_map(told).collect()
}

/// What code does with the object that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch<'t> {
    /// It reads scalars of the object, or copies structures out of it.
    Reads,
    /// It passes an array to this function, which only reads if it is that of the library.
    Passes(&'t str),
    /// It assigns to a scalar of the object, and does nothing else with it.
    Assigns,
    /// It may do anything: what is not understood counts as well.
    Anything,
}

/// Returns what the code around a name in a text of the unit does with the array or structure of that name.
pub(crate) fn touched<'t>(unit: &'t Unit, context: &UnitContext, name: &str, at: usize) -> Touch<'t> {
    let Some(global) = context.globals.get(name) else { return Touch::Anything };
    let mut scopes = Scopes::new();
    let env = Environment::Function { scopes: &mut scopes, context };
    touch((unit.root(), unit.text()), (name, at), &global.ty, (context, &env))
}

/// Returns what the code around a name in a text does with the object of this type and name. `root` is the root of the
/// text's tree. Errs on the side of anything.
pub(crate) fn touch<'t>(
    (root, text): (Node<'_>, &'t str),
    (name, start): (&str, usize),
    ty: &CType,
    (context, env): (&UnitContext, &Environment<'_>),
) -> Touch<'t> {
    let Some(node) = root.descendant_for_byte_range(start, start + name.len()) else {
        return Touch::Anything;
    };
    match node.kind() {
        Kind::Identifier if node.byte_range() == (start..start + name.len()) => {}
        // Names of members and labels do not denote objects, and neither do tags.
        Kind::FieldIdentifier | Kind::StatementIdentifier => return Touch::Reads,
        Kind::TypeIdentifier if is_tag(node) => return Touch::Reads,
        _ => return Touch::Anything,
    }
    let mut around = node.around().peekable();
    let (mut child, mut ty) = (node, ty.clone());
    while let Some(parent) = around.peek() {
        match part(*parent, child, &ty, (text, env)) {
            Some(inner) => (child, ty) = (*parent, inner),
            None => break,
        }
        around.next();
    }
    let Some(parent) = around.peek().copied() else { return Touch::Anything };
    if is_declaration(parent, child, node) {
        return Touch::Reads;
    }
    let mut touch = Touch::Reads;
    let is_known = match &ty.shape {
        _ if matches!(parent.kind(), Kind::SizeofExpression) => true,
        Shape::Int(_) | Shape::Float(_) | Shape::Pointer(_) => {
            let assigns = match parent.kind() {
                Kind::AssignmentExpression => parent.field(Field::Left) == Some(child),
                kind => kind == Kind::UpdateExpression,
            };
            touch = if assigns { Touch::Assigns } else { Touch::Reads };
            parent.kind() != Kind::PointerExpression || parent.operator() == Kind::Star
        }
        Shape::Record(_) => match parent.kind() {
            Kind::AssignmentExpression => parent.field(Field::Left) != Some(child),
            Kind::InitDeclarator | Kind::ArgumentList | Kind::ReturnStatement => true,
            _ => false,
        },
        Shape::Array(..) => {
            around.next();
            let call = around.peek().filter(|_| parent.kind() == Kind::ArgumentList);
            let function = call.and_then(|call| reading_callee(*call, text, context));
            touch = function.map_or(Touch::Anything, Touch::Passes);
            true
        }
        _ => false,
    };
    let is_known = is_known && around.all(|outer| is_plain(outer, text, context));
    if is_known { touch } else { Touch::Anything }
}

/// Returns whether a name of a type is the tag of a structure, union or enumeration, which has a name space of its own.
fn is_tag(name: Node<'_>) -> bool {
    let is_specifier =
        |kind| matches!(kind, Kind::StructSpecifier | Kind::UnionSpecifier | Kind::EnumSpecifier);
    name.parent().is_some_and(|parent| is_specifier(parent.kind()) && parent.field(Field::Name) == Some(name))
}

/// Returns the type of an expression that designates a part of the object which `child` designates. `None` if
/// the expression does something else.
fn part(
    parent: Node<'_>,
    child: Node<'_>,
    ty: &CType,
    (text, env): (&str, &Environment<'_>),
) -> Option<CType> {
    let element = || match &ty.shape {
        Shape::Array(element, _) => Some(CType::clone(element)),
        _ => None,
    };
    match parent.kind() {
        Kind::ParenthesizedExpression => Some(ty.clone()),
        Kind::SubscriptExpression if parent.field(Field::Argument) == Some(child) => element(),
        Kind::PointerExpression if parent.operator() == Kind::Star => element(),
        Kind::FieldExpression => {
            let record = if parent.operator() == Kind::Arrow { element()? } else { ty.clone() };
            let name = parent.field(Field::Field)?;
            env.member(&record, &text[name.byte_range()]).map(|member| member.ty)
        }
        _ => None,
    }
}

/// Returns whether a name is only declared: it is the innermost part of a declarator.
fn is_declaration(parent: Node<'_>, child: Node<'_>, name: Node<'_>) -> bool {
    let declares = parent.kind().is_declarator()
        || matches!(parent.kind(), Kind::InitDeclarator | Kind::Declaration | Kind::ParameterDeclaration);
    child == name && declares && parent.field(Field::Declarator) == Some(child)
}

/// Returns the library function that a call calls, if it writes nothing and returns no pointer.
fn reading_callee<'t>(call: Node<'_>, text: &'t str, context: &UnitContext) -> Option<&'t str> {
    let function = call.field(Field::Function).filter(|function| function.kind() == Kind::Identifier)?;
    let name = &text[function.byte_range()];
    let is_that = |entry: &&Entry| match context.functions.get(name) {
        Some(declared) => declared.params.is_some() && is_that_function(entry, declared, context),
        None => context.has_library(),
    };
    let entry = Library::built_in().function(name).filter(is_that)?;
    let is_number = matches!(entry.returns, Returns::Void | Returns::Int | Returns::Long | Returns::Size);
    let may_store = entry.format.is_some() && says_n(&text[call.byte_range()]);
    (entry.effects == Effects::None && entry.keeps.is_none() && is_number && !may_store).then_some(name)
}

/// Returns whether an outer expression or statement does nothing to the objects named in it.
fn is_plain(outer: Node<'_>, text: &str, context: &UnitContext) -> bool {
    match outer.kind() {
        Kind::Error | Kind::GnuAsmExpression | Kind::MacroTypeSpecifier | Kind::GenericExpression => false,
        Kind::CallExpression => !may_be_macro(text, context, outer),
        _ => true,
    }
}
