//! The facts that a function definition states by itself. If a function is unchanged, the next version of the
//! file takes its facts from the version before.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{
    UnitContext,
    declarations::{self, Reader},
    ending::calls_before_leaving,
};
use csieve_frontend::syntax::{Field, Node, Unit};

use crate::lower::{
    ctype::{CType, Shape, Signature},
    types::Attributes,
};

/// The facts that a function definition states.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub signature: Signature,
    pub attributes: Attributes,
    pub is_static: bool,
    /// Whether the declaration makes a definition in this unit external (C11 6.7.4, paragraph 7).
    pub is_external: bool,
    /// Whether this definition is only a copy for inlining (`extern inline` with `gnu_inline`), while the
    /// function itself is defined elsewhere.
    pub is_elsewhere: bool,
    /// The constant that the function returns, if its body does nothing else.
    pub constant: Option<i128>,
    /// The names of the functions that top-level statements of the body call before control may leave the
    /// body.
    pub calls: Vec<String>,
}

/// The definitions of a unit. Keys are the addresses in memory of the functions' trees. All these trees must
/// belong to a unit that is still alive, because the address of a freed tree might be used again for another
/// tree.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    known: FxHashMap<usize, Arc<Definition>>,
}

impl Definition {
    /// Reads a function definition. Returns `None` if it declares no function.
    pub(super) fn of(reader: &mut Reader<'_>, node: Node<'_>) -> Option<Self> {
        let mut specifiers = reader.types().specifiers(node);
        if node.children().any(Node::is_error) {
            // A macro in the header may change the result type.
            specifiers.ty = CType::UNKNOWN;
        }
        let declarator = node.field(Field::Declarator)?;
        let (name, ty) = reader.types().declarator(declarator, specifiers.ty.clone());
        let (Some(name), Shape::Function(signature)) = (name, &ty.shape) else { return None };
        let attributes = reader.attributes(&specifiers, declarator);
        let is_gnu89 = attributes.inline_only || reader.linked().gnu89 && specifiers.is_inline;
        let is_elsewhere = is_gnu89 && specifiers.is_extern;
        let body = node.field(Field::Body).filter(|_| !is_elsewhere);
        let constant = body.and_then(|body| reader.returned_constant(node, body));
        Some(Self {
            name,
            attributes,
            is_static: specifiers.is_static,
            is_external: !specifiers.is_inline || specifiers.is_extern || is_gnu89,
            is_elsewhere,
            constant: constant.zip(signature.returns.as_int()).map(|(value, int)| int.wrapped(value)),
            calls: body.map(|body| calls_before_leaving(body, reader.text)).unwrap_or_default(),
            signature: Signature::clone(signature),
        })
    }
}

impl Definitions {
    /// Reads the functions of a file, each from a text of its own. Definitions of `before`, an older version,
    /// are used again if they were read from the same trees after the same declarations.
    pub fn read<'a>(
        functions: impl Iterator<Item = (&'a str, &'a Unit)>,
        before: Option<&Self>,
        context: &mut UnitContext,
    ) -> Self {
        let mut definitions = Self::default();
        // A function header that declares types may affect the functions after it, so these functions are
        // read again each time.
        let mut declares_none = true;
        for (name, unit) in functions {
            let address = std::ptr::from_ref(unit).addr();
            if let Some(known) =
                before.filter(|_| declares_none).and_then(|before| before.known.get(&address))
            {
                declarations::define(known, context);
                definitions.known.insert(address, Arc::clone(known));
                continue;
            }
            let types = context.types.size();
            let definition = declarations::read_function(name, unit, context);
            declares_none &= context.types.size() == types && !header(unit).contains('{');
            let repeatable = definition.filter(|definition| declares_none && is_repeatable(unit, definition));
            definitions.known.extend(repeatable.map(|definition| (address, Arc::new(definition))));
        }
        definitions
    }

    /// Returns the definitions except those read from the trees in `gone`, which a newer version has
    /// replaced.
    #[must_use]
    pub fn without<'a>(&self, gone: impl Iterator<Item = &'a Unit>) -> Self {
        let mut kept = self.clone();
        for unit in gone {
            kept.known.remove(&std::ptr::from_ref(unit).addr());
        }
        kept
    }
}

/// Returns whether reading a definition again after the same declarations gives the same facts, whatever
/// functions are before it.
fn is_repeatable(unit: &Unit, definition: &Definition) -> bool {
    let header = header(unit);
    definition.constant.is_none() && !["typeof", "sizeof"].iter().any(|word| header.contains(word))
}

/// Returns the text of a definition before its body, or the whole text if there is no body.
fn header(unit: &Unit) -> &str {
    let definition = unit.root().named_child(0);
    let body = definition.and_then(|definition| definition.field(Field::Body));
    body.map_or(unit.text(), |body| &unit.text()[..body.start_byte()])
}
