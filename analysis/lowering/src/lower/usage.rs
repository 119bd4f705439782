//! How a function uses names. This is collected before lowering, because code in a loop is affected by an
//! address that a later line of the loop takes.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    calls::{is_library_function, is_that_function},
    context::{FunctionInfo, UnitContext},
    ctype::CType,
    types::arguments,
};
use csieve_base::library::Library;
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::summary::{Summaries, Summary};
use csieve_graph::Type;

/// What is known of the functions that a function may call.
#[derive(Clone, Copy)]
pub(super) struct Callees<'a> {
    pub(super) context: &'a UnitContext,
    pub(super) library: &'a Library,
    pub(super) summaries: &'a Summaries,
}

impl Callees<'_> {
    /// Returns whether a call with `given` arguments keeps no address that it is given at this position.
    fn take_by_reference(self, name: &str, given: usize, position: usize) -> bool {
        if let (Some(entry), Some(declared)) = (self.library.function(name), self.context.functions.get(name))
            && let Some(stored) = &entry.stores
            && !self.summaries.replaced().has(name)
            && is_that_function(entry, declared, self.context)
            && given >= entry.needed_arguments()
        {
            return stored.arguments.contains(&position) && stored.elements == 1;
        }
        let summary = called(self.summaries, name, self.context.functions.get(name), given);
        summary.is_some_and(|summary| summary.is_by_reference(position))
    }
}

/// Returns the summary of the function that a call with `given` arguments calls, as the function is declared there.
pub(super) fn called<'s>(
    summaries: &'s Summaries,
    name: &str,
    declared: Option<&FunctionInfo>,
    given: usize,
) -> Option<&'s Arc<Summary>> {
    let params = declared.and_then(|declared| declared.params.as_ref());
    let types: Option<Vec<Type>> = params.map(|params| params.iter().map(CType::ty).collect());
    let variadic = declared.is_some_and(|declared| declared.variadic);
    let summary = summaries.get(name)?.declared(types.as_deref(), variadic)?;
    summary.fits(given).then_some(summary)
}

/// The ways in which a function uses its names. Names are not distinguished by scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Names whose address may be taken: by `&x`, as operands of assembly, or as arguments of what looks like
    /// a macro.
    pub address_taken: FxHashSet<String>,
    /// Names `x` of which an element's address is taken, as in `&x[i]`. If `x` is a pointer, this is no address
    /// of `x` itself.
    pub element_taken: FxHashSet<String>,
    /// Names that may be written: assigned, incremented, address taken, or passed to what may be a macro.
    pub written: FxHashSet<String>,
    /// Names that occur as `s` in `s.f`.
    pub dotted: FxHashSet<String>,
    /// Names that occur in other ways than as `s` in `s.f`.
    pub whole: FxHashSet<String>,
    /// Names that occur as `s` in `s.f.g` or `s.f[i]`.
    pub deep: FxHashSet<String>,
    /// Whether the function has labels, to which it may jump back.
    pub has_labels: bool,
    /// The place in the text up to which the addresses of all names seem to be taken.
    exposed_to: usize,
    /// The place in the text up to which all names seem to be written.
    written_to: usize,
}

/// Returns the expression without the parentheses around it.
pub(super) fn inner(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == Kind::ParenthesizedExpression {
        match node.named_children().find(|child| child.kind() != Kind::Comment) {
            Some(child) if child.kind() != Kind::CompoundStatement => node = child,
            _ => break,
        }
    }
    node
}

/// Returns whether an increment or decrement has the old value as its result: `x++`.
pub(super) fn is_postfix(update: Node<'_>) -> bool {
    update.child(0).is_some_and(Node::is_named)
}

/// Returns whether a name looks like that of a macro: it has upper-case letters and no lower-case ones.
pub(super) fn looks_like_macro(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_uppercase()) && !name.contains(|c: char| c.is_ascii_lowercase())
}

impl Usage {
    /// Collects the uses of names in a function's syntax tree.
    pub(super) fn of(function: Node<'_>, text: &str, callees: Callees<'_>) -> Self {
        let mut usage = Self::default();
        let mut casts = Vec::new();
        function.for_each_around(|node, around| {
            usage.visit(node, around, text, callees);
            casts.extend(perhaps_cast(node));
            true
        });
        casts.retain(|(name, _)| callees.context.meaning(&text[name.byte_range()]).is_none());
        if !casts.is_empty() {
            let declared = declared_in(function, text);
            casts.retain(|(name, _)| !declared.contains(&text[name.byte_range()]));
        }
        for (_, operand) in casts {
            usage.expose_all_of(operand, text);
        }
        usage
    }

    /// Records the uses of names at one node. `around` has the nodes that contain this node, outermost first,
    /// parenthesised expressions left out.
    fn visit(&mut self, node: Node<'_>, around: &[Node<'_>], text: &str, callees: Callees<'_>) {
        let context = callees.context;
        let source = |node: Node<'_>| &text[node.byte_range()];
        match node.kind() {
            Kind::Identifier => {
                self.identifier(node, around, source(node));
            }
            Kind::PointerExpression => {
                let address = node.child(0).is_some_and(|operator| operator.kind() == Kind::Ampersand);
                if let Some(argument) = node.field(Field::Argument).map(inner)
                    && address
                {
                    if argument.kind() == Kind::Identifier && is_by_reference(node, around, text, callees) {
                        // The callee may write the variable, but does not keep its address.
                        note(&mut self.written, source(argument));
                    } else {
                        self.take_address(argument, text);
                    }
                }
            }
            Kind::AssignmentExpression => {
                if let Some(left) = node.field(Field::Left).map(inner)
                    && left.kind() == Kind::Identifier
                {
                    note(&mut self.written, source(left));
                }
            }
            Kind::UpdateExpression => {
                if let Some(argument) = node.field(Field::Argument).map(inner)
                    && argument.kind() == Kind::Identifier
                {
                    note(&mut self.written, source(argument));
                }
            }
            Kind::GnuAsmExpression => self.expose_all(node, text),
            Kind::LabeledStatement => self.has_labels = true,
            Kind::CallExpression => {
                let name = node.field(Field::Function).filter(|name| name.kind() == Kind::Identifier);
                let Some(name) = name.map(source) else { return };
                let Some(arguments) = node.field(Field::Arguments) else { return };
                if looks_like_macro(name) && !context.functions.contains_key(name) {
                    self.expose_all(arguments, text);
                } else if !context.functions.contains_key(name) && !is_library_function(name) {
                    // The callee may be a macro, which may write its arguments but rarely keeps their
                    // addresses.
                    self.write_all(arguments, text);
                }
            }
            _ => {}
        }
    }

    fn identifier(&mut self, node: Node<'_>, around: &[Node<'_>], name: &str) {
        let [further @ .., parent] = around else { return };
        let is_dotted = parent.kind() == Kind::FieldExpression
            && parent.field(Field::Operator).is_some_and(|operator| operator.kind() == Kind::Dot);
        if is_dotted {
            note(&mut self.dotted, name);
            let is_deep = further.last().is_some_and(|around| {
                matches!(around.kind(), Kind::FieldExpression | Kind::SubscriptExpression)
                    && around.field(Field::Argument).is_some_and(|argument| inner(argument) == *parent)
            });
            if is_deep {
                note(&mut self.deep, name);
            }
        } else if !is_declared(node, *parent) {
            note(&mut self.whole, name);
        }
    }

    /// Records which object's address an expression `&argument` takes: that of `x` in `&x`, `&x.f` and
    /// `&x[i]`. In `&x->f` the address is not inside `x`.
    fn take_address(&mut self, mut argument: Node<'_>, text: &str) {
        loop {
            match argument.kind() {
                Kind::Identifier => {
                    self.expose(&text[argument.byte_range()]);
                    return;
                }
                Kind::FieldExpression if is_arrow(argument) => return,
                Kind::FieldExpression | Kind::SubscriptExpression | Kind::ParenthesizedExpression => {
                    let next = argument.field(Field::Argument).or_else(|| argument.named_child(0));
                    let Some(next) = next else { return };
                    let element = (argument.kind() == Kind::SubscriptExpression).then(|| inner(next));
                    if let Some(of) = element.filter(|of| of.kind() == Kind::Identifier) {
                        let of = &text[of.byte_range()];
                        self.hand_on(of);
                        note(&mut self.element_taken, of);
                        return;
                    }
                    argument = next;
                }
                _ => return,
            }
        }
    }

    /// Exposes all names in a node. Nodes come in the order of the text, so nothing in a node like it is looked at again.
    fn expose_all(&mut self, node: Node<'_>, text: &str) {
        if node.end_byte() <= self.exposed_to {
            return;
        }
        self.exposed_to = node.end_byte();
        self.expose_all_of(node, text);
    }

    /// Exposes all names in a node, wherever it is.
    fn expose_all_of(&mut self, node: Node<'_>, text: &str) {
        for name in identifiers(node, text) {
            self.expose(name);
        }
    }

    /// Takes all names in a node for written.
    fn write_all(&mut self, node: Node<'_>, text: &str) {
        if node.end_byte() <= self.exposed_to.max(self.written_to) {
            return;
        }
        self.written_to = node.end_byte();
        for name in identifiers(node, text) {
            note(&mut self.written, name);
        }
    }

    /// Records that the address of a name is taken.
    pub(super) fn take_address_of(&mut self, name: &str) {
        self.expose(name);
    }

    /// Records that other code may get at what a name stands for.
    fn hand_on(&mut self, name: &str) {
        note(&mut self.written, name);
        note(&mut self.whole, name);
    }

    fn expose(&mut self, name: &str) {
        self.hand_on(name);
        note(&mut self.address_taken, name);
    }
}

/// Adds a name to a set. Most names are in it already and cost no copy.
fn note(names: &mut FxHashSet<String>, name: &str) {
    if !names.contains(name) {
        names.insert(name.to_owned());
    }
}

/// Returns `name` and `x` of an expression `(name) & x`: if nothing tells whether the name is that of a type or of a value,
/// it may be a cast of `&x`.
pub(super) fn perhaps_cast(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let is_and = node.kind() == Kind::BinaryExpression && node.operator() == Kind::Ampersand;
    let left = node.field(Field::Left).filter(|_| is_and)?;
    let name = inner(left);
    let is_name = left.kind() == Kind::ParenthesizedExpression && name.kind() == Kind::Identifier;
    Some((name, node.field(Field::Right)?)).filter(|_| is_name)
}

/// Returns the names that a function declares.
fn declared_in<'t>(function: Node<'_>, text: &'t str) -> FxHashSet<&'t str> {
    let mut declared = FxHashSet::default();
    function.for_each_around(|node, around| {
        if let Some(parent) = around.last().filter(|_| node.kind() == Kind::Identifier)
            && (parent.kind() == Kind::ParameterDeclaration || is_declared(node, *parent))
        {
            declared.insert(&text[node.byte_range()]);
        }
        true
    });
    declared
}

/// Returns the identifier `x` of an expression `&x`.
pub(super) fn addressed(argument: Node<'_>) -> Option<Node<'_>> {
    let argument = inner(argument);
    let is_address =
        argument.kind() == Kind::PointerExpression && argument.child(0)?.kind() == Kind::Ampersand;
    let object = inner(argument.field(Field::Argument).filter(|_| is_address)?);
    (object.kind() == Kind::Identifier).then_some(object)
}

/// Returns whether `&x` is an argument of a call of a function that is known not to keep the address.
fn is_by_reference(node: Node<'_>, around: &[Node<'_>], text: &str, callees: Callees<'_>) -> bool {
    let [.., call, list] = around else { return false };
    if list.kind() != Kind::ArgumentList || call.kind() != Kind::CallExpression {
        return false;
    }
    let name = call.field(Field::Function).filter(|name| name.kind() == Kind::Identifier);
    let Some(name) = name.map(|name| &text[name.byte_range()]) else { return false };
    let given = arguments(*call);
    let position = given.iter().position(|argument| inner(*argument) == node);
    position.is_some_and(|position| callees.take_by_reference(name, given.len(), position))
}

/// Returns whether a member access uses `->`.
pub(super) fn is_arrow(field: Node<'_>) -> bool {
    field.field(Field::Operator).is_some_and(|operator| operator.kind() == Kind::Arrow)
}

/// Returns whether an identifier is the name that a declarator declares.
fn is_declared(node: Node<'_>, parent: Node<'_>) -> bool {
    (parent.kind() == Kind::Declaration || parent.kind().is_around_declarator())
        && parent.field(Field::Value) != Some(node)
        && parent.field(Field::Size) != Some(node)
}

/// Returns all identifiers in a node, in source order.
pub(super) fn identifiers<'a>(node: Node<'_>, text: &'a str) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if node.kind() == Kind::Identifier {
            names.push(&text[node.byte_range()]);
        }
        let first = pending.len();
        pending.extend(node.named_children());
        pending[first..].reverse();
    }
    names
}
