//! Type names: typedefs, structures, enumerations, and how declarations are read.

mod address;
mod attributes;
mod builtin;
mod compare;
mod declarator;
mod enumeration;
mod environment;
mod evaluate;
mod infer;
mod layout;
mod length;
mod measure;
mod operators;
mod record;
mod specifier;
mod table;

pub(crate) use self::{
    attributes::Attributes,
    builtin::builtin,
    declarator::is_declarator,
    environment::Environment,
    evaluate::{binary_op, compound_op, unary_op},
    operators::arguments,
    specifier::Specifiers,
    table::{Field, Meaning, Record, TypeScope, TypeTable},
};
use csieve_frontend::syntax::Node;

/// How deep declarators and constant expressions are followed.
const MAX_DEPTH: u32 = 64;

/// Reads declarations and what they are made of.
pub(crate) struct TypeReader<'a> {
    text: &'a str,
    pub env: Environment<'a>,
    /// How deep types, expressions and parameter lists are nested here.
    depth: u32,
}

impl<'a> TypeReader<'a> {
    pub(super) fn new(text: &'a str, env: Environment<'a>) -> Self {
        Self { text, env, depth: 0 }
    }

    /// One level deeper; none where that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }
}
