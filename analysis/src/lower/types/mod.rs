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

use tree_sitter::Node;

pub(crate) use self::{
    attributes::Attributes,
    builtin::builtin,
    declarator::is_declarator,
    environment::Environment,
    evaluate::{binary_op, unary_op},
    operators::arguments,
    specifier::Specifiers,
    table::{Field, Meaning, Record, TypeScope, TypeTable},
};

/// How deep declarators and constant expressions are followed.
const MAX_DEPTH: u32 = 64;

/// Reads declarations and what they are made of.
pub(crate) struct TypeReader<'a> {
    text: &'a str,
    pub env: Environment<'a>,
    /// How many parameter lists are open.
    depth: u32,
}

impl<'a> TypeReader<'a> {
    pub fn new(text: &'a str, env: Environment<'a>) -> Self {
        Self { text, env, depth: 0 }
    }

    fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }
}
