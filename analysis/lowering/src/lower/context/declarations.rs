//! Reading the declarations outside functions.

use std::{ops::Range, sync::Arc};

use super::{
    FunctionInfo, GlobalInfo, UnitContext,
    definition::Definition,
    ending::{self, Ending},
};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

use crate::lower::{
    ctype::{CType, Shape, Signature},
    types::{Attributes, Environment, Specifiers, TypeReader},
    usage::identifiers,
};

/// The name that stands for the headers in [`UnitContext::reading`].
pub(super) const HEADERS: &str = "headers";

/// Reads all declarations of a text, in order. `name` stands for the text in the keys of its unnamed records.
pub(super) fn read(name: &str, unit: &Unit, context: &mut UnitContext) {
    name.clone_into(&mut context.reading);
    let mut reader = Reader { text: unit.text(), context };
    let mut pending = vec![unit.root()];
    while let Some(node) = pending.pop() {
        match node.kind() {
            Kind::Declaration => reader.declaration(node),
            Kind::FunctionDefinition => reader.definition(node),
            Kind::TypeDefinition => {
                reader.types().type_definition(node);
            }
            Kind::StructSpecifier | Kind::UnionSpecifier | Kind::EnumSpecifier => {
                reader.types().type_specifier(node);
            }
            Kind::ExpressionStatement | Kind::CompoundStatement => {}
            _ => {
                let first = pending.len();
                pending.extend(node.named_children());
                pending[first..].reverse();
            }
        }
    }
}

/// Returns whether each of two texts is one function without syntax errors outside its body, and both have
/// the same tree before the body.
pub(super) fn headers_agree(old: &Unit, new: &Unit) -> bool {
    let (Some(old), Some(new)) = (header(old), header(new)) else { return false };
    old == new
}

/// Returns the nodes of a function before its body, each with its kind and byte range. Returns `None` if the
/// text is not exactly one function with a body, or has syntax errors outside the body.
fn header(unit: &Unit) -> Option<Vec<(u16, Range<usize>)>> {
    let definition = only_definition(unit)?;
    let body = definition.field(Field::Body).filter(|body| body.kind() == Kind::CompoundStatement)?;
    if body.end_byte() != definition.end_byte() {
        return None;
    }
    let mut nodes = Vec::new();
    let mut pending: Vec<Node<'_>> = definition.children().filter(|child| *child != body).collect();
    while let Some(node) = pending.pop() {
        if node.is_error() || node.is_missing() {
            return None;
        }
        nodes.push((node.kind_id(), node.byte_range()));
        pending.extend(node.children());
    }
    Some(nodes)
}

/// Returns the function definition that a text consists of; `None` if the text has anything else in it.
fn only_definition(unit: &Unit) -> Option<Node<'_>> {
    let root = unit.root();
    root.child(0).filter(|only| only.kind() == Kind::FunctionDefinition && root.child_count() == 1)
}

/// Returns whether the body of a function may state facts for callers that its header does not: that the
/// result is constant, or that the function never returns. Errs on the side of yes.
pub(super) fn tells(unit: &Unit, context: &UnitContext) -> bool {
    let Some(definition) = unit.root().named_child(0) else { return true };
    let Some(body) = definition.field(Field::Body) else { return true };
    let mut statements = body.named_children().filter(|child| child.kind() != Kind::Comment);
    let first = statements.next();
    let returns_at_once = first.is_none_or(|first| first.kind() == Kind::ReturnStatement);
    returns_at_once || ending::may_end(body, unit.text(), context)
}

/// Reads the declarations of a text. If the text is exactly one function, returns the facts of its
/// definition.
pub(super) fn read_function(name: &str, unit: &Unit, context: &mut UnitContext) -> Option<Definition> {
    let Some(only) = only_definition(unit) else {
        read(name, unit, context);
        return None;
    };
    name.clone_into(&mut context.reading);
    let definition = Definition::of(&mut Reader { text: unit.text(), context }, only)?;
    define(&definition, context);
    Some(definition)
}

/// Adds the facts of a function definition to the context.
pub(super) fn define(definition: &Definition, context: &mut UnitContext) {
    let Definition { name, signature, attributes, constant, calls, .. } = definition;
    let storage = (definition.is_static, definition.is_external);
    if definition.is_elsewhere {
        function(context, name, signature, storage, attributes, false);
        // Calls may reach the definition that is elsewhere, or this one.
        if let Some(info) = context.functions.get_mut(name) {
            info.is_interposable = true;
        }
        return;
    }
    let mut endings = calls.iter().filter_map(|called| ending::ending(called, context));
    let first = endings.next();
    // An end that no library function stands for is certain.
    let is_told = |ending: &Ending| *ending == Ending::Told;
    let ending =
        first.map(|first| if is_told(&first) { first } else { endings.find(is_told).unwrap_or(first) });
    let again = context.functions.get(name).is_some_and(|known| known.defined);
    function(context, name, signature, storage, attributes, true);
    if let Some(info) = context.functions.get_mut(name) {
        // The body proves nothing if another definition may replace it.
        let weak = info.may_be_replaced();
        info.constant = constant.filter(|_| !weak && (!again || info.constant == *constant));
        info.ends = ending.is_some() && !weak && (!again || info.ends);
        info.ends_in = match ending {
            Some(Ending::Library(name)) if info.ends => Some(name),
            _ => None,
        };
    }
}

fn function(
    context: &mut UnitContext,
    name: &str,
    signature: &Signature,
    (is_static, is_external): (bool, bool),
    attributes: &Attributes,
    defined: bool,
) {
    let is_told_here = context.reading != HEADERS;
    if !context.functions.contains_key(name) {
        let mut info = FunctionInfo::declared(signature, Attributes::default());
        info.is_external = false;
        context.functions.insert(name.to_owned(), info);
    }
    let Some(known) = context.functions.get_mut(name) else { return };
    if known.returns != signature.returns {
        known.returns = CType::UNKNOWN;
    }
    match (&known.params, &signature.params) {
        (None, new) => (known.params, known.variadic) = (new.clone(), signature.variadic),
        (Some(old), Some(new)) if old != new => known.params = None,
        _ => {}
    }
    known.attributes.merge(attributes);
    known.defined |= defined;
    known.is_external |= is_external;
    known.is_told_here |= is_told_here;
    known.is_static |= is_static;
    context.linked.function(name, known);
}

/// Reads declarations of a text into a context.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    context: &'a mut UnitContext,
}

impl Reader<'_> {
    pub(super) fn linked(&self) -> &super::linked::Linked {
        &self.context.linked
    }

    pub(super) fn types(&mut self) -> TypeReader<'_> {
        TypeReader::new(self.text, Environment::File(self.context))
    }

    fn declaration(&mut self, node: Node<'_>) {
        let specifiers = self.types().specifiers(node);
        for declarator in node.fields(Field::Declarator) {
            let (name, ty) = self.types().declare(declarator, &specifiers);
            let Some(name) = name else { continue };
            if let Shape::Function(signature) = &ty.shape {
                let attributes = self.attributes(&specifiers, declarator);
                let is_gnu89 = attributes.inline_only || self.context.linked.gnu89;
                let is_external = !specifiers.is_inline || specifiers.is_extern || is_gnu89;
                let storage = (specifiers.is_static, is_external);
                function(self.context, &name, signature, storage, &attributes, false);
            } else {
                let value = declarator.field(Field::Value);
                let ty = match value {
                    Some(value) => self.types().completed(ty, Some(declarator), value),
                    None => ty,
                };
                let is_weak = self.attributes(&specifiers, declarator).weak;
                self.global(name, ty, &specifiers, value, is_weak);
            }
        }
    }

    fn definition(&mut self, node: Node<'_>) {
        if let Some(definition) = Definition::of(self, node) {
            define(&definition, self.context);
        }
    }

    /// Returns all attributes of a declaration: those before the type and those after the parameters.
    pub(super) fn attributes(&mut self, specifiers: &Specifiers, declarator: Node<'_>) -> Attributes {
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(&self.types().declarator_attributes(declarator));
        attributes
    }

    /// Returns the constant that a function returns if its body is a single `return` of a constant
    /// expression. Parameters hide constants of the same name, so an expression that names a parameter is not
    /// evaluated.
    pub(super) fn returned_constant(&mut self, function: Node<'_>, body: Node<'_>) -> Option<i128> {
        let mut statements = body.named_children().filter(|child| child.kind() != Kind::Comment);
        let only =
            statements.next().filter(|only| only.kind() == Kind::ReturnStatement && !body.has_error())?;
        if statements.next().is_some() {
            return None;
        }
        let value = only.named_child(0)?;
        let used = identifiers(value, self.text);
        let mut header = function.children().filter(|child| *child != body);
        let hidden = header.any(|part| identifiers(part, self.text).iter().any(|name| used.contains(name)));
        if hidden { None } else { self.types().evaluate(value).map(|constant| constant.value) }
    }

    fn global(
        &mut self,
        name: String,
        ty: CType,
        specifiers: &Specifiers,
        value: Option<Node<'_>>,
        is_weak: bool,
    ) {
        let scalar = !ty.volatile && (ty.as_int().is_some() || ty.is_pointer());
        let first = match value {
            Some(value) => self.types().initial(value, &ty),
            None => Some(0),
        };
        let first = first.filter(|_| scalar);
        let is_own = specifiers.is_static && self.context.reading != HEADERS;
        let has_functions = ty.target().is_some_and(|target| matches!(target.shape, Shape::Function(_)));
        let has_list = (ty.is_aggregate() || has_functions) && !is_weak;
        let listed = match value {
            Some(value) if has_list && (ty.is_constant() || is_own) => self.types().listed(&ty, value),
            None if has_list && is_own => self.types().zeros(&ty),
            _ => None,
        };
        let listed = listed.map(Arc::new);
        let info = GlobalInfo {
            is_table: listed.is_some() && ty.is_constant(),
            read_by: Vec::new(),
            listed,
            value: first.filter(|_| !is_weak && ty.constant && value.is_some() && ty.as_int().is_some()),
            initial: first.filter(|_| specifiers.is_static),
            foreign: specifiers.is_extern && value.is_none(),
            is_static: specifiers.is_static,
            is_kept: ty.is_constant() || specifiers.is_static && value.is_some() && first.is_none(),
            is_initialised: value.is_some(),
            is_weak,
            is_aliased: false,
            ty,
        };
        match self.context.globals.get_mut(&name) {
            None => {
                self.context.globals.insert(name, info);
            }
            Some(known) => {
                let same = agree(&known.ty, &info.ty);
                known.ty = merged(&known.ty, &info.ty);
                known.foreign &= info.foreign;
                let had_value = known.is_initialised;
                known.is_initialised |= info.is_initialised;
                known.is_static |= info.is_static;
                known.is_weak |= info.is_weak;
                // After `static int x;`, which gives 0, `static int x = 1;` makes the first value unknown.
                known.value = known.value.filter(|value| same && info.value == Some(*value));
                if known.is_weak {
                    known.value = None;
                }
                known.initial = known.initial.filter(|first| same && info.initial == Some(*first));
                // Of `static int x[2];` and `static int x[2] = { 1 };`, the second one says what is in it.
                let listed = match (had_value, info.is_initialised) {
                    (true, true) => None,
                    (true, false) => known.listed.take(),
                    (false, true) => info.listed,
                    (false, false) => known.listed.take().filter(|_| same && info.listed.is_some()),
                };
                let is_understood = !known.is_weak && !known.ty.is_unknown();
                known.listed = listed.filter(|_| is_understood);
                known.is_table = (known.is_table || info.is_table) && known.listed.is_some();
            }
        }
    }
}

/// Returns whether two declarations give an object the same type. One of them may leave out that the functions
/// to which the object points never return.
fn agree(one: &CType, other: &CType) -> bool {
    one == other || one.clone().never_returning() == other.clone().never_returning()
}

/// Returns the common type of two declarations of an object. The second one may add the size of an array. The
/// type is unknown if the declarations contradict each other.
fn merged(one: &CType, other: &CType) -> CType {
    if one == other {
        return one.clone();
    }
    if agree(one, other) {
        return one.clone().never_returning();
    }
    match (&one.shape, &other.shape) {
        (Shape::Array(a, None), Shape::Array(b, _)) if a == b => other.clone(),
        (Shape::Array(a, _), Shape::Array(b, None)) if a == b => one.clone(),
        _ => CType::UNKNOWN,
    }
}
